import { sql } from 'kysely'
import type { Database } from './database.ts'

const lookMs = 5_000
/** In milliseconds. Smaller changes are routine clock adjustments, and cause no noticeable delay. */
const noticed = 30_000

/** Detects that the database's clock was set back, so that no job waits until its former time is reached again. */
export function watchClock(database: Database, onError: (error: unknown) => void): () => void {
  let ahead: number | undefined
  const look = async () => {
    const { rows } = await sql<{ now: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float as now`.execute(database.kysely)
    const before = ahead
    ahead = (rows[0]?.now ?? 0) - performance.now()
    if (before !== undefined && ahead < before - noticed) await bringForward(database)
  }
  const timer = setInterval(() => look().catch(onError), lookMs)
  look().catch(onError)
  return () => clearInterval(timer)
}

/** Makes jobs written while the clock was ahead start when they would have with the right clock. */
export async function bringForward({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  await sql`
    update pgboss.job set created_on = now(), keep_until = keep_until - (created_on - now()),
      start_after = start_after - (created_on - now())
    where state = 'created' and created_on > now() + ${noticed} * interval '1 millisecond'`.execute(kysely)
  // Jobs that failed at such a time; the queue's own delay before a retry is a few seconds.
  await sql`
    update pgboss.job set start_after = now()
    where state = 'retry' and start_after > now() + ${noticed} * interval '1 millisecond'`.execute(kysely)
  await sql`
    update pgboss.job set heartbeat_on = now(), started_on = now()
    where state = 'active' and heartbeat_on > now() + ${noticed} * interval '1 millisecond'`.execute(kysely)
}
