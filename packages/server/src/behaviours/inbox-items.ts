import type { SearchQuery } from '@courtcrier/contract/query.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import { type RawBuilder, sql } from 'kysely'
import { countFilings, filingsWantedBy } from '../notices/inbox-filings/count-filings.ts'
import { isUnreadFor, underWay } from '../notices/unread-messages.ts'
import type { Behaviour } from '../records/behaviour.ts'
import type { Viewer } from '../records/viewer.ts'
import { isThisSide } from '../records/walls/walls.ts'

export const inboxItemBehaviour: Behaviour = {
  visible: seesAllOfIt,
  partsFound: partsByStage,
  countFound: async (trx, { query, scope }, most) => {
    const wanted = filingsWantedBy(query)
    return wanted && (await countFilings(trx, scope, { wanted: [wanted], most }))?.[0]
  },
  // No one deletes an item, so no undo restores one: it only reverses what was decided about it.
  dependents: [
    { table: 'item_progress', column: 'id', comesBack: 'never' },
    { table: 'history', column: 'inbox_item_id', comesBack: 'never' },
    { table: 'links', column: 'inbox_item_id', comesBack: 'never' },
    { table: 'inbox_notes', column: 'inbox_item_id', comesBack: 'never' },
    { table: 'former_cases', column: 'inbox_item_id', comesBack: 'never' },
  ],
  // A column with a user's name.
  present: {
    fields: [],
    row: (row, role) => (row.vouchedBy && !sightOf(role)(user, user.title) ? { ...row, vouchedBy: null } : row),
  },
  computed: {
    jobs: (alias) =>
      sql`(select coalesce(array_agg(j.stage order by j.stage), '{}') from item_progress p, jsonb_object_keys(p.outcomes) as j(stage) where p.firm_id = ${sql.ref(`${alias}.firm_id`)} and p.id = ${sql.ref(`${alias}.id`)})`,
  },
}

/**
 * By the stage that a notice is at: it has an index for those that stopped there, where it doesn't change with each stage
 * (000130-looked-up.sql), and few are being processed.
 */
function partsByStage(t: string, filters: SearchQuery['filters']): readonly RawBuilder<boolean>[] | undefined {
  const filter = filters.find(({ field }) => field === 'nextStage')
  if (!filter || !('in' in filter)) return undefined
  const column = (name: string) => sql.ref(`${t}.${name}`)
  const isProcessed = sql.join(underWay.map((status) => sql.lit(status)))
  return [
    // For a single value the database knows that the rows are in the order of the index's next column.
    filter.in.length === 1
      ? sql<boolean>`${column('stopped_stage')} = ${filter.in[0]}::text`
      : sql<boolean>`${column('stopped_stage')} = any(${filter.in}::text[])`,
    sql<boolean>`${column('status')} in (${isProcessed})`,
  ]
}

/**
 * A message that was split has no case of its own, and contains whatever its parts say. Nearly all messages were
 * processed and not split, so parts are looked for only of the others; one that is processed again is among them, as is
 * one that is being read.
 */
function seesAllOfIt(t: string, { timekeeperId, ...viewer }: Viewer): RawBuilder<boolean> | undefined {
  if (timekeeperId === undefined) return undefined
  const scope = { ...viewer, timekeeperId }
  const column = (name: string) => sql.ref(`${t}.${name}`)
  const isSeen = isThisSide('parts', inboxItem, scope) ?? sql`true`
  // As a value the parts are looked up; "not exists" may be answered by a table of all parts of the firm.
  return sql<boolean>`((${column('status')} = 'Succeeded' and ${column('disposition')} <> 'SPLIT') or (
    not ${isUnreadFor(t, scope)} and (
      select true from inbox_items parts where parts.firm_id = ${column('firm_id')} and parts.parent_id = ${column('id')}
        and (not ${isSeen} or ${isUnreadFor('parts', scope)}) limit 1) is null))`
}
