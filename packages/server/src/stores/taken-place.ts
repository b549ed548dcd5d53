import { type ConnectorKind, noSettings, type PlaceSettings } from '@courtcrier/connectors/connector-kind.ts'
import { tableOf } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { settingColumns } from './read-settings.ts'

/** Whether another firm was the first to use the same location, or one above or below it. */
export async function isTaken(
  database: Database,
  {
    firmId,
    credentialId,
    root,
    kind,
  }: { firmId: number; credentialId: string; root: string | undefined; kind: ConnectorKind },
): Promise<boolean> {
  if (root === undefined) return false
  const resource = getResource(kind.credential)
  const table = sql.table(tableOf(resource))
  const ofDriver = kind.driver === undefined ? sql`true` : sql`driver = ${kind.driver}`
  return withSystem(database, async (trx) => {
    const { rows } = await sql<Partial<PlaceSettings>>`
      select ${settingColumns(resource)} from ${table}
      where ${ofDriver} and firm_id <> ${firmId} and coalesce((created_at, id) < (
        select created_at, id from ${table} where firm_id = ${firmId} and id = ${credentialId}::uuid), true)`.execute(
      trx,
    )
    return rows.some((settings) => {
      const other = rootOrNone(kind.rootOf, { ...noSettings, ...settings })
      return other !== undefined && (isWithin(root, other) || isWithin(other, root))
    })
  })
}

function rootOrNone(
  rootOf: (settings: PlaceSettings) => string | undefined,
  settings: PlaceSettings,
): string | undefined {
  try {
    return rootOf(settings)
  } catch {
    // An invalid address belongs to no one.
    return undefined
  }
}

function isWithin(inner: string, outer: string): boolean {
  const slashed = (text: string) => `${text.replace(/(?<!\/)\/+$/, '')}/`
  return slashed(inner).startsWith(slashed(outer))
}
