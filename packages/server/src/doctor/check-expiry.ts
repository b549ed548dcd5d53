import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { type Expiring, expiringSecrets, isDue } from '../stores/expiring-kinds.ts'
import type { Check } from './check.ts'

/** The secrets of all firms whose day of expiry is past or near: what waits or fails from then on, one check each. */
export async function checkExpiry(database: Database, now = new Date()): Promise<readonly Check[]> {
  const checks: Check[] = []
  for (const kind of expiringSecrets) checks.push(...(await checkKind(database, kind, now)))
  return checks
}

async function checkKind(
  database: Database,
  kind: (typeof expiringSecrets)[number],
  now: Date,
): Promise<readonly Check[]> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass(${kind.table}) is not null as found`.execute(database.kysely)
  // An older schema, which another check reports.
  if (!tables[0]?.found) return []
  const today = now.toISOString().slice(0, 10)
  const { rows } = await withSystem(database, (trx) =>
    sql<Expiring & { firmId: number }>`
      select firm_id as "firmId", id, name, expires_at::text as "expiresAt", expires_at - ${today}::date as days
      from ${sql.table(kind.table)} where ${isDue(kind, today, '-infinity')}
      order by firm_id, lower(name), id`.execute(trx),
  )
  return rows.map((row) => ({
    name: `Secret of the ${kind.what} "${row.name}" of firm ${row.firmId}`,
    state: row.days < 0 ? 'failed' : 'warning',
    sentence: row.days < 0 ? `It expired on ${row.expiresAt}. Replace it, or correct the day.` : kind.sentenceOf(row),
  }))
}
