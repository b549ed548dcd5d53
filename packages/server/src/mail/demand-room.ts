import { statfs } from 'node:fs/promises'
import { StorageFullError } from '../base/lib/storage-error.ts'
import type { Services } from '../base/services.ts'

/** Kept free of messages for what is taken in already: its documents, its log, and the database's upkeep. In bytes. */
const mostReserve = 64 * 1024 * 1024
/** On a small disk, so much of it. The embedded database writes its log in files of 16 MB. */
const databaseShare = 0.2
const blobShare = 0.03
/** Whether there is room is not asked again for so long, in milliseconds. */
const rememberMs = 250

/** Throws `StorageFullError` when what is left on a disk that messages go to is a reserve for those that are in. */
export async function demandRoom({ config, database }: Pick<Services, 'config' | 'database'>): Promise<void> {
  await demand(config.blobFolder, blobShare)
  if (database.folder !== undefined) await demand(database.folder, databaseShare)
}

const checked = new Map<string, number>()

async function demand(folder: string, share: number): Promise<void> {
  const key = `${share} ${folder}`
  const last = checked.get(key)
  if (last !== undefined && performance.now() - last < rememberMs) return
  // A folder that cannot be asked is not written either, and the write says why.
  const found = await statfs(folder).catch(() => undefined)
  if (!found) return
  const reserve = Math.min(mostReserve, found.blocks * found.bsize * share)
  if (found.bavail * found.bsize < reserve) {
    checked.delete(key)
    throw new StorageFullError(`Little room is left in ${folder}; it is kept for what was received before.`)
  }
  checked.set(key, performance.now())
}
