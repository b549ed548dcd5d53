import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'

/**
 * While `run` runs, ends the first transaction that changes rows of a table as the database ends one of two that wait
 * for each other: at its commit, when all of it has been done. Throws if no transaction was ended, or if what it did
 * wasn't done again.
 */
export async function endedOnce<T>(database: Database, table: string, run: () => Promise<T>): Promise<T> {
  const ends = await openEnds(database, table)
  try {
    return await ends.once(run)
  } finally {
    await ends.close()
  }
}

export interface Ends {
  /** Does what `endedOnce` does. */
  once: <T>(run: () => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** Ends one transaction in each of several runs, with one trigger. Between the runs, none is ended. */
export async function openEnds(database: Database, table: string): Promise<Ends> {
  const { kysely } = database
  const endNext = (isToEnd: boolean) => sql`select setval('ends', 1, ${!isToEnd})`.execute(kysely)
  await kysely.transaction().execute(async (trx) => {
    await sql`create sequence ends`.execute(trx)
    await sql`select setval('ends', 1, true)`.execute(trx)
    // A sequence keeps its number when the transaction is rolled back.
    await sql`create function end_once() returns trigger language plpgsql security definer as $$
      begin
        if nextval('public.ends') = 1 then raise exception 'deadlock detected' using errcode = 'deadlock_detected'; end if;
        return null;
      end $$`.execute(trx)
    await sql`create constraint trigger end_once after insert or update or delete on ${sql.table(table)}
      deferrable initially deferred for each row execute function end_once()`.execute(trx)
  })
  return {
    async once(run) {
      await endNext(true)
      try {
        const result = await run()
        const { rows } = await sql<{ ends: string }>`select last_value as ends from ends`.execute(kysely)
        if (Number(rows[0]?.ends) < 2) throw new Error(`no transaction that changes ${table} was ended and made again`)
        return result
      } finally {
        await endNext(false)
      }
    },
    close: () =>
      kysely.transaction().execute(async (trx) => {
        await sql`drop trigger end_once on ${sql.table(table)}`.execute(trx)
        await sql`drop function end_once`.execute(trx)
        await sql`drop sequence ends`.execute(trx)
      }),
  }
}
