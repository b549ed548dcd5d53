import { snakeCase } from '@courtcrier/contract/names.ts'
import { findField } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../base/config.ts'
import type { Database } from '../base/db/database.ts'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { usualPace } from '@courtcrier/lib/pace.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import type { Connector, Problem } from '@courtcrier/connectors/connector.ts'
import type { PlaceSettings } from '@courtcrier/connectors/connector-kind.ts'
import { connectorKinds } from '@courtcrier/connectors/registry.ts'
import { openDial } from '@courtcrier/connectors/ways/dial.ts'
import { openStoreAddresses } from '@courtcrier/connectors/ways/store-address.ts'
import { openStoreHttp } from '@courtcrier/connectors/ways/store-http.ts'

/** The credential that copies are saved with, as it was when looked up. */
export interface StoreKey {
  firmId: number
  credentialId: string
  kind: string
  /** For generic credentials. */
  driver: string | null
  /** A different version means that the credential has changed, and it is reopened. */
  version: string
}

declare module '../base/services.ts' {
  interface Services {
    /** Where firms save copies, by credential. */
    stores: Stores
  }
}

/** The connectors for firms' credentials. */
export interface Stores {
  /** The connector for a credential, opened once for all callers; a problem if there is none for it. */
  open: (key: StoreKey) => Promise<Connector | Problem>
}

interface StoresOptions {
  config: Pick<Config, 'storageFolder' | 'privateStores'>
  database: Database
  secrets: Pick<SealingBox, 'open'>
  log: Pick<Logger, 'debug'>
}

export function openStores({ config, database, secrets, log }: StoresOptions): Stores {
  const addresses = openStoreAddresses(config.privateStores)
  const ways = {
    storageFolder: config.storageFolder,
    http: openStoreHttp({ addresses, log, pace: usualPace }),
    dial: openDial(addresses),
    pace: usualPace,
  }
  const opened = new Map<string, { version: string; connector: Connector }>()
  return {
    async open(key) {
      const { firmId, credentialId, version } = key
      const kind = connectorKinds.find(({ driver }) => driver === key.driver)
      if (key.kind !== genericCredential.name || !kind) return whyNoConnector(key)
      const id = `${firmId}:${credentialId}`
      const known = opened.get(id)
      if (known?.version === version) return known.connector
      const settings = await readSettings(database, secrets, key)
      if ('problem' in settings) return settings
      const taken = await isTaken(database, { firmId, credentialId, root: kind.rootOf(settings), driver: kind.driver })
      if (taken) return sharedPlace
      const connector = await kind.open({ firmId, credentialId, settings }, ways)
      // Two simultaneous callers share one connector, which keeps them from writing the same file.
      const first = opened.get(id)
      if (first?.version === version) return first.connector
      opened.set(id, { version, connector })
      return connector
    },
  }
}

function whyNoConnector({ kind, driver }: StoreKey): Problem {
  if (kind === genericCredential.name && driver === null)
    return { problem: 'rejected', sentence: "The storage policy's DMS credential no longer exists." }
  const [resource, key, value] =
    kind === genericCredential.name ? [genericCredential, 'driver', driver ?? ''] : [credential, 'kind', kind]
  const name = findField(resource, key)?.valueLabels?.[value] ?? value
  return {
    problem: 'rejected',
    sentence: `The storage policy names a DMS credential for ${name}, and this version has no connector for that.`,
  }
}

const sharedPlace: Problem = {
  problem: 'auth',
  sentence: 'Another firm on this server saves to the same folder. Choose a folder that is this firm’s alone.',
}

const secretNames = ['password', 'apiKey', 'apiSecret', 'token', 'privateKey', 'passphrase'] as const
type SecretName = (typeof secretNames)[number]
type PlainSettings = Omit<PlaceSettings, SecretName>

const plainNames: readonly (keyof PlainSettings)[] = [
  'baseUrl',
  'region',
  'database',
  'folderId',
  'username',
  'hostKey',
  'signIn',
]
const plainColumns = columnsOf(plainNames)
const sealedColumns = columnsOf(secretNames)

function columnsOf(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql`${sql.ref(snakeCase(name))} as ${sql.ref(name)}`))
}

async function readSettings(
  database: Database,
  secrets: Pick<SealingBox, 'open'>,
  { firmId, credentialId }: StoreKey,
): Promise<PlaceSettings | Problem> {
  const row = await withFirm(database, firmId, async (trx) => {
    const { rows } = await sql<PlainSettings & Record<SecretName, Uint8Array | null>>`
      select driver, ${plainColumns}, ${sealedColumns}
      from generic_credentials where firm_id = ${firmId} and id = ${credentialId}::uuid`.execute(trx)
    return rows[0]
  })
  if (!row) return whyNoConnector({ kind: genericCredential.name, driver: null } as StoreKey)
  try {
    return { ...row, ...openAll(secrets, row, destinationOf(genericCredential, { ...row })) }
  } catch {
    // Sealed with a key that this server no longer has, or for another address than the row's.
    const sentence =
      'The secrets of the credential cannot be read with the key of this server, or were saved for another address. Enter them again.'
    return { problem: 'auth', sentence }
  }
}

function openAll(
  secrets: Pick<SealingBox, 'open'>,
  row: Readonly<Record<SecretName, Uint8Array | null>>,
  destination: string,
): Record<SecretName, string | null> {
  const opened = secretNames.map((name) => {
    const sealed = row[name]
    return [name, sealed && secrets.open(sealed, destination)]
  })
  return Object.fromEntries(opened)
}

const noSecrets = Object.fromEntries(secretNames.map((name) => [name, null])) as Record<SecretName, null>

/** Whether another firm was the first to use the same location, or one above or below it. */
async function isTaken(
  database: Database,
  {
    firmId,
    credentialId,
    root,
    driver,
  }: { firmId: number; credentialId: string; root: string | undefined; driver: string },
): Promise<boolean> {
  if (root === undefined) return false
  const kind = connectorKinds.find((each) => each.driver === driver)
  return withSystem(database, async (trx) => {
    const { rows } = await sql<PlainSettings>`
      select ${plainColumns} from generic_credentials
      where driver = ${driver} and firm_id <> ${firmId} and (created_at, id) < (
        select created_at, id from generic_credentials where firm_id = ${firmId} and id = ${credentialId}::uuid)`.execute(
      trx,
    )
    return rows.some((settings) => {
      const other = kind && rootOrNone(kind.rootOf, { ...settings, ...noSecrets })
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
