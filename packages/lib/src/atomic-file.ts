import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
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
