import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, link, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { noHardLinks, syncFolder } from '@courtcrier/lib/atomic-file.ts'
import { errorCode } from '@courtcrier/lib/storage-error.ts'
import type { FileToStore, Problem, Stored } from '../connector.ts'
import { fileMode } from './folders.ts'

/**
 * Writes a file next to its target under a temporary name, syncs it and renames it, which fails if the name is taken.
 * After a crash the target is complete or absent. Throws the system's error.
 */
export async function placeFile(target: string, file: FileToStore): Promise<Stored | Problem> {
  const prefix = temporaryPrefix(file.idempotencyKey)
  if (file.attempt > 1) await removeLeftovers(target, { prefix, size: file.size })
  const found = await adopt(target, file)
  if (found) return found
  const temporary = path.join(path.dirname(target), `${prefix}${randomUUID()}.tmp`)
  try {
    const written = await writeTemporary(temporary, file)
    if (written) return written
    if (!(await giveName(temporary, target))) return (await adopt(target, file)) ?? conflictOf(target)
    await syncFolder(path.dirname(target))
    return { wasThere: false }
  } finally {
    await rm(temporary, { force: true })
  }
}

/** The entry with this name, without following links; undefined if there is none. */
export async function findEntry(target: string): Promise<{ size: number; isRegular: boolean } | undefined> {
  try {
    const found = await lstat(target)
    return { size: found.size, isRegular: found.isFile() }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Renames a file unless the name is taken. `hardLink` is a parameter because some file systems have no hard links. */
export async function giveName(temporary: string, target: string, hardLink = link): Promise<boolean> {
  try {
    await hardLink(temporary, target)
    return true
  } catch (error) {
    const code = errorCode(error) ?? ''
    if (code === 'EEXIST') return false
    if (!noHardLinks.has(code)) throw error
    return renameIfFree(temporary, target)
  }
}

/**
 * Reserves the name with an empty file, which the rename may then replace: two steps, but no bytes are lost. Meanwhile a
 * mark says whose the empty file is, so that an attempt after a crash removes it.
 */
async function renameIfFree(temporary: string, target: string): Promise<boolean> {
  const mark = `${temporary}${markEnd}`
  await makeEmpty(mark)
  try {
    await makeEmpty(target)
    await rename(temporary, target)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(mark, { force: true })
  }
}

const markEnd = '.reserving'

async function makeEmpty(name: string): Promise<void> {
  const handle = await open(name, 'wx', fileMode)
  await handle.close()
}

function temporaryPrefix(idempotencyKey: string): string {
  return `.courtcrier-${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 16)}-`
}

/** Removes what an interrupted attempt at the same copy left: first the name that it reserved, while a mark shows that. */
async function removeLeftovers(target: string, { prefix, size }: { prefix: string; size: number }): Promise<void> {
  const folder = path.dirname(target)
  const left = (await readdir(folder)).filter((name) => name.startsWith(prefix))
  const hasReserved = left.some((name) => name.endsWith(markEnd))
  const found = hasReserved && size > 0 ? await findEntry(target) : undefined
  if (found?.isRegular && found.size === 0) await rm(target)
  for (const name of left) await rm(path.join(folder, name), { force: true })
}

/** Adopts a file with the same bytes: an attempt before a crash, or a person, was faster. */
async function adopt(target: string, file: FileToStore): Promise<Stored | Problem | undefined> {
  const found = await findEntry(target)
  if (!found) return undefined
  if (!found.isRegular || found.size !== file.size) return conflictOf(target)
  const handle = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const hash = createHash('sha256')
    for await (const chunk of handle.createReadStream({ autoClose: false })) hash.update(chunk)
    if (hash.digest('hex') !== file.sha256) return conflictOf(target)
    // Its writer may have been stopped before the sync. Windows syncs only what is open for writing.
    await handle.datasync().catch((error: unknown) => {
      if (errorCode(error) !== 'EPERM') throw error
    })
  } finally {
    await handle.close()
  }
  await syncFolder(path.dirname(target))
  return { wasThere: true }
}

function conflictOf(target: string): Problem {
  return { problem: 'conflict', sentence: `Another file is already called "${path.basename(target)}".` }
}

async function writeTemporary(temporary: string, file: FileToStore): Promise<Problem | undefined> {
  const handle = await open(temporary, 'wx', fileMode)
  try {
    const sha256 = await copyBytes(handle, file)
    if (sha256 !== file.sha256) {
      return {
        problem: 'rejected',
        sentence: "This server's copy of the document is damaged, so it was not saved to the DMS.",
      }
    }
    await handle.datasync()
    return undefined
  } finally {
    await handle.close()
  }
}

async function copyBytes(handle: FileHandle, file: FileToStore): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of file.open()) {
    hash.update(chunk)
    await handle.writeFile(chunk)
  }
  return hash.digest('hex')
}
