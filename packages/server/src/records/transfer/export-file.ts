import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
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
  /**
   * Writes what is pushed, one piece after another. Returns the size in bytes; on failure nothing is left of it. The file
   * has its name once it is complete: two processes may write it if one of them stands still.
   */
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
      const part = `${exportPath(id)}.${randomUUID()}`
      try {
        await makeFolderDurably(folder)
        const size = await writePieces(part, produce)
        await rename(part, exportPath(id))
        return size
      } catch (error) {
        await rm(part, { force: true })
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
  const handle = await open(file, 'wx', 0o600)
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
