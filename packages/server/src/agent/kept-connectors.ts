import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Connector, Problem } from '@courtcrier/connectors/connector.ts'
import type { Ways } from '@courtcrier/connectors/connector-kind.ts'
import { openFolder, openSharedFolder } from '@courtcrier/connectors/file-system/index.ts'
import { problemError } from '@courtcrier/connectors/problems.ts'
import { findConnectorKind } from '@courtcrier/connectors/registry.ts'
import { openDial } from '@courtcrier/connectors/ways/dial.ts'
import { openLocalFolderTurns } from '@courtcrier/connectors/ways/folder-turns.ts'
import { openStoreAddresses } from '@courtcrier/connectors/ways/store-address.ts'
import { openStoreHttp } from '@courtcrier/connectors/ways/store-http.ts'
import { usualPace } from '@courtcrier/lib/pace.ts'
import type { Logger } from 'pino'
import { version } from '../base/version.ts'
import type { AgentFolder } from './agent-folder.ts'
import type { KeptCredential } from './saved-credentials.ts'
import { openSavedUploads } from './saved-uploads.ts'

/** The connectors for the credentials that are kept here. */
export interface KeptConnectors {
  open: (kept: KeptCredential) => Promise<Connector | Problem>
}

/** Every address is the administrator's own choice here: they enter it on this machine. */
const everywhere = ['0.0.0.0/0', '::/0']

/** Opens connectors by the same code as the server does; each once, until its settings change. */
export function openKeptConnectors(folder: AgentFolder, log: Pick<Logger, 'debug'>): KeptConnectors {
  const ways = openWays(folder, log)
  const opened = new Map<string, { version: string; connector: Connector }>()
  return {
    open: async (kept) => {
      const version = JSON.stringify(kept)
      const known = opened.get(kept.name)
      if (known?.version === version) return known.connector
      const connector = await openOne(kept, ways)
      if (!('problem' in connector)) opened.set(kept.name, { version, connector })
      return connector
    },
  }
}

async function openOne(kept: KeptCredential, ways: Ways): Promise<Connector | Problem> {
  const { name, kind, driver, settings, isUnreadable } = kept
  if (isUnreadable) return unreadable(name)
  if (driver === 'FILE_SYSTEM') return openExisting(settings.folderId ?? '')
  const found = findConnectorKind({ kind, driver })
  if (!found) return noConnector(name)
  return found.open({ firmId: 0, credentialId: name, settings }, ways)
}

/** The document isn't to blame: copies wait until a version that has one runs. */
function noConnector(name: string): Problem {
  const sentence = `The agent, of version ${version}, has no connector for its credential "${name}". Install the server's version on its machine.`
  return { problem: 'auth', sentence }
}

function unreadable(name: string): Problem {
  const sentence = `The agent's secret.key doesn't open the secrets of its credential "${name}". On its machine, enter them again: courtcrier agent credential set`
  return { problem: 'auth', sentence }
}

/**
 * Opens a folder, which must be there: a share that isn't mounted would otherwise be taken for an empty one, and the
 * documents end up on this machine.
 */
function openExisting(root: string): Connector | Problem {
  if (!path.isAbsolute(root)) return { problem: 'auth', sentence: `"${root}" is not a whole path of this machine.` }
  // Whether it is there is asked as patiently as all else: a share that hangs doesn't answer that either.
  return openSharedFolder(path.resolve(root), ifThere)
}

function ifThere(root: string): Connector {
  const connector = openFolder(root)
  const ready = async <T>(work: () => Promise<T | Problem>): Promise<T | Problem> =>
    (await isFolder(root)) ? work() : folderAway(root)
  return {
    ensureFolder: (...asked) => ready(() => connector.ensureFolder(...asked)),
    put: (file) => ready(() => connector.put(file)),
    exists: (relative) => ready(() => connector.exists(relative)),
    link: () => undefined,
    check: async () =>
      (await isFolder(root))
        ? connector.check()
        : [{ step: 'connect', state: 'failed', sentence: folderAway(root).sentence }],
  }
}

async function isFolder(root: string): Promise<boolean> {
  const found = await stat(root).catch(() => undefined)
  return found?.isDirectory() ?? false
}

function folderAway(root: string): Problem {
  const sentence = `The folder ${root} isn't there, or the agent may not see it. Is the share mounted?`
  return { problem: 'transient', sentence, isUnanswered: true }
}

function openWays(folder: AgentFolder, log: Pick<Logger, 'debug'>): Ways {
  const addresses = openStoreAddresses(everywhere)
  return {
    storageFolder: '',
    http: openStoreHttp({ addresses, log, pace: usualPace }),
    dial: openDial(addresses),
    pace: usualPace,
    // No service that an agent saves to has a person's sign-in.
    grants: {
      renew: async () => {
        throw problemError('auth', "An agent can't save to a service that a person signs in to.")
      },
    },
    uploads: openSavedUploads(folder),
    folderTurns: openLocalFolderTurns(),
  }
}
