import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { askingOrder, type StorageLevel } from '@courtcrier/contract/storage-levels.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'

/** How many documents of the last `days` days two orders of the levels save under different policies. */
export interface MovedDocuments {
  days: number
  documents: number
  moved: number
}

const days = 30

/**
 * Counts the recent documents of cases that another order would have saved under another policy for any of their cases,
 * as far as the scope may see them.
 */
export async function countMoved(
  trx: Trx,
  scope: SearchScope,
  { from, to }: { from: readonly string[]; to: readonly string[] },
): Promise<MovedDocuments> {
  const { rows } = await sql<{ documents: number; moved: number }>`
    select count(distinct t.id)::int as documents, (count(distinct t.id) filter (where ${policyBy(from)} is distinct from ${policyBy(to)}))::int as moved
    from envelopes e
      join documents t on t.firm_id = e.firm_id and t.envelope_id = e.id
      join firms f on f.firm_id = e.firm_id
      join cases c on c.firm_id = e.firm_id and c.id = any(e.case_id || e.other_case_ids)
      left join matters m on m.firm_id = e.firm_id and m.id = c.matter_id
      left join clients cl on cl.firm_id = e.firm_id and cl.id = m.client_id
      left join practice_groups pg on pg.firm_id = e.firm_id and pg.id = m.practice_group_id
      left join locations lo on lo.firm_id = e.firm_id and lo.id = m.location_id
    where e.firm_id = ${scope.firmId} and e.created_at > now() - make_interval(days => ${days}::int)
      and ${isVisible('t', courtDocument, scope)}`.execute(trx)
  return { days, documents: rows[0]?.documents ?? 0, moved: rows[0]?.moved ?? 0 }
}

const aliases: Readonly<Record<StorageLevel, string>> = {
  firm: 'f',
  location: 'lo',
  practice_group: 'pg',
  client: 'cl',
  matter: 'm',
  case: 'c',
}

/** The policy of the first level that has one. */
function policyBy(hierarchy: readonly string[]) {
  const columns = askingOrder(hierarchy).map((level) => sql.ref(`${aliases[level]}.storage_policy_id`))
  return sql`coalesce(${sql.join(columns)})`
}
