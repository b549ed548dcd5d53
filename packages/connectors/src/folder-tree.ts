import { openKeyedLimiter } from '@courtcrier/lib/keyed-limiter.ts'
import type { ReadyFolder } from './connector.ts'
import { folderMissing, problemError } from './problems.ts'

/** A service that finds folders by an ID, and each folder by its name within another. */
export interface FolderService {
  /** Returns the ID of the folder below which everything is saved. */
  rootId: () => Promise<string>
  findFolder: (parentId: string, name: string) => Promise<string | undefined>
  /** Whether creating a folder finds an existing one, so that looking first would only cost a call. */
  createsFirst?: boolean
  /** Creates a folder, or adopts one that was created in the meantime. */
  makeFolder: (parentId: string, name: string) => Promise<MadeFolder>
  /** For a service whose names repeat: makes one folder at a time, also if other processes make it. */
  inTurn?: (parentId: string, name: string, make: () => Promise<MadeFolder>) => Promise<MadeFolder>
}

interface MadeFolder {
  id: string
  made: boolean
}

/** The folders of such a service by their paths. */
export interface FolderTree {
  ensure: (path: string, mayMake: boolean) => Promise<ReadyFolder>
  /** Returns the ID of a folder; undefined if it doesn't exist. */
  find: (path: string) => Promise<string | undefined>
  /** Looks folders up again from now on: one of them was moved, renamed or deleted in the DMS. */
  forget: () => void
}

/** IDs are remembered for this many folders, and then for none. */
const mostRemembered = 5_000
/**
 * IDs are remembered for this long, in milliseconds: the folder of an ID may be moved or renamed, and a matter get
 * another number, and calls with the ID go on as before.
 */
const rememberedMs = 5 * 60_000

export function openFolderTree(service: FolderService): FolderTree {
  const { recall, remember, forget } = openMemory()
  const turns = openKeyedLimiter(1)
  const find = async (path: string): Promise<string | undefined> => {
    const remembered = recall(path)
    if (remembered !== undefined) return remembered
    const id = await (path === '' ? service.rootId() : findWithin(path))
    return id === undefined ? undefined : remember(path, id)
  }
  const findWithin = async (path: string): Promise<string | undefined> => {
    const parentId = await find(parentOf(path))
    return parentId === undefined ? undefined : service.findFolder(parentId, nameOf(path))
  }
  /** One at a time for each folder, so that two copies to one new folder create it once. */
  const make = (path: string): Promise<ReadyFolder> =>
    turns.run(path, async () => {
      if (recall(path) !== undefined) return { ready: true, made: false }
      if ((path === '' || !service.createsFirst) && (await find(path)) !== undefined)
        return { ready: true, made: false }
      await make(parentOf(path))
      const parentId = await find(parentOf(path))
      if (parentId === undefined) throw problemError('transient', `The folder of "${path}" is gone again.`)
      const { id, made } = await makeWithin(service, parentId, nameOf(path))
      remember(path, id)
      return { ready: true, made }
    })
  return {
    find,
    forget,
    async ensure(path, mayMake) {
      if (mayMake) return make(path)
      if ((await find(path)) === undefined) throw folderMissing(path)
      return { ready: true, made: false }
    },
  }
}

/** Looks again once it has its turn: another process may have made it meanwhile. */
async function makeWithin(service: FolderService, parentId: string, name: string): Promise<MadeFolder> {
  if (!service.inTurn) return service.makeFolder(parentId, name)
  return service.inTurn(parentId, name, async () => {
    const id = await service.findFolder(parentId, name)
    return id === undefined ? service.makeFolder(parentId, name) : { id, made: false }
  })
}

/** The IDs by paths. All end at once: one that was found within a remembered folder is as old as that. */
function openMemory() {
  const known = new Map<string, string>()
  let endsAt = 0
  return {
    recall(path: string): string | undefined {
      if (endsAt < Date.now()) {
        known.clear()
        endsAt = Date.now() + rememberedMs
      }
      return known.get(path)
    },
    remember(path: string, id: string): string {
      if (known.size >= mostRemembered) known.clear()
      known.set(path, id)
      return id
    },
    forget: () => known.clear(),
  }
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
