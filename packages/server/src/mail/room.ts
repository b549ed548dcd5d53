import { randomUUID } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StorageFullError, storageError } from '@courtcrier/lib/storage-error.ts'
import type { Config } from '../base/config.ts'
import type { Database } from '../base/db/database.ts'

/** Space in bytes reserved for messages already received: their documents, their log, and database maintenance. */
const mostReserve = 64 * 1024 * 1024
/** Shares of the disk reserved on small disks. The embedded database writes its log in files of 16 MB. */
const databaseShare = 0.2
const blobShare = 0.03
/** Milliseconds before free space is checked again. */
const rememberMs = 250

const checked = new Map<string, number>()

interface Disks {
  config: Pick<Config, 'blobFolder'>
  /** The embedded database has a folder. */
  database: Pick<Database, 'folder'>
}

/**
 * Throws `StorageFullError` when the remaining space on a disk that receives messages is reserved for those already
 * received.
 */
export async function demandRoom({ config, database }: Disks): Promise<void> {
  await demand(config.blobFolder, blobShare)
  if (database.folder !== undefined) await demand(database.folder, databaseShare)
}

async function demand(folder: string, share: number): Promise<void> {
  const key = `${share} ${folder}`
  const last = checked.get(key)
  if (last !== undefined && performance.now() - last < rememberMs) return
  // A folder that can't be checked can't be written either, and the write reports why.
  const found = await statfs(folder).catch(() => undefined)
  if (!found) return
  const reserve = Math.min(mostReserve, found.blocks * found.bsize * share)
  if (found.bavail * found.bsize < reserve) {
    checked.delete(key)
    throw new StorageFullError(`Little room is left in ${folder}; it is reserved for messages already received.`)
  }
  checked.set(key, performance.now())
}

/**
 * Returns why no message is received, although the database and the folder of the documents can still be written to:
 * what room is left is reserved. Undefined if there is enough.
 */
export async function findLackOfRoom(disks: Disks): Promise<string | undefined> {
  try {
    await demandRoom(disks)
    return undefined
  } catch (error) {
    if (error instanceof StorageFullError) return error.message
    throw error
  }
}

/** Returns why a folder can't be written to, as an error; undefined if it can. */
export async function findUnwritable(folder: string): Promise<unknown> {
  const probe = path.join(folder, `.ready-${randomUUID()}`)
  try {
    await writeFile(probe, '1')
    return undefined
  } catch (error) {
    return storageError(error, folder)
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}
