import { errorCode } from '@courtcrier/lib/storage-error.ts'
import { sql } from 'kysely'
import { reasonOf, writeRefusal } from './away.ts'
import type { Database, Trx } from './database.ts'

/** In milliseconds: how often the database is asked to write something, while it takes writes and while it doesn't. */
const calmMs = 15_000
const refusedMs = 1000

/** Whether there is a point in writing, as last seen. */
export function takesWrites({ outage, writes }: Pick<Database, 'outage' | 'writes'>): boolean {
  return !outage.current() && !writes.current()
}

/** Creates what the probe writes to; with nothing to create it only reads. */
export async function prepareProbe(trx: Trx): Promise<void> {
  const { rows } = await sql<{ isMissing: boolean }>`
    select to_regclass('courtcrier_meta.write_probe_room') is null as "isMissing"`.execute(trx)
  if (!rows[0]?.isMissing) return
  await sql`create table courtcrier_meta.write_probe (
    id boolean primary key default true,
    written_at timestamp(3) with time zone not null
  )`.execute(trx)
  await sql`create table courtcrier_meta.write_probe_room (filler text)`.execute(trx)
}

/**
 * Keeps `database.writes` up to date: a full or read-only database answers every question and receives no mail. Work
 * that is refused records that at once (`firm-transaction.ts`); this does so while there is none, and notices the end.
 * `onError` receives any other error. Returns a function that stops it.
 */
export function watchWrites(database: Database, onError: (error: unknown) => void): () => void {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const later = () => {
    if (isStopped) return
    timer = setTimeout(look, database.writes.current() ? refusedMs : calmMs)
    timer.unref()
  }
  const look = () => void probeWrites(database).catch(onError).finally(later)
  const unsubscribe = database.writes.subscribe({
    began: () => {
      clearTimeout(timer)
      later()
    },
  })
  look()
  return () => {
    isStopped = true
    unsubscribe()
    clearTimeout(timer)
  }
}

/**
 * Writes once and records in `database.writes` whether that worked. Changes one row, and makes and discards a page: on a
 * full disk a row can often still be changed in place, while there is no room for a new one.
 */
export async function probeWrites({ kysely, writes }: Pick<Database, 'kysely' | 'writes'>): Promise<void> {
  try {
    await kysely.transaction().execute(async (trx) => {
      // The session's own commits needn't wait for the disk on the embedded database; this one must.
      await sql`set local synchronous_commit = on`.execute(trx)
      await sql`insert into courtcrier_meta.write_probe (written_at) values (now())
        on conflict (id) do update set written_at = excluded.written_at`.execute(trx)
      await makeRoom(trx)
    })
    writes.end()
  } catch (error) {
    const refusal = writeRefusal(error)
    if (!refusal) throw error
    writes.begin(reasonOf(refusal))
  }
}

/** The code of a lock that isn't free, as while a backup reads the table. */
const lockTaken = '55P03'

/** A truncated table gets a new file, which is removed when that is rolled back: nothing stays, not even dead rows. */
async function makeRoom(trx: Trx): Promise<void> {
  await sql`savepoint room`.execute(trx)
  try {
    await sql`lock table courtcrier_meta.write_probe_room in access exclusive mode nowait`.execute(trx)
    await sql`truncate courtcrier_meta.write_probe_room`.execute(trx)
    await sql`insert into courtcrier_meta.write_probe_room values (repeat('x', 1000))`.execute(trx)
  } catch (error) {
    if (errorCode(error) !== lockTaken) throw error
  }
  await sql`rollback to savepoint room`.execute(trx)
}
