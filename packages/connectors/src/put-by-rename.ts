import { checkedBytes, isSame, temporaryName } from './checked-bytes.ts'
import type { FileToStore, Problem, Stored } from './connector.ts'
import { conflictOf, notWhatWasStored } from './problems.ts'

/** A location where a file is written under one name and renamed to another. */
export interface RenamePlace {
  find: (path: string) => Promise<{ isFolder: boolean; size: number | undefined } | undefined>
  /** The body may be opened more than once. */
  write: (path: string, body: () => AsyncIterable<Uint8Array>, size: number) => Promise<void>
  read: (path: string) => Promise<AsyncIterable<Uint8Array>>
  /** Never overwrites a file: returns false if the name is taken. */
  move: (from: string, to: string) => Promise<boolean>
  remove: (path: string) => Promise<void>
  /**
   * Saves the policy's properties with a file not yet renamed. Returns a sentence if the location doesn't support it.
   */
  describe?: (path: string, properties: FileToStore['properties']) => Promise<string | undefined>
}

/** Writes a file under a temporary name next to its own, checks that it is complete, and renames it. */
export async function putByRename(place: RenamePlace, file: FileToStore): Promise<Stored | Problem> {
  const temporary = file.path.slice(0, file.path.lastIndexOf('/') + 1) + temporaryName(file)
  const found = await adopt(place, file)
  if (found) {
    // The previous attempt may have been stopped after writing both.
    if (file.attempt > 1) await place.remove(temporary)
    return found
  }
  let remark: string | undefined
  try {
    await place.write(temporary, () => checkedBytes(file), file.size)
    if (!(await hasSize(place, temporary, file.size)))
      return await cleared(place, temporary, notWhatWasStored(file.path))
    remark = await place.describe?.(temporary, file.properties)
    if (!(await place.move(temporary, file.path)))
      return await cleared(place, temporary, (await adopt(place, file)) ?? conflictOf(file.path))
  } catch (error) {
    // What can't be removed now is overwritten by the next attempt, which uses the same name.
    await place.remove(temporary).catch(() => undefined)
    throw error
  }
  if (!(await hasSize(place, file.path, file.size))) return notWhatWasStored(file.path)
  return { wasThere: false, ...(remark === undefined ? {} : { remark }) }
}

async function cleared<T>(place: RenamePlace, temporary: string, result: T): Promise<T> {
  await place.remove(temporary)
  return result
}

/** Adopts a file with the same bytes: an earlier attempt, or a person, was faster. */
async function adopt(place: RenamePlace, file: FileToStore): Promise<Stored | Problem | undefined> {
  const found = await place.find(file.path)
  if (!found) return undefined
  if (found.isFolder || (found.size !== undefined && found.size !== file.size)) return conflictOf(file.path)
  return (await isSame(await place.read(file.path), file)) ? { wasThere: true } : conflictOf(file.path)
}

async function hasSize(place: RenamePlace, path: string, size: number): Promise<boolean> {
  const found = await place.find(path)
  return found !== undefined && (found.size === undefined || found.size === size)
}
