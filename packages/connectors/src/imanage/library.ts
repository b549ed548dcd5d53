import type { IdService } from '../connector-by-id.ts'
import type { PlaceSettings } from '../connector-kind.ts'
import { problemError } from '../problems.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import { containerForm, type Entry, idOf, isSameName, readList } from './answers.ts'
import { openClassLists } from './class-lists.ts'
import { findDocument, takesDocuments, uploadDocument } from './documents.ts'
import { findCustomer, findRoot } from './library-root.ts'
import { planProfile } from './profile.ts'

export interface LibraryOptions {
  api: ServiceApi
  origin: string
  settings: PlaceSettings
}

/** The root where the first folder of each path is a workspace. */
const wholeLibrary = 'library'

/**
 * A library of iManage Work. The IDs of folders are paths below its address, `workspaces/ACTIVE!12` or
 * `folders/ACTIVE!34`, since the two are called differently.
 */
export function openLibrary({ api, origin, settings }: LibraryOptions): IdService {
  const { folderId } = settings
  const library = settings.database ?? ''
  let customer = settings.customerId
  let isFound = false
  const at = (path: string) =>
    `${origin}/work/api/v2/customers/${customer}/libraries/${encodeURIComponent(library)}/${path}`
  const linkTo = (id: string) => `${origin}/work/link/d/${id}`
  const lists = openClassLists(api, at)
  const service: IdService = {
    async rootId() {
      customer = await findCustomer({ api, origin, settings })
      isFound = true
      return folderId ? findRoot(api, at, { folderId, library }) : wholeLibrary
    },
    findFolder: (parentId, name) =>
      parentId === wholeLibrary ? findWorkspace(api, at, { name, library }) : findFolder(api, at, { parentId, name }),
    async makeFolder(parentId, name) {
      if (parentId === wholeLibrary) throw problemError('rejected', noWorkspace(name, library))
      return { id: await makeFolder(api, at, { parentId, name }), made: true }
    },
    async findFile({ folderId: container, name }, idempotencyKey) {
      if (!takesDocuments(container)) return undefined
      const entries = await listAll(api, at(`${container}/children`), `looking for "${name}"`)
      return findDocument({ api, at, linkTo }, { name, entries, idempotencyKey })
    },
    upload: (file, target) => uploadDocument({ api, at, linkTo }, { file, target, settings }),
    read: ({ id }) => api.read({ method: 'GET', url: at(`documents/${id}/download`), what: 'reading a document' }),
    removeFile: ({ id }) => remove(api, at(`documents/${id}`)),
    removeFolder: (path) => remove(api, at(path)),
    plan: async (properties) => {
      const planned = planProfile(properties, settings)
      if (!isFound) await service.rootId()
      return lists.check(planned)
    },
  }
  return folderId ? service : { ...service, untestable: () => untestable }
}

const untestable =
  'Without a folder ID, the first folder of each path is a workspace, and a test creates none: only the sign-in and the library were tested.'

async function findWorkspace(
  api: ServiceApi,
  at: (path: string) => string,
  { name, library }: { name: string; library: string },
): Promise<string | undefined> {
  const what = `looking for the workspace "${name}"`
  // The library also finds names that only contain this one.
  const entries = await listAll(api, at(`workspaces?${new URLSearchParams({ name })}`), what)
  const [workspace, ...others] = entries.filter((entry) => isSameName(entry.name, name))
  if (others.length > 0) throw problemError('rejected', ambiguousWorkspace(name, library))
  return workspace && `workspaces/${idOf(workspace)}`
}

async function findFolder(
  api: ServiceApi,
  at: (path: string) => string,
  { parentId, name }: { parentId: string; name: string },
): Promise<string | undefined> {
  const entries = await listAll(api, at(`${parentId}/children?exclude_docs=true`), `looking for "${name}"`)
  const folder = entries.find((entry) => entry.wstype === 'folder' && isSameName(entry.name, name))
  return folder && `folders/${idOf(folder)}`
}

function noWorkspace(name: string, library: string): string {
  return `The library ${library} has no workspace called "${name}" that this account sees, and Courtcrier creates no workspaces. Create it in iManage, or change the first folder of the policy's path.`
}

function ambiguousWorkspace(name: string, library: string): string {
  return `The library ${library} has several workspaces called "${name}", so nothing was saved in any. Rename them, or let the policy's path begin with a name that only one has.`
}

/** Entries that one call lists; iManage allows more, at the cost of a slow answer. */
const pageSize = 500
/** More entries than this in a folder are a mistake. */
const mostPages = 100

async function listAll(api: ServiceApi, url: string, what: string): Promise<Entry[]> {
  const all = new Map<string, Entry>()
  for (let n = 0; n < mostPages; n++) {
    const page = new URL(url)
    page.searchParams.set('limit', String(pageSize))
    page.searchParams.set('offset', String(all.size))
    const entries = readList(await api.call({ method: 'GET', url: page, what }), what)
    const before = all.size
    for (const entry of entries) all.set(entry.id, entry)
    // A server that doesn't know pages answers everything at once, and the same again.
    if (entries.length < pageSize || (all.size === before && entries.length > pageSize)) return [...all.values()]
    if (all.size === before) break
  }
  throw problemError('rejected', `iManage's list has no end at ${what}.`)
}

async function makeFolder(
  api: ServiceApi,
  at: (path: string) => string,
  { parentId, name }: { parentId: string; name: string },
): Promise<string> {
  const url = at(`${parentId}/${parentId.startsWith('workspaces/') ? 'folders' : 'subfolders'}`)
  const what = `making the folder "${name}"`
  const answer = await api.call({ method: 'POST', url, what, body: { json: { name, default_security: 'inherit' } } })
  return `folders/${readAnswer(containerForm, answer, what).data.id}`
}

async function remove(api: ServiceApi, url: string): Promise<void> {
  await api.call({ method: 'DELETE', url, what: 'removing a file', meant: [404] })
}
