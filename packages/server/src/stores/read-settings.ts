import type { Problem } from '@courtcrier/connectors/connector.ts'
import { noSettings, type PlaceSettings } from '@courtcrier/connectors/connector-kind.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, findField, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { destinationOf, hasDirectedSecrets } from '@courtcrier/contract/secret-destination.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'

export interface SettingsKey {
  firmId: number
  credentialId: string
  kind: string
}

/** Reads the settings of a credential, its secrets in clear text; undefined if there is no such credential. */
export async function readSettings(
  { database, secrets }: { database: Database; secrets: Pick<SealingBox, 'open'> },
  key: SettingsKey,
): Promise<PlaceSettings | Problem | undefined> {
  return withFirm(database, key.firmId, (trx) => readSettingsIn(trx, secrets, key))
}

/** Does the same in a transaction. */
export async function readSettingsIn(
  trx: Trx,
  secrets: Pick<SealingBox, 'open'>,
  { firmId, credentialId, kind }: SettingsKey,
): Promise<PlaceSettings | Problem | undefined> {
  const resource = findResource(kind)
  if (!resource) return undefined
  const { rows } = await sql<AnyRow>`
    select ${settingColumns(resource)} from ${sql.table(tableOf(resource))}
    where firm_id = ${firmId} and id = ${credentialId}::uuid`.execute(trx)
  const [row] = rows
  if (!row) return undefined
  try {
    return { ...noSettings, ...row, ...openAll(secrets, resource, row) }
  } catch {
    // Sealed with a key that this server no longer has, or for another address than the row's.
    const sentence =
      'The secrets of the credential cannot be read with the key of this server, or were saved for another address. Enter them again.'
    return { problem: 'auth', sentence }
  }
}

/** The columns of a kind's settings, secrets sealed. */
export function settingColumns(resource: Resource): RawBuilder<unknown> {
  return sql.join(settingNames(resource).map((name) => sql`${sql.ref(snakeCase(name))} as ${sql.ref(name)}`))
}

/** The settings that a connector of the kind uses, and those that say where its secrets may go. */
function settingNames(resource: Resource): string[] {
  return Object.keys(resource.fields).filter(
    (name) => Object.hasOwn(noSettings, name) || findField(resource, name)?.directsSecrets,
  )
}

function openAll(secrets: Pick<SealingBox, 'open'>, resource: Resource, row: AnyRow): Record<string, string | null> {
  const destination = hasDirectedSecrets(resource) ? destinationOf(resource, row) : undefined
  const opened = secretNames(resource).map((name) => {
    const sealed = row[name] as Uint8Array | null
    return [name, sealed && secrets.open(sealed, destination)]
  })
  return Object.fromEntries(opened)
}

function secretNames(resource: Resource): string[] {
  return settingNames(resource).filter((name) => findField(resource, name)?.kind === 'secret')
}
