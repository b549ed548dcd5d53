import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { jsonRows } from '../base/db/json-rows.ts'
import type { Services } from '../base/services.ts'

/** What is sent by the clock. */
export type DigestKind = 'daily' | 'activity' | 'dms_failures' | 'case_not_found' | 'errors'

/** A message that is due. */
export interface Due {
  firmId: number
  kind: DigestKind
  /** Lower case. */
  email: string
  /** The local day, or the moment, that it is for: an address has one of a kind for each. */
  day: string
  timeZone: string
  timekeeperId?: string | null
  groupId?: string | null
  /** It tells of what happened after this … */
  since?: Date | null
  /** … and up to this. */
  until: Date
}

type Claim = Pick<Services, 'database' | 'jobs'>

/** In one transaction; more would keep the embedded database from everybody else for seconds. */
const mostAtOnce = 100

/**
 * Makes the rows of what is due and queues the work on them, in one transaction a firm. Of several workers that find the
 * same due at the same time one makes the row. `fill` says in that transaction what the new rows tell of.
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
