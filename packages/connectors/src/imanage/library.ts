import type { IdService, Target } from '../connector-by-id.ts'
import type { PlaceSettings } from '../connector-kind.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import { containerForm, idOf, isSameName } from './answers.ts'
import { openClassLists } from './class-lists.ts'
import { type DocumentOptions, findDocument, takesDocuments, uploadDocument } from './documents.ts'
import { findCustomer, findRoot } from './library-root.ts'
import { listAll } from './list-all.ts'
import { planProfile } from './profile.ts'
import { isClient, openWorkspaces } from './workspaces.ts'

export interface LibraryOptions {
  api: ServiceApi
  origin: string
  settings: PlaceSettings
}

/** The root where each path begins with a workspace, or with a client and a matter. */
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
  const workspaces = openWorkspaces(api, at, library)
  const service: IdService = {
    async rootId() {
      customer = await findCustomer({ api, origin, settings })
      isFound = true
      return folderId ? findRoot(api, at, { folderId, library }) : wholeLibrary
    },
    findFolder: async (parentId, name) => {
      if (parentId === wholeLibrary) return workspaces.find(name)
      return isClient(parentId) ? workspaces.findOfMatter(parentId, name) : findFolder(api, at, { parentId, name })
    },
    async makeFolder(parentId, name) {
      if (isClient(parentId)) throw workspaces.missing(parentId, name)
      return { id: await makeFolder(api, at, { parentId, name }), made: true }
    },
    findFile: (target, idempotencyKey) => findFile({ api, at, linkTo }, target, idempotencyKey),
    upload: async (file, target) => {
      if (isClient(target.folderId)) throw workspaces.missing(target.folderId)
      return uploadDocument({ api, at, linkTo }, { file, target, settings })
    },
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

async function findFile(options: DocumentOptions, { folderId, name }: Target, idempotencyKey?: string) {
  if (!takesDocuments(folderId)) return undefined
  const entries = await listAll(options.api, options.at(`${folderId}/children`), `looking for "${name}"`)
  return findDocument(options, { name, entries, idempotencyKey })
}

async function findFolder(
  api: ServiceApi,
  at: (path: string) => string,
  { parentId, name }: { parentId: string; name: string },
): Promise<string | undefined> {
  // A workspace has no documents, and knows no parameter for them.
  const query = takesDocuments(parentId) ? '?exclude_docs=true' : ''
  const entries = await listAll(api, at(`${parentId}/children${query}`), `looking for "${name}"`)
  const folder = entries.find((entry) => entry.wstype === 'folder' && isSameName(entry.name, name))
  return folder && `folders/${idOf(folder)}`
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
