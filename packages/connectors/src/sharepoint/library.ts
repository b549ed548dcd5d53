import * as z from 'zod/mini'
import { isSame } from '../checked-bytes.ts'
import type { FileToStore } from '../connector.ts'
import type { FoundFile, IdService, Target } from '../connector-by-id.ts'
import { problemError } from '../problems.ts'
import { decoded } from '../ways/decoded.ts'
import { readAnswer } from '../ways/read-answer.ts'
import { remember } from '../ways/remember.ts'
import type { ApiAnswer } from '../ways/service-api.ts'
import { forgettingUploads } from '../ways/uploads.ts'
import { graphColumns, planColumns, saveProperties } from './columns.ts'
import { findDrive } from './find-drive.ts'
import { graphCode, graphProblem } from './graph-problem.ts'
import { isRewritten, refuseLongPath, refuseName } from './names.ts'
import { childPath, type LibraryOptions } from './place.ts'
import { isOurUpload, upload } from './upload.ts'

interface Library extends LibraryOptions {
  /** The library's address, as soon as the root is known. */
  drive: string
  rootId: string
  /** The library's path on the server, decoded. */
  path: string
}

/** A file of a library. */
interface LibraryFile extends FoundFile {
  name: string
  /** Whether the credential's application created it. */
  isOurs: boolean
}

const itemForm = z.object({
  id: z.string(),
  name: z.string(),
  size: z.optional(z.number()),
  webUrl: z.optional(z.string()),
  folder: z.optional(z.unknown()),
  createdBy: z.optional(z.object({ application: z.optional(z.object({ id: z.optional(z.string()) })) })),
})
type Item = z.output<typeof itemForm>

const idForm = z.object({ id: z.string() })
const rootForm = z.extend(idForm, { webUrl: z.nullish(z.string()) })
const fields = '$select=id,name,size,webUrl,folder,createdBy'

/** A document library and what is in it; names there ignore case. */
export function openLibrary(options: LibraryOptions): IdService {
  const library: Library = { ...options, drive: '', rootId: '', path: '' }
  const columns = remember(async () => {
    if (library.drive === '') await findRoot(library)
    return graphColumns(library).read()
  })
  return {
    rootId: () => findRoot(library),
    refusePath: (path) => refuseLongPath(library.path, path),
    findFolder: (folderId, name) => findFolder(library, { folderId, name }),
    makeFolder: (folderId, name) => makeFolder(library, { folderId, name }),
    findFile: async (target) => {
      const item = await findItem(library, target)
      return item && item.folder === undefined ? fileOf(library, item) : undefined
    },
    upload: (file, target) => save(library, file, target),
    // The record of an Office file is what it is recognized by.
    forgetUpload: async (file) => (isRewritten(file.path) ? undefined : forgettingUploads(options)(file)),
    read: (found) => read(library, found),
    removeFile: ({ id }) => remove(library, id),
    removeFolder: (id) => remove(library, id),
    plan: async (properties) => planColumns(properties, Object.keys(properties).length === 0 ? [] : await columns()),
    isSame: async (found, file) => {
      const { name, isOurs } = found as LibraryFile
      if (isRewritten(name) && isOurs && (await isOurUpload(library, file))) return true
      return isSame(await read(library, found), file)
    },
    // A file that a person put there keeps what the person entered.
    afterSaving: async (found, { properties }, wasThere) =>
      wasThere && !(found as LibraryFile).isOurs ? undefined : saveProperties(found, properties, graphColumns(library)),
  }
}

async function findRoot(library: Library): Promise<string> {
  const { api, graph, place } = library
  library.drive = `${graph}/drives/${encodeURIComponent(await findDrive(library))}`
  const what = "looking at the site's library"
  const answer = await api.call({ method: 'GET', url: `${library.drive}/root?$select=id,webUrl`, what })
  const { id, webUrl } = readAnswer(rootForm, answer, what)
  library.rootId = id
  // Without the library's own, the site's is the least that counts.
  library.path = decoded(URL.parse(webUrl ?? place.settings.baseUrl ?? '')?.pathname ?? '')
  return id
}

async function findItem({ api, drive }: Library, target: Target): Promise<Item | undefined> {
  const what = `looking for "${target.name}"`
  const url = `${drive}/items/${childPath(target)}?${fields}`
  const answer = await api.call({ method: 'GET', url, what, meant: [404] })
  return answer.status === 404 ? undefined : readAnswer(itemForm, answer, what)
}

function fileOf({ place }: Library, { id, name, size, webUrl, createdBy }: Item): LibraryFile {
  return {
    id,
    name,
    // SharePoint writes properties into Office files, so they have another size than what was sent.
    size: isRewritten(name) ? undefined : size,
    link: webUrl,
    isOurs: createdBy?.application?.id?.toLowerCase() === place.settings.clientId?.toLowerCase(),
  }
}

async function findFolder(library: Library, target: Target): Promise<string | undefined> {
  const item = await findItem(library, target)
  if (item && item.folder === undefined)
    throw problemError('rejected', `"${target.name}" can't be a folder: a file has that name.`)
  return item?.id
}

async function makeFolder(library: Library, target: Target): Promise<{ id: string; made: boolean }> {
  const { api, drive, rootId } = library
  const { folderId, name } = target
  refuseName(name, { isTop: folderId === rootId })
  const what = `making the folder "${name}"`
  const answer = await api.call({
    method: 'POST',
    url: `${drive}/items/${encodeURIComponent(folderId)}/children`,
    what,
    meant: [409],
    body: { json: { name, folder: {}, '@microsoft.graph.conflictBehavior': 'fail' } },
  })
  if (answer.status !== 409) return { id: readAnswer(idForm, answer, what).id, made: true }
  demandNameConflict(answer, what)
  const existing = await findFolder(library, target)
  if (existing !== undefined) return { id: existing, made: false }
  throw problemError('transient', `The folder "${name}" was there, and then it wasn't.`)
}

async function save(library: Library, file: FileToStore, target: Target): Promise<LibraryFile | undefined> {
  refuseName(target.name, { isTop: false })
  const answer = await upload(file, target, library)
  const what = `writing "${target.name}"`
  if (answer.status !== 409) return fileOf(library, readAnswer(itemForm, answer, what))
  demandNameConflict(answer, what)
  return undefined
}

async function read({ api, drive }: Library, { id }: FoundFile): Promise<AsyncIterable<Uint8Array>> {
  return api.read({ method: 'GET', url: `${drive}/items/${encodeURIComponent(id)}/content`, what: 'reading a file' })
}

async function remove({ api, drive }: Library, id: string): Promise<void> {
  const url = `${drive}/items/${encodeURIComponent(id)}`
  await api.call({ method: 'DELETE', url, what: 'removing a file', meant: [404] })
}

/** Throws unless a conflict is that something has the name. */
function demandNameConflict(answer: ApiAnswer, what: string): void {
  if (graphCode(answer) === 'nameAlreadyExists') return
  const told = graphProblem(answer, what)?.sentence
  throw problemError('transient', told ?? `SharePoint answered ${what} with a conflict that passes (409).`)
}
