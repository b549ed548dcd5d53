import type { Connector, Problem } from '@courtcrier/connectors/connector.ts'
import { type ConnectorKind, noSettings, type PlaceSettings, type Ways } from '@courtcrier/connectors/connector-kind.ts'
import { findConnectorKind } from '@courtcrier/connectors/registry.ts'
import { openDial } from '@courtcrier/connectors/ways/dial.ts'
import { openStoreAddresses } from '@courtcrier/connectors/ways/store-address.ts'
import { openStoreHttp, type StoreHttp } from '@courtcrier/connectors/ways/store-http.ts'
import { findField, tableOf } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { usualPace } from '@courtcrier/lib/pace.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../base/config.ts'
import type { ChangeFeed } from '../base/db/changes.ts'
import type { Database } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { type AgentPace, type AgentPlace, openAgentConnector, type TriedConnector } from './agents/agent-connector.ts'
import { withDemoLinks } from './demo-links.ts'
import { readSettings, settingColumns } from './read-settings.ts'
import { openStoreFolderTurns } from './store-folder-turns.ts'
import { openStoreGrants } from './store-grants.ts'
import { openStoreUploads } from './store-uploads.ts'

/** The credential that copies are saved with, as it was when looked up. */
export interface StoreKey {
  firmId: number
  credentialId: string
  kind: string
  /** For generic credentials. */
  driver: string | null
  /** Set if an agent saves with it. */
  agent?: AgentPlace | undefined
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
  open: (key: StoreKey) => Promise<TriedConnector | Problem>
  /** No longer waits for agents: what they are doing is to be done later. */
  stopAsking: () => void
  /** So many workers send requests to the services, this one included. */
  shareAmong: (workers: number) => void
}

interface StoresOptions {
  config: Pick<Config, 'storageFolder' | 'privateStores' | 'storeGateway' | 'isDemo'>
  database: Database
  secrets: SealingBox
  log: Pick<Logger, 'debug' | 'warn'>
  /** Says when an agent has answered. */
  feed: Pick<ChangeFeed, 'subscribe'>
  /** How long agents have; as usual if absent. */
  agentPace?: AgentPace
}

/** How services that store documents are called. */
export function openServiceHttp(
  { config, log }: Pick<StoresOptions, 'config' | 'log'>,
  processes?: () => number,
): StoreHttp {
  const addresses = openStoreAddresses(config.privateStores)
  return openStoreHttp({ addresses, log, pace: usualPace, gateway: config.storeGateway, processes })
}

function openWays({ config, database, secrets, log }: StoresOptions, workers: () => number): Ways {
  return {
    storageFolder: config.storageFolder,
    http: openServiceHttp({ config, log }, workers),
    dial: openDial(openStoreAddresses(config.privateStores)),
    pace: usualPace,
    grants: openStoreGrants({ database, secrets }),
    uploads: openStoreUploads({ database, secrets }),
    folderTurns: openStoreFolderTurns({ database, log }),
  }
}

export function openStores(options: StoresOptions): Stores {
  const { config, database, secrets, feed, agentPace } = options
  let workers = 1
  const ways = openWays(options, () => workers)
  const opened = new Map<string, { version: string; connector: Connector }>()
  const stop = new AbortController()
  const agents = { database, feed, pace: agentPace, stop: stop.signal }
  return {
    stopAsking: () => stop.abort(),
    shareAmong: (count) => {
      workers = count
    },
    async open(key) {
      const { firmId, credentialId, version } = key
      const kind = findConnectorKind(key)
      if (!kind) return whyNoConnector(key)
      if (key.agent) return openAgentConnector(agents, { ...key, agent: key.agent })
      const id = `${firmId}:${credentialId}`
      const known = opened.get(id)
      if (known?.version === version) return known.connector
      const settings = await readSettings({ database, secrets }, key)
      if (!settings) return credentialGone
      if ('problem' in settings) return settings
      if (await isTaken(database, { firmId, credentialId, root: kind.rootOf(settings), kind })) return sharedPlace
      const connector = withDemoLinks(await kind.open({ firmId, credentialId, settings }, ways), config)
      // Two simultaneous callers share one connector, which keeps them from writing the same file.
      const first = opened.get(id)
      if (first?.version === version) return first.connector
      opened.set(id, { version, connector })
      return connector
    },
  }
}

/** The document isn't to blame: copies wait for a version that has a connector, as they do at an agent without one. */
function whyNoConnector({ kind, driver }: StoreKey): Problem {
  if (kind === '' || (kind === genericCredential.name && driver === null)) return credentialGone
  const [resource, key, value] =
    kind === genericCredential.name ? [genericCredential, 'driver', driver ?? ''] : [credential, 'kind', kind]
  const name = findField(resource, key)?.valueLabels?.[value] ?? value
  return {
    problem: 'auth',
    sentence: `The storage policy names a DMS credential for ${name}, and this version has no connector for that. Install a version that has one, or choose another credential in the policy.`,
  }
}

const credentialGone: Problem = {
  problem: 'rejected',
  sentence: "The storage policy's DMS credential no longer exists.",
}

const sharedPlace: Problem = {
  problem: 'auth',
  sentence: "Another firm on this server saves to the same folder. Choose a folder that is this firm's alone.",
}

/** Whether another firm was the first to use the same location, or one above or below it. */
async function isTaken(
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
      where ${ofDriver} and firm_id <> ${firmId} and (created_at, id) < (
        select created_at, id from ${table} where firm_id = ${firmId} and id = ${credentialId}::uuid)`.execute(trx)
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
