import { itemStatuses } from '@courtcrier/contract/notice.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { firmRows } from '../base/db/firm-rows.ts'
import type { SearchScope } from '../resources/viewer.ts'
import { isVisible } from '../resources/visible-rows.ts'

/** So far items of a status are counted: with millions of them a count would take seconds, and it is asked for all the time. */
const mostCounted = 10_000

/** How many items have which status, archived ones counted apart, and when the last one came. */
export async function countInbox(trx: Trx, scope: SearchScope) {
  const shown = sql`t.firm_id = ${scope.firmId} and not t.hidden and ${isVisible(inboxItem, scope)}`
  const { rows } = await sql<{ status: string; n: number }>`
    select status, (
      select count(*)::int from (
        select from ${firmRows(inboxItem)} t where ${shown} and t.status = wanted.status limit ${mostCounted + 1}
      ) counted
    ) as n from unnest(${[...itemStatuses]}::text[]) wanted(status)`.execute(trx)
  const archived = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from ${firmRows(inboxItem)} t
      where t.firm_id = ${scope.firmId} and t.hidden and ${isVisible(inboxItem, scope)} limit ${mostCounted + 1}
    ) counted`.execute(trx)
  const hidden = archived.rows[0]?.n ?? 0
  const { rows: latest } = await sql<{ at: Date }>`
    select t.received_at as at from ${firmRows(inboxItem)} t where ${shown} order by t.received_at desc limit 1`.execute(
    trx,
  )
  const counts = rows.filter(({ n }) => n > 0).map(({ status, n }) => [status, Math.min(n, mostCounted)] as const)
  const canSee = sightOf(scope.role)
  const [seesStatus, seesArchived] = [canSee(inboxItem, 'status'), canSee(inboxItem, 'hidden')]
  return {
    // What is counted is what is not archived.
    counts: seesStatus && seesArchived ? Object.fromEntries(counts) : {},
    total: seesArchived ? counts.reduce((sum, [, n]) => sum + n, 0) : 0,
    /** The statuses that more items have than were counted. */
    at_least: seesStatus && seesArchived ? rows.filter(({ n }) => n > mostCounted).map(({ status }) => status) : [],
    archived: seesArchived ? Math.min(hidden, mostCounted) : 0,
    archived_at_least: seesArchived && hidden > mostCounted,
    latest_received_at: seesArchived && canSee(inboxItem, 'receivedAt') ? (latest[0]?.at.toISOString() ?? null) : null,
  }
}
