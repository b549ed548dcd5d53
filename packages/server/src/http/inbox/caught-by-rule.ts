import type { CaughtByRule } from '@courtcrier/contract/calls/console.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { autoCaseCreation } from '@courtcrier/contract/resources/auto-case-creation.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { ignoredCase } from '@courtcrier/contract/resources/ignored-case.ts'
import { jurisdictionPreference } from '@courtcrier/contract/resources/jurisdiction-preference.ts'
import { noticeFormat } from '@courtcrier/contract/resources/notice-format.ts'
import { type CanSee, sightOf } from '@courtcrier/contract/ways.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { parserName } from '../../courts/formats/firm-format/compile-format.ts'
import { ignoreReasons } from '../../notices/pipeline/ignore-reasons.ts'
import { approvalReasons } from '../../notices/pipeline/stages/deliver.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'

/** The most rules of a kind that are named. */
const mostRules = 200

/** What the timeline says of a notice whose sender the firm approves; the sender is in the parentheses. */
const fromSender = approvalReasons.sender('(\\S+)')
const notAccepted = ignoreReasons.domainNotAccepted('(.*)')

/**
 * Counts what each rule caught of the inbox items `recent`, which have an ID, a disposition and a reason. The pipeline
 * saves the rules with each item that it ignores; an item of before that was so counts for its kind only.
 */
export async function countByRule(
  trx: Trx,
  scope: SearchScope,
  recent: RawBuilder<unknown>,
): Promise<readonly CaughtByRule[]> {
  const firmId = sql`${scope.firmId}::integer`
  const { rows } = await sql<CaughtByRule>`
    with recent as materialized (${recent}), caught (item, kind, rule) as (
      ${caughtByEntries(firmId)} union all ${caughtByRecords(firmId)}
    ), counted as (
      select c.kind, coalesce(i.id, a.id, f.id, p.id) as id,
        coalesce(i.case_number, a.name, f.name, p.description, c.rule) as name, count(*)::int as count
      from caught c
        left join ignored_cases i on c.kind = 'ignored_cases' and i.firm_id = ${firmId}
          and i.id::text = c.rule and ${isVisible('i', ignoredCase, scope)}
        left join auto_case_creations a on c.kind = 'auto_cases' and a.firm_id = ${firmId}
          and a.id::text = c.rule and ${isVisible('a', autoCaseCreation, scope)}
        left join notice_formats f on c.kind = 'formats' and f.firm_id = ${firmId}
          and c.rule = ${parserName('')} || f.name and ${isVisible('f', noticeFormat, scope)}
        left join jurisdiction_preferences p on c.kind = 'preferences' and p.firm_id = ${firmId}
          and p.id::text = c.rule and ${isVisible('p', jurisdictionPreference, scope)}
      where c.kind not in ('ignored_cases', 'auto_cases', 'formats', 'preferences')
        or coalesce(i.id, a.id, f.id, p.id) is not null
      group by 1, 2, 3
    ), ranked as (
      select *, row_number() over (partition by kind order by count desc, name) as rank from counted
    )
    select kind, id, name, count from ranked where rank <= ${mostRules} order by count desc, name`.execute(trx)
  const canSee = sightOf(scope.role)
  return rows.filter(({ kind }) => seesRule(canSee, kind))
}

/** What ignored an item, or had it wait for its approval, as saved with the item and in its timeline. */
function caughtByEntries(firmId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select distinct r.id, rule.kind, rule.rule
      from recent r join item_progress p on p.firm_id = ${firmId} and p.id = r.id
        cross join lateral jsonb_to_recordset(p.outcomes #> '{ignored,by}') as rule (kind text, rule text)
      where r.disposition = 'IGNORED'
    union all
    select r.id, 'accepted_domains', substring(r.reason from ${notAccepted}) from recent r
      where r.disposition = 'IGNORED' and r.reason ~ ${notAccepted}
    union all
    select distinct r.id, 'manual', substring(h.sentence from ${fromSender})
      from recent r cross join lateral (
        select h.sentence from history h where h.firm_id = ${firmId} and h.inbox_item_id = r.id
          and h.stage = 'deliver' and h.outcome = 'review' and h.sentence ~ ${fromSender} offset 0
      ) h`
}

/**
 * The records that an item was processed by, as saved with it. That is read of every item, so only of a firm that has
 * such records.
 */
function caughtByRecords(firmId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select r.id, 'auto_cases', k.auto_case_creation_id::text
      from recent r join case_creations k on k.firm_id = ${firmId} and k.inbox_item_id = r.id
    union all
    select r.id, 'formats', p.outcomes #>> '{parse,result,notice,format}'
      from recent r join item_progress p on p.firm_id = ${firmId} and p.id = r.id
      where exists (select from notice_formats where firm_id = ${firmId})
    union all
    select r.id, 'preferences', p.outcomes #>> '{address,result,preference,id}'
      from recent r join item_progress p on p.firm_id = ${firmId} and p.id = r.id
      where exists (select from jurisdiction_preferences where firm_id = ${firmId})`
}

function seesRule(canSee: CanSee, kind: CaughtByRule['kind']): boolean {
  const [resource, key] = shownWith[kind]
  return canSee(resource, key)
}

/** The field that a rule of the kind is an entry of, or is named by. */
const shownWith: Readonly<Record<CaughtByRule['kind'], readonly [Resource, string]>> = {
  ignored_cases: [ignoredCase, ignoredCase.title],
  ignored_statuses: [firm, 'ignoredCaseStatuses'],
  ignored_domains: [firm, 'ignoredEmailDomains'],
  accepted_domains: [firm, 'acceptedEmailDomains'],
  manual: [firm, 'manualProcessEmails'],
  auto_cases: [autoCaseCreation, autoCaseCreation.title],
  formats: [noticeFormat, noticeFormat.title],
  preferences: [jurisdictionPreference, jurisdictionPreference.title],
}
