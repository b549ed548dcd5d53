import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import type { Check } from './check.ts'

/** What is said of the database server itself, whatever is in the database. */
export const serverChecks: readonly (readonly [string, (database: Database) => Promise<Check>])[] = [
  ['Firms kept apart', checkIsolation],
  ['Durability', checkDurability],
  ['Database clock', checkClockSkew],
]

/** Firms are kept apart by row-level security, which a role may be exempt from. */
async function checkIsolation(database: Database): Promise<Check> {
  const name = 'Firms kept apart'
  const { rows } = await sql<{ rolname: string }>`
    select rolname from pg_roles where rolname in ('courtcrier_app', 'courtcrier_system')
      and (rolbypassrls or rolsuper)`.execute(database.kysely)
  if (rows.length === 0) return { name, state: 'ok', sentence: 'No role that reads for firms is exempt from it.' }
  const roles = rows.map(({ rolname }) => rolname)
  return {
    name,
    state: 'failed',
    sentence: `Row-level security doesn't apply to ${roles.join(' and ')}, so firms aren't kept apart. Let an administrator of the database run: ${roles.map((role) => `alter role ${role} nosuperuser nobypassrls;`).join(' ')}`,
  }
}

/** What was answered as received must survive a power cut. Courtcrier itself sets synchronous_commit. */
async function checkDurability(database: Database): Promise<Check> {
  const name = 'Durability'
  if (database.kind === 'pglite')
    return { name, state: 'ok', sentence: 'Received mail is on disk before it is answered.' }
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off'`.execute(
    database.kysely,
  )
  if (rows.length === 0) return { name, state: 'ok', sentence: 'Received mail is on disk before it is answered.' }
  const settings = rows.map((row) => row.name).join(' and ')
  return {
    name,
    state: 'failed',
    sentence: `The database server has ${settings} off, so a power cut loses mail that was already received. Turn it on.`,
  }
}

async function checkClockSkew(database: Database): Promise<Check> {
  const before = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database.kysely)
  const skew = Math.abs((rows[0]?.now.getTime() ?? before) - (before + Date.now()) / 2)
  const name = 'Database clock'
  if (skew < 2000) return { name, state: 'ok', sentence: 'It agrees with the clock of this machine.' }
  return {
    name,
    state: 'failed',
    sentence: `It differs by ${Math.round(skew / 1000)} seconds from this machine's. Synchronize both clocks (NTP).`,
  }
}
