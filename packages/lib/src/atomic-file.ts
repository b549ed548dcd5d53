import { randomUUID } from 'node:crypto'
import { type FileHandle, link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from './storage-error.ts'

/**
 * Writes and syncs a new file readable only by its owner; on failure the file is removed. Returns the number of bytes.
 */
export async function writeTemporary(
  path: string,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  try {
    const size = await writeAll(file, content)
    await file.datasync()
    return size
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** Renames within one file system and syncs the folder, so that the new name survives a power cut. */
export async function moveDurably(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    await rm(from, { force: true })
    throw error
  }
  await syncFolder(dirname(to))
}

/**
 * Creates a file with its content, readable only by its owner. Returns false if there is one. It has its name only once it
 * is whole: another process that starts at the same moment doesn't find it empty.
 */
export async function createWhole(path: string, content: string): Promise<boolean> {
  const bytes = Buffer.from(content)
  const temporary = `${path}.${randomUUID()}.tmp`
  await writeTemporary(temporary, [bytes])
  try {
    return await unlessTaken(() => link(temporary, path))
  } catch (error) {
    if (!noHardLinks.has(errorCode(error) ?? '')) throw error
    return await unlessTaken(() => writeTemporary(path, [bytes]))
  } finally {
    await rm(temporary, { force: true })
  }
}

async function unlessTaken(create: () => Promise<unknown>): Promise<boolean> {
  try {
    await create()
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * FAT and some network file systems have no hard links. On Windows, Node says EISDIR of those that don't know the
 * function; a folder can't be meant, since what gets another name is none and a taken name is EEXIST.
 */
export const noHardLinks: ReadonlySet<string> = new Set([
  ...['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV', 'EISDIR'],
])

/** Makes the names in a folder durable: a rename exists only in memory until the folder itself is synced (fsync(2)). */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Windows and some network file systems refuse to sync a folder; there the rename is durable by itself.
    if (!unsupportedCodes.has(errorCode(error) ?? '')) throw error
  } finally {
    await handle.close()
  }
}

/** Creates a folder and its parents, private to the owner, with the new names synced. */
export async function makeFolderDurably(folder: string): Promise<void> {
  const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (firstCreated === undefined) return
  for (let made = folder; made.length >= firstCreated.length; made = dirname(made)) await syncFolder(dirname(made))
}

async function writeAll(file: FileHandle, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0
  for await (const chunk of content) {
    // `writeFile` on a handle continues at the current position and repeats short writes until everything is written.
    await file.writeFile(chunk)
    size += chunk.byteLength
  }
  return size
}

const unsupportedCodes = new Set(['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF'])
