import { openKeyedLimiter } from '@courtcrier/lib/keyed-limiter.ts'
import { isSame } from './checked-bytes.ts'
import type { Connector, FileToStore, Problem, ProblemClass, ReadyFolder, Stored } from './connector.ts'
import type { StorePlace } from './connector-kind.ts'
import { type FolderService, type FolderTree, nameOf, openFolderTree, parentOf } from './folder-tree.ts'
import type { PlannedProperty } from './planned-property.ts'
import {
  conflictOf,
  folderGone,
  guarded,
  notWhatWasStored,
  problemError,
  StoreProblemError,
  safePath,
} from './problems.ts'
import { runCheck } from './run-check.ts'
import type { FolderTurns } from './ways/folder-turns.ts'
import { networkProblem } from './ways/http-problem.ts'
import { readSmall } from './ways/read-whole.ts'

/** A file as the service knows it. */
export interface FoundFile {
  id: string
  /** In bytes; undefined if the service doesn't say it, or rewrites such files. */
  size?: number | undefined
  /** The address at which a person opens it. */
  link?: string | undefined
  /** What the service did not do although the file is saved. */
  remark?: string | undefined
  /** The copy's own key, where the service keeps it with the file: a file with it needs no look at its bytes. */
  idempotencyKey?: string | undefined
}

/** Where a file is to be saved. */
export interface Target {
  folderId: string
  name: string
}

/** A service that identifies folders and files by IDs: what differs between Box, Clio, iManage and the like. */
export interface IdService extends FolderService {
  /**
   * Finds a complete file by its name. Where names repeat, the one with the copy's own key counts before any other
   * (`preferOwn`).
   */
  findFile: (target: Target, idempotencyKey?: string) => Promise<FoundFile | undefined>
  /**
   * Saves a file under a name that was free a moment ago, without ever replacing another: undefined if someone took the
   * name. An interrupted upload leaves nothing visible, and the next attempt completes it or starts again.
   */
  upload: (file: FileToStore, target: Target) => Promise<FoundFile | undefined>
  /** Forgets what is on record of an upload, once its file is there. */
  forgetUpload?: (file: FileToStore) => Promise<void>
  read: (found: FoundFile) => Promise<AsyncIterable<Uint8Array>>
  removeFile: (found: FoundFile) => Promise<void>
  removeFolder: (folderId: string) => Promise<void>
  /** Whether a file has the bytes, where the service knows a checksum; otherwise they are read. */
  isSame?: (found: FoundFile, file: FileToStore) => Promise<boolean>
  /**
   * What is left to do once a file is there, also if an earlier attempt saved it. Returns a sentence on what wasn't
   * done: the file is saved all the same.
   */
  afterSaving?: (found: FoundFile, file: FileToStore, wasThere: boolean) => Promise<string | undefined>
  /** What becomes of a document's properties; absent where none are stored. */
  plan?: (properties: FileToStore['properties']) => Promise<readonly PlannedProperty[]>
  /** Throws for a path that the service never takes: the root is known by then, and nothing was sent for the path. */
  refusePath?: (path: string) => void
  /** Why a test can't go beyond signing in, for a service whose root takes no folders; asked once it is signed in. */
  untestable?: () => string | undefined
}

/** Of several files with one name, the copy itself, or else the first. */
export function preferOwn<File extends FoundFile>(files: readonly File[], idempotencyKey?: string): File | undefined {
  const own = files.find((each) => each.idempotencyKey !== undefined && each.idempotencyKey === idempotencyKey)
  return own ?? files[0]
}

/** For a service that lets the names of folders repeat. */
interface RepeatingNames {
  place: StorePlace
  folderTurns: FolderTurns
}

/** Opens a connector to a service in which two folders of a place may have one name. */
export function connectByRepeatingName(service: IdService, { place, folderTurns }: RepeatingNames): Connector {
  const { firmId } = place
  return connectById({
    ...service,
    inTurn: (parentId, name, make) => folderTurns.run({ firmId, parentId, name }, make),
  })
}

/** Opens a connector to such a service. */
export function connectById(opened: IdService): Connector {
  const service: IdService = { ...opened, rootId: () => rootOf(opened) }
  const tree = openFolderTree(service)
  const turns = openKeyedLimiter(1)
  const guard = <T>(work: () => Promise<T>) => guarded(work, networkProblem)
  const find = async (path: string) => {
    const folderId = await tree.find(parentOf(path))
    return folderId === undefined ? undefined : service.findFile({ folderId, name: nameOf(path) })
  }
  const connector: Connector = {
    ensureFolder: (folder, { mayMake = true } = {}) =>
      guard(() => withFreshIds(tree, () => ensure(service, tree, { path: safePath(folder), mayMake }))),
    // The name is checked and then used; within this process, nothing happens in between.
    put: (file) =>
      guard(() => turns.run(safePath(file.path), () => withFreshIds(tree, () => put(service, tree, file)))),
    exists: (path) => guard(async () => ({ exists: (await find(safePath(path))) !== undefined })),
    link: () => undefined,
    ...planOf(service, guard),
    check: () =>
      runCheck({
        ...connector,
        connect: async () => {
          tree.forget()
          await service.rootId()
        },
        remark: () => objectionOf(service),
        read: async (path) => readSmall(await service.read(await demand(find(path), path))),
        remove: async (path) => remove(service, tree, { path, found: await find(path) }),
        translate: (error) => (error instanceof StoreProblemError ? error.problem : networkProblem(error)),
        untestable: () => service.untestable?.(),
      }),
  }
  return connector
}

