import type { CaughtByRule } from '@courtcrier/contract/calls/console.ts'
import { autoCaseCreation } from '@courtcrier/contract/resources/auto-case-creation.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { ignoredCase } from '@courtcrier/contract/resources/ignored-case.ts'
import { type CanSee, sightOf } from '@courtcrier/contract/ways.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'

/** The most rules that are named. */
const mostRules = 200

/**
 * Counts what each rule caught of the inbox items `recent`, which have an ID. The pipeline saves the rules with each item
 * that it ignores; an item of before that was so counts for its kind only.
 */
export async function countByRule(
  trx: Trx,
  scope: SearchScope,
  recent: RawBuilder<unknown>,
): Promise<readonly CaughtByRule[]> {
  const { rows } = await sql<CaughtByRule>`
    with recent as (${recent}), caught as (
      select distinct r.id as item, rule.kind, rule.rule
        from recent r join item_progress p on p.firm_id = ${scope.firmId}::integer and p.id = r.id
          cross join lateral jsonb_to_recordset(p.outcomes #> '{ignored,by}') as rule (kind text, rule text)
        where r.disposition = 'IGNORED'
      union all
      select r.id, 'auto_cases', k.auto_case_creation_id::text
        from recent r join case_creations k on k.firm_id = ${scope.firmId}::integer and k.inbox_item_id = r.id
    )
    select c.kind, coalesce(i.id, a.id) as id, coalesce(i.case_number, a.name, c.rule) as name, count(*)::int as count
    from caught c
      left join ignored_cases i on c.kind = 'ignored_cases' and i.firm_id = ${scope.firmId}::integer
        and i.id::text = c.rule and ${isVisible('i', ignoredCase, scope)}
      left join auto_case_creations a on c.kind = 'auto_cases' and a.firm_id = ${scope.firmId}::integer
        and a.id::text = c.rule and ${isVisible('a', autoCaseCreation, scope)}
    where c.kind not in ('ignored_cases', 'auto_cases') or coalesce(i.id, a.id) is not null
    group by 1, 2, 3 order by count desc, name limit ${mostRules}`.execute(trx)
  const canSee = sightOf(scope.role)
  return rows.filter(({ kind }) => seesRule(canSee, kind))
}

function seesRule(canSee: CanSee, kind: CaughtByRule['kind']): boolean {
  switch (kind) {
    case 'ignored_cases':
      return canSee(ignoredCase, ignoredCase.title)
    case 'auto_cases':
      return canSee(autoCaseCreation, autoCaseCreation.title)
    case 'ignored_statuses':
      return canSee(firm, 'ignoredCaseStatuses')
    case 'ignored_domains':
      return canSee(firm, 'ignoredEmailDomains')
  }
}
