import { randomUUID } from 'node:crypto'
import { lstat, mkdir, open, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '@courtcrier/lib/atomic-file.ts'
import { errorCode } from '@courtcrier/lib/storage-error.ts'

/** A path would leave the root, through `..` or a symbolic link. */
export class UnsafeFolderError extends Error {
  override name = 'UnsafeFolderError'
  constructor(place: string) {
    super(`"${path.basename(place)}" leads out of the storage folder, so nothing was saved there.`)
  }
}

/** Group-readable, so that a file share can serve them; never world-readable, because they are clients' papers. */
const folderMode = 0o750
export const fileMode = 0o640

/**
 * Creates the folders from the root to `folder`, durably. Returns false if they existed. Throws `UnsafeFolderError` for
 * a symbolic link.
 */
export async function makeFolders(root: string, folder: string): Promise<boolean> {
  if (await isPlainFolder(root, folder)) return false
  await mkdir(root, { recursive: true, mode: folderMode })
  let made = root
  for (const segment of path.relative(root, folder).split(path.sep).filter(Boolean)) {
    made = path.join(made, segment)
    await makeFolder(made)
  }
  if (!(await isPlainFolder(root, folder))) throw new UnsafeFolderError(folder)
  return true
}

/** Writes, syncs and removes a small file. Throws the system's error. */
export async function checkWritable(folder: string): Promise<void> {
  const probe = path.join(folder, `.courtcrier-${randomUUID()}.tmp`)
  const handle = await open(probe, 'wx', fileMode)
  try {
    await handle.writeFile('Courtcrier')
    await handle.datasync()
  } finally {
    await handle.close()
    await rm(probe, { force: true })
  }
}

/**
 * Returns whether the folder exists. Throws `UnsafeFolderError` if there is a symbolic link between it and the root.
 * The root itself may be one.
 */
export async function isPlainFolder(root: string, folder: string): Promise<boolean> {
  try {
    // One after the other: a folder that hangs keeps a thread for each.
    const realRoot = await realpath(root)
    const realFolder = await realpath(folder)
    if (path.join(realRoot, path.relative(root, folder)) !== realFolder) throw new UnsafeFolderError(folder)
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: folderMode })
    await syncFolder(path.dirname(folder))
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    const found = await lstat(folder)
    if (found.isSymbolicLink()) throw new UnsafeFolderError(folder)
  }
}