/** An account that may not even see the root needs another credential, or more rights for all copies. */
async function rootOf(service: IdService): Promise<string> {
  try {
    return await service.rootId()
  } catch (error) {
    if (!(error instanceof StoreProblemError) || error.status !== 403) throw error
    throw new StoreProblemError({ ...error.problem, problem: 'auth' }, error.status)
  }
}

async function remove(
  service: IdService,
  tree: FolderTree,
  { path, found }: { path: string; found: FoundFile | undefined },
): Promise<void> {
  const folderId = found ? undefined : await tree.find(path)
  if (found) await service.removeFile(found)
  if (folderId !== undefined) await service.removeFolder(folderId)
  tree.forget()
}

function planOf(
  { plan }: IdService,
  guard: <T>(work: () => Promise<T>) => Promise<T | Problem>,
): Pick<Connector, 'plan'> {
  return plan ? { plan: (properties) => guard(() => plan(properties)) } : {}
}

/** What the credential itself says of every document is looked up in the service's own lists, where it has some. */
async function objectionOf({ plan }: IdService): Promise<string | undefined> {
  try {
    const planned = (await plan?.({})) ?? []
    return planned.flatMap(({ why }) => why ?? []).join(' ') || undefined
  } catch (error) {
    if (error instanceof StoreProblemError) return undefined
    throw error
  }
}

async function ensure(
  service: IdService,
  tree: FolderTree,
  { path, mayMake }: { path: string; mayMake: boolean },
): Promise<ReadyFolder> {
  await refusePath(service, tree, path)
  return tree.ensure(path, mayMake)
}

async function refusePath({ refusePath: refuse }: IdService, tree: FolderTree, path: string): Promise<void> {
  if (!refuse) return
  await tree.find('')
  refuse(path)
}

async function put(service: IdService, tree: FolderTree, file: FileToStore): Promise<Stored | Problem> {
  await refusePath(service, tree, file.path)
  const folder = parentOf(file.path)
  const folderId = await tree.find(folder)
  if (folderId === undefined) throw folderGone(folder)
  const target = { folderId, name: nameOf(file.path) }
  const found = await service.findFile(target, file.idempotencyKey)
  if (found) return adopt(service, found, file)
  const saved = await service.upload(file, target)
  if (!saved) {
    // Someone took the name between the two calls.
    const now = await service.findFile(target, file.idempotencyKey)
    return now ? adopt(service, now, file) : conflictOf(file.path)
  }
  if (saved.size !== undefined && saved.size !== file.size) {
    await service.removeFile(saved)
    return notWhatWasStored(file.path)
  }
  return finish(service, { found: saved, file, wasThere: false })
}

/** Takes a file of the same bytes as the copy: an earlier attempt, or a person, was faster. */
async function adopt(service: IdService, found: FoundFile, file: FileToStore): Promise<Stored | Problem> {
  if (found.idempotencyKey !== undefined && found.idempotencyKey === file.idempotencyKey)
    return finish(service, { found, file, wasThere: true })
  if (found.size !== undefined && found.size !== file.size) return conflictOf(file.path)
  const isEqual = service.isSame ? await service.isSame(found, file) : await isSame(await service.read(found), file)
  return isEqual ? finish(service, { found, file, wasThere: true }) : conflictOf(file.path)
}

interface Finishing {
  found: FoundFile
  file: FileToStore
  wasThere: boolean
}

async function finish(service: IdService, { found, file, wasThere }: Finishing): Promise<Stored> {
  const { link } = found
  if (wasThere) await service.forgetUpload?.(file)
  const remark = (await service.afterSaving?.(found, file, wasThere)) ?? found.remark
  return { wasThere, ...(link === undefined ? {} : { link }), ...(remark === undefined ? {} : { remark }) }
}

async function demand(found: Promise<FoundFile | undefined>, path: string): Promise<FoundFile> {
  const file = await found
  if (!file) throw problemError('transient', `"${nameOf(path)}" is not there although it was saved.`)
  return file
}

const mayBeStale: readonly ProblemClass[] = ['missing', 'rejected']

/** Remembered IDs may be of folders that someone has deleted since, so a refusal counts only with IDs just looked up. */
async function withFreshIds<T>(tree: FolderTree, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreProblemError) || !mayBeStale.includes(error.problem.problem)) throw error
  }
  tree.forget()
  return work()
}
