import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../base/db/database.ts'

/**
 * Someone else's transaction on the server. It doesn't look for deadlocks itself, so that the database ends the one that
 * is tested.
 */
export async function openRival({ server, kysely }: Database) {
  const client = server?.makeClient()
  if (!client) throw new Error('there is no server')
  await client.connect()
  await client.query("set deadlock_timeout = '10min'")
  await client.query('begin')
  const { processID } = client as pg.Client & { processID: number }
  return {
    run: (statement: string, values: readonly unknown[] = []) => client.query(statement, [...values]),
    end: async () => {
      await client.query('commit')
      await client.end()
    },
    isWaiting: async () => {
      const { rows } = await sql`
        select from pg_stat_activity where pid = ${processID} and wait_event_type = 'Lock'`.execute(kysely)
      return rows.length > 0
    },
    /** How many other transactions wait for a lock. */
    othersWaiting: async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and pid <> ${processID}`.execute(kysely)
      return rows.length
    },
  }
}
