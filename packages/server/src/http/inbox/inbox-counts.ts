import type { InboxCounts } from '@courtcrier/contract/calls/inbox-counts.ts'
import { type ItemStatus, itemStatuses } from '@courtcrier/contract/notice.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import { countFilings, type FilingsWanted } from '../../notices/inbox-filings/count-filings.ts'
import { mostFolded } from '../../records/fold.ts'
import { whereOf } from '../../records/search.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'

/**
 * Items of a status are counted up to this number: with millions of them a count would take seconds, and it is needed
 * all the time.
 */
const mostCounted = 10_000

/**
 * Returns the number of items by status, with archived ones counted separately, and when the last one was received. With
 * `fold`, items of one filing count once, as the searches with that fold find them.
 */
export async function countInbox(trx: Trx, scope: SearchScope, fold?: string): Promise<InboxCounts> {
  const most = fold ? mostFolded : mostCounted
  const kept = fold ? await countFilings(trx, scope, { wanted: parts, most: most + 1 }) : undefined
  const { byStatus, archived } = kept ? asParts(kept) : await countRows(trx, scope, { fold, most: most + 1 })
  const { rows: latest } = await sql<{ at: Date }>`
    select t.received_at as at from ${firmRows(inboxItem)} t
    where t.firm_id = ${scope.firmId} and not t.hidden and ${isVisible('t', inboxItem, scope)}
    order by t.received_at desc limit 1`.execute(trx)
  const counts = byStatus.filter(([, n]) => n > 0).map(([status, n]) => [status, Math.min(n, most)] as const)
  const canSee = sightOf(scope.role)
  const [seesStatus, seesArchived] = [canSee(inboxItem, 'status'), canSee(inboxItem, 'hidden')]
  return {
    // The counts cover what isn't archived.
    counts: seesStatus && seesArchived ? Object.fromEntries(counts) : {},
    total: seesArchived ? counts.reduce((sum, [, n]) => sum + n, 0) : 0,
    /** The statuses with more items than were counted. */
    at_least: seesStatus && seesArchived ? byStatus.filter(([, n]) => n > most).map(([status]) => status) : [],
    archived: seesArchived ? Math.min(archived, most) : 0,
    archived_at_least: seesArchived && archived > most,
    latest_received_at: seesArchived && canSee(inboxItem, 'receivedAt') ? (latest[0]?.at.toISOString() ?? null) : null,
  }
}

interface PartCounts {
  byStatus: readonly (readonly [ItemStatus, number])[]
  archived: number
}

const parts: readonly FilingsWanted[] = [
  { statuses: itemStatuses, hidden: [true] },
  ...itemStatuses.map((status) => ({ statuses: [status], hidden: [false] })),
]

function asParts([archived = 0, ...others]: readonly number[]): PartCounts {
  return { archived, byStatus: itemStatuses.map((status, n) => [status, others[n] ?? 0] as const) }
}

async function countRows(
  trx: Trx,
  scope: SearchScope,
  { fold, most }: { fold: string | undefined; most: number },
): Promise<PartCounts> {
  const matching = whereOf('t', inboxItem, { query: { filters: [], freeText: '', ...(fold ? { fold } : {}) }, scope })
  const { rows } = await sql<{ status: ItemStatus; n: number }>`
    select status, (
      select count(*)::int from (
        select from ${firmRows(inboxItem)} t where ${matching} and not t.hidden and t.status = wanted.status
        limit ${most}
      ) counted
    ) as n from unnest(${[...itemStatuses]}::text[]) wanted(status)`.execute(trx)
  const { rows: archived } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from ${firmRows(inboxItem)} t where ${matching} and t.hidden limit ${most}
    ) counted`.execute(trx)
  return { byStatus: rows.map(({ status, n }) => [status, n] as const), archived: archived[0]?.n ?? 0 }
}
