import * as z from 'zod/mini'
import { checkedBytes, isSame } from '../checked-bytes.ts'
import type { FileToStore } from '../connector.ts'
import type { FoundFile, IdService, Target } from '../connector-by-id.ts'
import type { StorePlace } from '../connector-kind.ts'
import { problemError, refuseLarger } from '../problems.ts'
import { planColumns, saveProperties } from '../sharepoint/columns.ts'
import { isRewritten, refuseLongPath, refuseName } from '../sharepoint/names.ts'
import { readAnswer } from '../ways/read-answer.ts'
import { remember } from '../ways/remember.ts'
import type { ApiAnswer } from '../ways/service-api.ts'
import type { Uploads } from '../ways/uploads.ts'
import { findLibrary } from './find-library.ts'
import { itemAt } from './item-at.ts'
import { openSizeLimit, type SizeLimit } from './size-limit.ts'
import type { Web, WebOptions } from './web.ts'
import { webColumns } from './web-columns.ts'
import { webCode, webCodes, webFailure } from './web-problem.ts'

export interface ServerLibraryOptions {
  web: Web
  place: StorePlace
  uploads: Uploads
}

interface ServerLibrary extends ServerLibraryOptions {
  sizeLimit: SizeLimit
  rootPath: string
  listId: string
}

/** A file; folders and files go by their paths on the server. */
interface ServerFile extends FoundFile {
  name: string
  /** The account that created it, without its domain. */
  author: string
}

const fileForm = z.object({
  Name: z.string(),
  ServerRelativeUrl: z.string(),
  /** Text, because it may be larger than a number. */
  Length: z.union([z.string(), z.number()]),
  Author: z.optional(z.object({ LoginName: z.optional(z.string()) })),
})
const fileFields = '$select=Name,ServerRelativeUrl,Length,Author/LoginName&$expand=Author'

/** A document library of a SharePoint server and what is in it; names there ignore case. */
export function openServerLibrary(options: ServerLibraryOptions): IdService {
  const library: ServerLibrary = { ...options, sizeLimit: openSizeLimit(), rootPath: '', listId: '' }
  const columns = remember(async () => {
    if (library.listId === '') await findRoot(library)
    return webColumns(library).read()
  })
  return {
    rootId: () => findRoot(library),
    refusePath: (path) => refuseLongPath(library.rootPath, path),
    findFolder: (folderId, name) => findFolder(library, { folderId, name }),
    makeFolder: (folderId, name) => makeFolder(library, { folderId, name }),
    findFile: (target) => findFile(library, target),
    upload: (file, target) => upload(library, file, target),
    read: (found) => read(library, found),
    removeFile: ({ id }) => remove(library, 'File', id),
    removeFolder: (id) => remove(library, 'Folder', id),
    isSame: async (found, file) =>
      (await isOurRewritten(library, found as ServerFile, file)) || isSame(await read(library, found), file),
    plan: async (properties) => planColumns(properties, Object.keys(properties).length === 0 ? [] : await columns()),
    // A file that a person put there keeps what the person entered.
    afterSaving: async (found, { properties }, wasThere) =>
      wasThere && !isByOurAccount(library, found as ServerFile)
        ? undefined
        : saveProperties(found, properties, webColumns(library)),
  }
}

async function findRoot(library: ServerLibrary): Promise<string> {
  const { path, listId } = await findLibrary(library)
  library.listId = listId
  library.rootPath = path
  return path
}

function isByOurAccount({ place }: ServerLibrary, { author }: ServerFile): boolean {
  return author === accountOf(place.settings.username ?? '')
}

async function findFolder({ web }: ServerLibrary, target: Target): Promise<string | undefined> {
  const path = targetPath(target)
  const { call, texts } = itemAt('Folder', path)
  const what = `looking for "${target.name}"`
  const answer = await found(web, call, { texts, what, query: '$select=Exists' })
  return answer && readAnswer(z.object({ Exists: z.boolean() }), answer, what).Exists ? path : undefined
}

/** Returns an answer; undefined if there is no such thing, which older servers say with other statuses than 404. */
async function found(web: Web, call: string, options: WebOptions): Promise<ApiAnswer | undefined> {
  const answer = await web.get(call, { ...options, meant: [404, 500] })
  const code = webCode(answer)
  if (answer.status === 404 || code === webCodes.noSuchItem || code === webCodes.noSuchFile) return undefined
  if (answer.status === 500) throw webFailure(answer, options.what)
  return answer
}

