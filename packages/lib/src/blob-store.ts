import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { makeFolderDurably, moveDurably, syncFolder, writeTemporary } from './atomic-file.ts'
import { errorCode, storageError } from './storage-error.ts'

/** Content-addressed bytes: the same bytes have the same name and are stored once. */
export interface BlobStore {
  /**
   * Stores the bytes; durable when the promise resolves. Throws `StorageFullError` or `StorageUnwritableError` if they
   * can't be stored.
   */
  put: (content: Uint8Array | AsyncIterable<Uint8Array>) => Promise<StoredBlob>
  /** Returns all the bytes. Throws `BlobMissingError`. */
  get: (sha256: string) => Promise<Uint8Array>
  /** Streams the bytes; `end` is inclusive. A missing blob is the stream's `error` event. */
  stream: (sha256: string, range?: { start: number; end?: number }) => Readable
  /** The size in bytes; undefined when the blob isn't there. */
  stat: (sha256: string) => Promise<{ size: number } | undefined>
  has: (sha256: string) => Promise<boolean>
}

export interface StoredBlob {
  /** 64 lower-case hexadecimal digits. */
  sha256: string
  /** In bytes. */
  size: number
}

/** A store in a folder, whose blobs other programs can open by their path. */
export interface FolderBlobStore extends BlobStore {
  path: (sha256: string) => string
  /** Keeps bytes on the disk, and not in memory, until they have been used, and removes them then. */
  setAside: <T>(content: AsyncIterable<Uint8Array>, use: UseBytes<T>) => Promise<T>
  /** Stores bytes once they have passed a check; nothing of what it refuses stays on the disk. */
  putChecked: <T>(
    content: AsyncIterable<Uint8Array>,
    check: (open: OpenBytes) => Promise<T>,
  ) => Promise<StoredBlob & { found: T }>
}

/** Opens bytes from their beginning, as often as needed. */
export type OpenBytes = () => Readable
type UseBytes<T> = (read: () => Promise<Uint8Array>, open: OpenBytes) => Promise<T>

export class BlobMissingError extends Error {
  override name = 'BlobMissingError'
}

/** Opens a store in a folder, created if missing. Several processes may share it. */
export async function openBlobStore(folder: string): Promise<FolderBlobStore> {
  const incoming = join(folder, 'incoming')
  await guard(folder, () => makeFolderDurably(incoming))
  await removeAbandoned(incoming)
  const path = (sha256: string) => blobPath(folder, sha256)
  const find = (sha256: string) => findFile(path(sha256))
  return {
    path,
    put: (bytes) => guard(folder, () => (bytes instanceof Uint8Array ? putBytes(bytes) : putChecked(bytes, anyBytes))),
    get: (sha256) => readBlob(path(sha256), sha256),
    stream: (sha256, range) => createReadStream(path(sha256), range),
    stat: find,
    has: async (sha256) => (await find(sha256)) !== undefined,
    setAside: (content, use) => {
      const temporary = join(incoming, randomUUID())
      return keepWhile(temporary, () => guard(folder, () => writeTemporary(temporary, content)), use)
    },
    putChecked: (content, check) => guard(folder, () => putChecked(content, check)),
  }

  async function putBytes(bytes: Uint8Array): Promise<StoredBlob> {
    const blob = { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.byteLength }
    if (await adopt(path(blob.sha256), blob.size)) return blob
    const temporary = join(incoming, randomUUID())
    await writeTemporary(temporary, [bytes])
    await keep(temporary, path(blob.sha256))
    return blob
  }

  async function putChecked<T>(content: AsyncIterable<Uint8Array>, check: (open: OpenBytes) => Promise<T>) {
    const hash = createHash('sha256')
    const temporary = join(incoming, randomUUID())
    const size = await writeTemporary(temporary, hashed(content, hash))
    const found = await removedIfRefused(temporary, check)
    const sha256 = hash.digest('hex')
    if (await adopt(path(sha256), size)) await rm(temporary, { force: true })
    else await keep(temporary, path(sha256))
    return { sha256, size, found }
  }
}

const anyBytes = async () => undefined

/** Keeps bytes in a file until they have been used. */
async function keepWhile<T>(temporary: string, write: () => Promise<unknown>, use: UseBytes<T>): Promise<T> {
  await write()
  try {
    return await use(
      () => readFile(temporary),
      () => createReadStream(temporary),
    )
  } finally {
    await rm(temporary, { force: true })
  }
}

async function removedIfRefused<T>(temporary: string, check: (open: OpenBytes) => Promise<T>): Promise<T> {
  try {
    return await check(() => createReadStream(temporary))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: { update: (chunk: Uint8Array) => unknown }) {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

/** 256 subfolders, so that no folder grows past what tools and network file systems can list. */
function blobPath(folder: string, sha256: string): string {
  // The name may come from a request; anything but a digest could climb out of the folder.
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('A blob is named by 64 lower-case hexadecimal digits.')
  return join(folder, sha256.slice(0, 2), sha256)
}

async function keep(temporary: string, path: string): Promise<void> {
  const folder = dirname(path)
  try {
    if (!madeFolders.has(folder)) await makeFolderDurably(folder)
    madeFolders.add(folder)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  try {
    await moveDurably(temporary, path)
  } catch (error) {
    // The folder may have been removed; the next attempt recreates it.
    madeFolders.delete(folder)
    throw error
  }
}

/** Folders that this process has seen: at most 256 per store. */
const madeFolders = new Set<string>()

/**
 * Whether the blob already exists in full. Its name is synced again, because its writer may have renamed it a moment
 * ago without reaching the sync; its time is updated, so that a sweep of old blobs doesn't remove one that was just
 * relied upon. A blob with another size is a write torn by a failing disk.
 */
async function adopt(path: string, size: number): Promise<boolean> {
  const found = await findFile(path)
  if (found?.size !== size) return false
  const now = new Date()
  await utimes(path, now, now)
  await syncFolder(dirname(path))
  return true
}

async function readBlob(path: string, sha256: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    throw new BlobMissingError(`There is no blob ${sha256}.`, { cause: error })
  }
}

/** Synchronous, because usually there is no file, and reporting that as an error is twenty times as expensive. */
async function findFile(path: string): Promise<{ size: number } | undefined> {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && { size: found.size }
}

/** Removes files that a crash left half written, once they are a day old: another process may be writing newer ones. */
async function removeAbandoned(incoming: string): Promise<void> {
  const limit = Date.now() - 24 * 60 * 60 * 1000
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < limit) await rm(path, { force: true })
  }
}

async function guard<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw storageError(error, folder)
  }
}
