import { counted } from '@courtcrier/lib/counted.ts'
import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { migrationNames } from '../base/db/migrate.ts'
import type { Check } from './check.ts'

/** How far a database's schema is compared with this program's, and what to say of it. */
export interface FoundSchema {
  state: 'empty' | 'older' | 'newer' | 'current'
  check: Check
}

const name = 'Database'

/** Compares the schema of a database with what this program needs. */
export async function findSchema(database: Database): Promise<FoundSchema> {
  const { rows: meta } = await sql<{ found: boolean }>`
    select to_regclass('courtcrier_meta.migrations') is not null as found`.execute(database.kysely)
  if (!meta[0]?.found) return { state: 'empty', check: { name, state: 'warning', sentence: empty } }
  const { rows } = await sql<{ name: string }>`select name from courtcrier_meta.migrations`.execute(database.kysely)
  const known = await migrationNames()
  const newer = rows.find((row) => !known.includes(row.name))
  if (newer) {
    const sentence = `It was created by a newer version of Courtcrier (it has the migration ${newer.name}). Start that version, or restore a backup from before the update.`
    return { state: 'newer', check: { name, state: 'failed', sentence } }
  }
  const missing = known.length - rows.length
  if (missing > 0) {
    const which = missing === 1 ? 'One migration is' : `${missing} migrations are`
    const sentence = `${which} to be applied; "courtcrier migrate" or the next start does so.`
    return { state: 'older', check: { name, state: 'warning', sentence } }
  }
  return { state: 'current', check: await checkFirms(database) }
}

const empty = 'It is empty. Create a firm with "courtcrier firm create".'

async function checkFirms(database: Database): Promise<Check> {
  const firms = await withSystem(
    database,
    async (trx) => (await sql<{ n: number }>`select count(*)::int as n from firms`.execute(trx)).rows[0]?.n ?? 0,
  )
  if (firms === 0) return { name, state: 'warning', sentence: 'There is no firm yet: courtcrier firm create --help' }
  const sentence = `It answers, its schema is current, and it has ${counted(firms, 'firm')}.`
  return { name, state: 'ok', sentence }
}