/** Adding a folder that exists returns it. */
async function makeFolder(library: ServerLibrary, target: Target): Promise<{ id: string; made: boolean }> {
  const { web, rootPath } = library
  const { folderId, name } = target
  refuseName(name, { isTop: folderId === rootPath })
  const what = `making the folder "${name}"`
  const { call, texts } = itemAt('Folder', folderId)
  const add = /[#%]/.test(name) ? 'addUsingPath(decodedurl=@n)' : 'add(@n)'
  const answer = await web.post(`${call}/folders/${add}`, {
    texts: { ...texts, n: name },
    what,
    meant: [400, 409, 500],
  })
  if (answer.status < 300) {
    readAnswer(z.object({ ServerRelativeUrl: z.string() }), answer, what)
    return { id: targetPath(target), made: true }
  }
  if (webCode(answer) === webCodes.nameTaken)
    throw problemError('rejected', `"${name}" can't be a folder: a file has that name.`)
  throw webFailure(answer, what)
}

async function findFile({ web }: ServerLibrary, target: Target): Promise<ServerFile | undefined> {
  const { call, texts } = itemAt('File', targetPath(target))
  const what = `looking for "${target.name}"`
  const answer = await found(web, call, { texts, what, query: fileFields })
  return answer && fileOf(web, readAnswer(fileForm, answer, what), target)
}

/** In bytes (Microsoft, "Working with folders and files with REST"). */
const largest = 2 ** 31 - 1

async function upload(library: ServerLibrary, file: FileToStore, target: Target): Promise<ServerFile | undefined> {
  const { web, uploads, sizeLimit } = library
  refuseName(target.name, { isTop: false })
  refuseLarger(file, 'SharePoint', largest)
  sizeLimit.demand(file.size)
  // Such a file can't be recognized by its bytes, so the record of what was begun has to.
  if (isRewritten(target.name)) await uploads.keep(keyOf(library, file), { path: targetPath(target) })
  const what = `writing "${target.name}"`
  const { call, texts } = itemAt('Folder', target.folderId)
  const add = /[#%]/.test(target.name) ? 'addUsingPath(decodedurl=@n,overwrite=false)' : 'add(url=@n,overwrite=false)'
  const answer = await web.post(`${call}/files/${add}`, {
    texts: { ...texts, n: target.name },
    what,
    meant: [400, 404, 409, 413, 500],
    body: { bytes: () => checkedBytes(file), size: file.size, type: 'application/octet-stream' },
  })
  if (answer.status < 300) return fileOf(web, readAnswer(fileForm, answer, what), target)
  if (webCode(answer) === webCodes.nameTaken) return undefined
  sizeLimit.note(answer, file.size)
  throw webFailure(answer, what)
}

function read({ web }: ServerLibrary, { id }: FoundFile): Promise<AsyncIterable<Uint8Array>> {
  const { call, texts } = itemAt('File', id)
  return web.read(`${call}/$value`, { texts, what: 'reading a file' })
}

async function remove({ web }: ServerLibrary, kind: 'File' | 'Folder', path: string): Promise<void> {
  const { call, texts } = itemAt(kind, path)
  const headers = { 'x-http-method': 'DELETE', 'if-match': '*' }
  await web.post(call, { texts, headers, what: 'removing a file', meant: [404] })
}

/** Whether the credential's account saved this copy under this name, and SharePoint changed its bytes. */
async function isOurRewritten(library: ServerLibrary, found: ServerFile, file: FileToStore): Promise<boolean> {
  if (!isRewritten(found.name) || !isByOurAccount(library, found)) return false
  const kept = z.object({ path: z.string() }).safeParse(await library.uploads.find(keyOf(library, file))).data
  return kept?.path === found.id
}

function keyOf({ place: { firmId, credentialId } }: ServerLibrary, { idempotencyKey }: FileToStore) {
  return { firmId, credentialId, idempotencyKey }
}

function fileOf(
  { origin }: Web,
  { Name: name, Length: length, Author }: z.output<typeof fileForm>,
  target: Target,
): ServerFile {
  const path = targetPath(target)
  return {
    id: path,
    name,
    // SharePoint writes properties into Office files, so they have another size than what was sent.
    size: isRewritten(name) ? undefined : Number(length),
    link: `${origin}${path.split('/').map(encodeURIComponent).join('/')}`,
    author: accountOf(Author?.LoginName ?? ''),
  }
}

/** The name of an account in any of its forms: `i:0#.w|firm\svc`, `FIRM\svc`, `svc@firm.example`. */
function accountOf(login: string): string {
  return (login.split(/[|\\]/).at(-1) ?? '').split('@', 1).join('').toLowerCase()
}

function targetPath({ folderId, name }: Target): string {
  return `${folderId}/${name}`
}
