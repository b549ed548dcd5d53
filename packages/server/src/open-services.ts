import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { openBlobStore } from '@courtcrier/lib/blob-store.ts'
import { makePrivate } from '@courtcrier/lib/private-folder.ts'
import { withRecentBlobs } from '@courtcrier/lib/recent-blobs.ts'
import { keyFromFile, makeSecretBox, parseKey } from '@courtcrier/lib/secret-box.ts'
import { errorCode } from '@courtcrier/lib/storage-error.ts'
import type { Logger } from 'pino'
import './behaviours/registry.ts'
import { type Config, ConfigError } from './base/config.ts'
import { openChangeFeed } from './base/db/changes.ts'
import { type Database, openDatabase } from './base/db/database.ts'
import { startJobs } from './base/db/jobs.ts'
import { startMaintenance } from './base/db/maintenance.ts'
import { migrate } from './base/db/migrate.ts'
import { watchWrites } from './base/db/write-probe.ts'
import { makeMetrics } from './base/metrics.ts'
import { reportOutages } from './base/report-outages.ts'
import { reportStorage } from './base/report-storage.ts'
import type { Services } from './base/services.ts'
import { rowUpdates } from './mail/known-addresses.ts'
import { findLackOfRoom, findUnwritable } from './mail/room.ts'
import { makePublicLinks } from './outbox/public-link.ts'
import { ensureStamps } from './records/walls/stamps.ts'
import { bindOldSeals } from './stores/bind-old-seals.ts'
import { openStores } from './stores/open-stores.ts'

/** Ends what was started. */
export type Stop = () => unknown

/** In bytes. Enough for a morning's notices and their attachments, but not for a large document production. */
const recentBlobs = { limit: 32_000_000, largest: 4_000_000, perBlob: 600 }

/** Opens the services without any role, for the command line, which works on the same data. */
export async function openServices(
  config: Config,
  { log, stops }: { log: Logger; stops: Stop[] },
): Promise<{ services: Services; secretKey: Uint8Array }> {
  await demandFolder(config.dataFolder, 'COURTCRIER_DATA')
  await demandFolder(config.blobFolder, 'COURTCRIER_BLOBS')
  await demandFolder(path.join(config.dataFolder, 'fetching'), 'COURTCRIER_DATA')
  await demandFolder(path.join(config.dataFolder, 'handed-over'), 'COURTCRIER_DATA')
  if (config.databaseUrl === undefined) await demandFolder(path.join(config.dataFolder, 'database'), 'COURTCRIER_DATA')
  const secretKey = await readKey(config)
  const database = await openMigrated(config)
  stops.push(database.close, reportOutages(database, log))
  stops.push(reportStorage(log, () => canStore({ config, database })))
  const blobs = withRecentBlobs(await openBlobStore(config.blobFolder), recentBlobs)
  const feed = await openChangeFeed(database)
  stops.push(feed.close)
  const metrics = makeMetrics()
  const onError = (error: unknown) => {
    metrics.jobErrors.inc()
    log.error({ err: error }, 'a job failed unexpectedly')
  }
  const jobs = await startJobs(database, { feed, onError, isAlone: database.kind === 'pglite' })
  stops.push(jobs.stop)
  stops.push(startMaintenance(database, onError), watchWrites(database, onError))
  const secrets = makeSecretBox(secretKey)
  await bindOldSeals({ database, secrets, log })
  return {
    services: {
      config,
      database,
      blobs,
      jobs,
      feed,
      secrets,
      publicLinks: makePublicLinks(secretKey),
      log,
      metrics,
      stores: openStores({ config, database, secrets, log, feed }),
    },
    secretKey,
  }
}

async function canStore(disks: { config: Config; database: Database }): Promise<boolean> {
  const { dataFolder, blobFolder } = disks.config
  const found = await Promise.all([findLackOfRoom(disks), ...[dataFolder, blobFolder].map(findUnwritable)])
  return found.every((problem) => problem === undefined)
}

async function openMigrated(config: Config): Promise<Database> {
  const database = await openDatabase(config.databaseUrl ? { url: config.databaseUrl } : { folder: config.dataFolder })
  try {
    await migrate(database, rowUpdates, ensureStamps)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Creates the folder and removes everyone else's access. Throws a `ConfigError` that names the setting when the folder
 * can't be written or stays accessible to others.
 */
export async function demandFolder(folder: string, setting: string): Promise<void> {
  const problem = await makeWritable(folder, setting)
  if (problem !== undefined)
    throw new ConfigError(`${problem} It holds what courts sent and what opens it; ${setting} names another folder.`)
}

async function makeWritable(folder: string, setting: string): Promise<string | undefined> {
  try {
    const problem = await makePrivate(folder)
    await access(folder, constants.W_OK)
    return problem
  } catch (cause) {
    throw new ConfigError(`The folder ${folder} cannot be written. Make it writable, or set ${setting} to another.`, {
      cause,
    })
  }
}

async function readKey(config: Config): Promise<Uint8Array> {
  if (!config.secretKey) return readKeyFile(path.join(config.dataFolder, 'secret.key'))
  const key = parseKey(config.secretKey)
  if (!key) throw new ConfigError('COURTCRIER_SECRET_KEY must be 32 bytes, in hexadecimal or base64.')
  return key
}

async function readKeyFile(file: string): Promise<Uint8Array> {
  try {
    return await keyFromFile(file)
  } catch (cause) {
    // One of the system names itself: the file is another user's, or the disk is full.
    if (errorCode(cause) !== undefined) throw cause
    throw new ConfigError(`${(cause as Error).message}. Restore it from a backup.`, { cause })
  }
}
