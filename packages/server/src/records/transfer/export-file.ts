import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import { makeFolderDurably } from '@courtcrier/lib/atomic-file.ts'
import { storageError } from '@courtcrier/lib/storage-error.ts'

/**
 * Export files, stored next to the blobs and not among them: blobs are kept permanently under their hash, and these
 * must be deleted after a day.
 */
export interface ExportFiles {
  /** Writes what is pushed, one piece after another. Returns the size in bytes; on failure there is no file. */
  write: (id: string, produce: (push: (piece: Uint8Array) => Promise<void>) => Promise<void>) => Promise<number>
  read: (id: string) => Readable
  remove: (id: string) => Promise<void>
  /** Removes older files that weren't removed by name. */
  sweep: (ageMs: number) => Promise<void>
}

export function openExportFiles(blobFolder: string): ExportFiles {
  const folder = path.join(blobFolder, 'exports')
  const exportPath = (id: string) => {
    if (!isUuid(id)) throw new TypeError('An export is named by its id.')
    return path.join(folder, id)
  }
  return {
    write: async (id, produce) => {
      try {
        await makeFolderDurably(folder)
        return await writePieces(exportPath(id), produce)
      } catch (error) {
        await rm(exportPath(id), { force: true })
        throw storageError(error, folder)
      }
    },
    read: (id) => createReadStream(exportPath(id)),
    remove: (id) => rm(exportPath(id), { force: true }),
    sweep: async (ageMs) => {
      await makeFolderDurably(folder)
      for (const name of await readdir(folder)) {
        const found = await stat(path.join(folder, name)).catch(() => undefined)
        if (found && Date.now() - found.mtimeMs > ageMs) await rm(path.join(folder, name), { force: true })
      }
    },
  }
}

async function writePieces(file: string, produce: Parameters<ExportFiles['write']>[1]): Promise<number> {
  // An interrupted export may have left part of it.
  const handle = await open(file, 'w', 0o600)
  let size = 0
  try {
    await produce(async (piece) => {
      await handle.writeFile(piece)
      size += piece.byteLength
    })
    await handle.datasync()
    return size
  } finally {
    await handle.close()
  }
}
