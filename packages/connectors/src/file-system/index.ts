import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { usualPace } from '@courtcrier/lib/pace.ts'
import { errorCode, StorageFullError, storageError } from '@courtcrier/lib/storage-error.ts'
import { poolThreads } from '@courtcrier/lib/thread-pool.ts'
import type { Connector, Problem } from '../connector.ts'
import type { ConnectorKind } from '../connector-kind.ts'
import { folderMissing, guarded as guardedBy } from '../problems.ts'
import { runCheck } from '../run-check.ts'
import { openFolderPatience } from './folder-patience.ts'
import { checkWritable, isPlainFolder, makeFolders, UnsafeFolderError } from './folders.ts'
import { findEntry, placeFile } from './place-file.ts'

/** A folder of this server, or one mounted on it: `<storage folder>/<firm>/…`. */
export const fileSystem: ConnectorKind = {
  name: 'file-system',
  credential: 'generic_credential',
  driver: 'FILE_SYSTEM',
  mostTogether: poolThreads / 2,
  // Each firm has its own folder, which no other firm can reach.
  rootOf: () => undefined,
  open: ({ firmId }, { storageFolder }) => openSharedFolder(path.join(path.resolve(storageFolder), String(firmId))),
}

/** Opens a folder that may be on a share that hangs, as it is or as `open` does. */
export function openSharedFolder(root: string, open: (root: string) => Connector = openFolder): Connector {
  return patience.of(root, open(root))
}

/** One for all of a process, whose threads it spares: a quarter of them is left to everything else. */
const patience = openFolderPatience({
  pace: { ...usualPace, partMs: 60_000 },
  mostTogether: poolThreads / 2,
  mostOfAll: (poolThreads / 4) * 3,
})

/** Saves files below a root. Paths outside are rejected, even through a symbolic link inside the root. */
export function openFolder(root: string): Connector {
  const connector: Connector = {
    ensureFolder: (folder, { mayMake = true } = {}) =>
      guarded(async () => {
        const target = inside(root, folder)
        if (!mayMake && target !== root && !(await isPlainFolder(root, target))) throw folderMissing(folder)
        return { ready: true, made: await makeFolders(root, target) }
      }),
    put: (file) =>
      guarded(async () => {
        const target = inside(root, file.path)
        await makeFolders(root, path.dirname(target))
        return placeFile(target, file)
      }),
    exists: (relative) =>
      guarded(async () => {
        const target = inside(root, relative)
        return { exists: (await findEntry(target)) !== undefined }
      }),
    // A path on a server's disk can't be opened from anywhere else.
    link: () => undefined,
    check: () =>
      runCheck({
        ...connector,
        connect: async () => {
          await makeFolders(root, root)
          await checkWritable(root)
        },
        read: (relative) => readFile(inside(root, relative)),
        remove: (relative) => rm(inside(root, relative), { recursive: true }),
        translate: (error) => problemOf(error),
      }),
  }
  return connector
}

function inside(root: string, relative: string): string {
  const target = path.resolve(root, relative)
  if (target !== root && !target.startsWith(root + path.sep)) throw new UnsafeFolderError(relative)
  return target
}

function guarded<T>(work: () => Promise<T | Problem>): Promise<T | Problem> {
  return guardedBy(work, problemOf)
}

function problemOf(error: unknown): Problem | undefined {
  if (error instanceof UnsafeFolderError) return { problem: 'rejected', sentence: error.message }
  const code = errorCode(error)
  if (code === undefined) return undefined
  if (storageError(error, '') instanceof StorageFullError) {
    return { problem: 'transient', sentence: 'There is no room left in the storage folder.' }
  }
  if (code === 'ENAMETOOLONG') {
    return { problem: 'rejected', sentence: 'The path is too long for the file system of the storage folder.' }
  }
  return { problem: 'transient', sentence: `The storage folder can't be written (${reasons[code] ?? code}).` }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this server has no permission',
  EPERM: 'this server has no permission',
  EROFS: 'it is read-only',
  ENOENT: 'it is not there',
  ENOTDIR: 'a file is where a folder should be',
  EIO: 'the disk fails',
  ESTALE: 'the network share is gone',
}
