import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import type { Check } from './check.ts'

/** Providers ask at least once a day even if nothing changes (Entra every 40 minutes). */
const quietDays = 3
const warnDays = 14
const dayMs = 24 * 3600_000

interface Token {
  name: string
  providerName: string
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
}

/** Says of each provisioning token whether it works and is used; those that were revoked aren't mentioned. */
export async function checkProvisioning(database: Database, now = new Date()): Promise<readonly Check[]> {
  const { rows: firms } = await withSystem(database, (trx) =>
    sql<{ id: number }>`
      select distinct firm_id as id from api_keys where provider_id is not null order by 1`.execute(trx),
  )
  const checks: Check[] = []
  for (const { id } of firms) {
    const { rows } = await withFirm(database, id, (trx) =>
      sql<Token>`
        select k.name, i.name as "providerName", k.created_at as "createdAt", k.expires_at as "expiresAt",
          k.last_used_at as "lastUsedAt"
        from api_keys k join identity_providers i on i.firm_id = k.firm_id and i.id = k.provider_id
        where k.firm_id = ${id}::integer and k.revoked_at is null order by i.name, k.name`.execute(trx),
    )
    for (const token of rows)
      checks.push({
        name: `Provisioning by ${token.providerName} of firm ${id}`,
        ...describe(token, now),
      })
  }
  return checks
}

function describe({ name, createdAt, expiresAt, lastUsedAt }: Token, now: Date): Omit<Check, 'name'> {
  const day = (date: Date) => date.toISOString().slice(0, 10)
  const isOlder = (date: Date, days: number) => now.getTime() - date.getTime() > days * dayMs
  if (expiresAt <= now)
    return {
      state: 'failed',
      sentence: `The token "${name}" expired on ${day(expiresAt)}. No users are provisioned with it; rotate it in the console and enter it at the provider.`,
    }
  if (expiresAt.getTime() - now.getTime() < warnDays * dayMs)
    return {
      state: 'warning',
      sentence: `The token "${name}" expires on ${day(expiresAt)}. Rotate it in the console and enter it at the provider.`,
    }
  if (!lastUsedAt && isOlder(createdAt, quietDays))
    return { state: 'warning', sentence: `The token "${name}" was never used. Enter it at the provider, or revoke it.` }
  if (lastUsedAt && isOlder(lastUsedAt, quietDays))
    return {
      state: 'warning',
      sentence: `The token "${name}" was last used on ${day(lastUsedAt)}. Check whether provisioning is still on at the provider.`,
    }
  return { state: 'ok', sentence: `The token "${name}" works until ${day(expiresAt)}.` }
}
