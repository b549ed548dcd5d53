import type { Connector, Problem } from '@courtcrier/connectors/connector.ts'
import type { ConnectorKind, PlaceSettings, StorePlace, Ways } from '@courtcrier/connectors/connector-kind.ts'
import { findConnectorKind } from '@courtcrier/connectors/registry.ts'
import { openDial } from '@courtcrier/connectors/ways/dial.ts'
import { openStoreAddresses } from '@courtcrier/connectors/ways/store-address.ts'
import { openStoreHttp, type StoreHttp } from '@courtcrier/connectors/ways/store-http.ts'
import type { Uploads } from '@courtcrier/connectors/ways/uploads.ts'
import { findField } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'
import { usualPace } from '@courtcrier/lib/pace.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import type { Logger } from 'pino'
import type { Config } from '../base/config.ts'
import type { ChangeFeed } from '../base/db/changes.ts'
import type { Database } from '../base/db/database.ts'
import {
  type AgentKey,
  type AgentPace,
  type AgentPlace,
  type AgentPlans,
  askForPlans,
  openAgentConnector,
  type TriedConnector,
} from './agents/agent-connector.ts'
import { withDemoLinks } from './demo-links.ts'
import { readSettings } from './read-settings.ts'
import { openStoreFolderTurns } from './store-folder-turns.ts'
import { openStoreGrants } from './store-grants.ts'
import { openStoreUploads } from './store-uploads.ts'
import { isTaken } from './taken-place.ts'

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
  /** A connector for settings that aren't saved, which no one else gets; a problem if only saved ones can be tried. */
  openUnsaved: (key: StoreKey, settings: PlaceSettings) => Promise<Connector | Problem>
  /** What the DMS of a credential that an agent saves with would get of documents' properties; a problem if it doesn't say so soon. */
  askForPlans: (key: AgentKey, documents: Parameters<typeof askForPlans>[2]) => Promise<AgentPlans | Problem>
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
  /** How long a DMS that is called over HTTP may be silent, in milliseconds; as usual if absent. */
  silentMs?: number
}

/** How services that store documents are called. */
export function openServiceHttp(
  { config, log, silentMs }: Pick<StoresOptions, 'config' | 'log' | 'silentMs'>,
  processes?: () => number,
): StoreHttp {
  const addresses = openStoreAddresses(config.privateStores)
  const silence = silentMs === undefined ? {} : { idleMs: silentMs }
  return openStoreHttp({ addresses, log, pace: usualPace, gateway: config.storeGateway, processes, ...silence })
}

function openWays({ config, database, secrets, log, silentMs }: StoresOptions, workers: () => number): Ways {
  return {
    storageFolder: config.storageFolder,
    http: openServiceHttp({ config, log, ...(silentMs === undefined ? {} : { silentMs }) }, workers),
    dial: openDial(openStoreAddresses(config.privateStores)),
    pace: usualPace,
    grants: openStoreGrants({ database, secrets }),
    uploads: openStoreUploads({ database, secrets }),
    folderTurns: openStoreFolderTurns({ database, log }),
  }
}

export function openStores(options: StoresOptions): Stores {
  const { database, secrets, feed, agentPace } = options
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
      const connector = await openPlace(options, { kind, place: { firmId, credentialId, settings }, ways })
      if ('problem' in connector) return connector
      // Two simultaneous callers share one connector, which keeps them from writing the same file.
      const first = opened.get(id)
      if (first?.version === version) return first.connector
      opened.set(id, { version, connector })
      return connector
    },
    askForPlans: (key, documents) => askForPlans(agents, key, documents),
    openUnsaved: (key, settings) => openUnsaved({ ...options, ways }, key, settings),
  }
}

interface Opening {
  kind: ConnectorKind
  place: StorePlace
  ways: Ways
}

async function openPlace(
  { database, config }: Pick<StoresOptions, 'database' | 'config'>,
  { kind, place, ways }: Opening,
): Promise<Connector | Problem> {
  const { firmId, credentialId, settings } = place
  if (await isTaken(database, { firmId, credentialId, root: kind.rootOf(settings), kind })) return sharedPlace
  return withDemoLinks(await kind.open(place, ways), config)
}

async function openUnsaved(
  { ways, ...options }: Pick<StoresOptions, 'database' | 'config'> & { ways: Ways },
  key: StoreKey,
  settings: PlaceSettings,
): Promise<Connector | Problem> {
  const kind = findConnectorKind(key)
  if (!kind) return whyNoConnector(key)
  if (key.agent) return testedByAgent
  // Its sign-in is stored for the settings that are saved, and must not be used with others.
  if (kind.authorization) return testedSignedIn
  const { firmId, credentialId } = key
  return openPlace(options, {
    kind,
    place: { firmId, credentialId, settings },
    ways: { ...ways, uploads: openShortUploads() },
  })
}

/** A test goes on with no upload of another one. */
function openShortUploads(): Uploads {
  const states = new Map<string, object>()
  return {
    find: async ({ idempotencyKey }) => states.get(idempotencyKey),
    keep: async ({ idempotencyKey }, state) => void states.set(idempotencyKey, state),
    forget: async ({ idempotencyKey }) => void states.delete(idempotencyKey),
  }
}

const testedByAgent: Problem = {
  problem: 'auth',
  sentence: 'An agent tests a credential once it is saved. Save it first.',
  isUntried: true,
}

const testedSignedIn: Problem = {
  problem: 'auth',
  sentence: 'Someone has to sign in to this credential before it can be tested. Save it first, then sign in.',
  isUntried: true,
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
