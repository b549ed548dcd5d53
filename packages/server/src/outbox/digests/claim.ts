import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { jsonRows } from '../../base/db/json-rows.ts'
import type { Services } from '../../base/services.ts'

/** The kinds of scheduled messages. */
export type DigestKind = 'daily' | 'activity' | 'dms_failures' | 'case_not_found' | 'errors' | 'accounts'

/** A message that is due. */
export interface Due {
  firmId: number
  kind: DigestKind
  /** In lower case. */
  email: string
  /** The local day, or the time, that it is for: an address gets one message of each kind for each. */
  day: string
  timeZone: string
  timekeeperId?: string | null
  groupId?: string | null
  /** The start of the period the message covers, exclusive. */
  since?: Date | null
  /** The end of that period, inclusive. */
  until: Date
}

type Claim = Pick<Services, 'database' | 'jobs'>

/** Rows per transaction; more would block the embedded database for seconds. */
const mostAtOnce = 100

/**
 * Creates the rows of messages that are due and queues them, in transactions of one firm each. If several workers find
 * the same message due at the same time, only one of them creates the row. `fill` adds the content of the new rows in
 * the same transaction.
 */
export async function claimDue(
  services: Claim,
  due: readonly Due[],
  fill?: (trx: Trx, firmId: number, ids: readonly string[]) => Promise<unknown>,
): Promise<number> {
  let count = 0
  for (const [firmId, all] of Map.groupBy(due, (each) => each.firmId)) {
    for (let from = 0; from < all.length; from += mostAtOnce) {
      count += await withFirm(services.database, firmId, async (trx) => {
        const ids = await insertDigests(trx, firmId, all.slice(from, from + mostAtOnce))
        if (ids.length === 0) return 0
        await fill?.(trx, firmId, ids)
        await services.jobs.enqueue(
          trx,
          'digest',
          ids.map((id) => ({ firmId, id })),
        )
        return ids.length
      })
    }
  }
  return count
}

async function insertDigests(trx: Trx, firmId: number, due: readonly Due[]): Promise<readonly string[]> {
  const rows = due.map((each) => ({ ...each, id: newId() }))
  const inserted = await sql<{ id: string }>`
    insert into digests (firm_id, id, kind, email, day, time_zone, timekeeper_id, timekeeper_group_id, since, until)
    select ${firmId}::integer, id, kind, email, day, "timeZone", "timekeeperId", "groupId", since, until
    from jsonb_to_recordset(${jsonRows(rows)}::text::jsonb) as r (id uuid, kind text, email text, day text, "timeZone" text,
      "timekeeperId" uuid, "groupId" uuid, since timestamptz, until timestamptz)
    order by kind, email, day
    on conflict (firm_id, kind, email, day) do nothing
    returning id`.execute(trx)
  return inserted.rows.map(({ id }) => id)
}
