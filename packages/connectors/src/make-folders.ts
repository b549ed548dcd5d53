import type { ReadyFolder } from './connector.ts'
import { folderMissing, problemError } from './problems.ts'

/** A location with real folders, each created within an existing one. */
export interface FolderPlace {
  find: (path: string) => Promise<{ isFolder: boolean } | undefined>
  /** True if it was created, false if something has the name, undefined if its parent is missing. */
  makeFolder: (path: string) => Promise<boolean | undefined>
}

/**
 * Creates a folder and its parents, or adopts them. Creates first and checks afterwards, so that two can do it at once.
 */
export async function makeFolders(place: FolderPlace, folder: string, mayMake: boolean): Promise<ReadyFolder> {
  if (!mayMake) {
    if (folder !== '' && !(await place.find(folder))) throw folderMissing(folder)
    return { ready: true, made: false }
  }
  if (folder === '') return { ready: true, made: false }
  const made = await place.makeFolder(folder)
  if (made === false) await demandFolder(place, folder)
  if (made !== undefined) return { ready: true, made }
  const parent = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : undefined
  if (parent === undefined)
    throw problemError(
      'auth',
      "The credential's folder doesn't exist. Create it in the DMS, or correct the credential.",
    )
  await makeFolders(place, parent, mayMake)
  const second = await place.makeFolder(folder)
  if (second === undefined) throw problemError('transient', `The folder "${folder}" couldn't be created yet.`)
  return { ready: true, made: true }
}

async function demandFolder(place: FolderPlace, folder: string): Promise<void> {
  const found = await place.find(folder)
  if (!found?.isFolder) throw problemError('rejected', `"${folder}" can't be a folder: a file has that name.`)
}
