import * as z from 'zod/mini'
import type { FakeBytes } from '../testing/fake-bytes.ts'
import { type FakeAnswer, type FakeRequest, jsonOf } from '../testing/fake-service.ts'
import type { FakeEntry, FakeTree } from '../testing/fake-tree.ts'
import { type FakePage, fail } from './fake-answers.ts'
import type { FakeFolders } from './fake-folders.ts'

const nativeForm = z.strictObject({ Native: z.int() })
const announceForm = z.strictObject({
  Filename: z.string().check(z.minLength(1)),
  Size: z.int().check(z.minimum(0)),
  ProjectId: nativeForm,
  FolderId: nativeForm,
  DocumentId: z.strictObject({ Partner: z.string().check(z.minLength(1), z.maxLength(60)) }),
})

/** A document that no list has until it is added to its project. */
interface Pending {
  id: string
  name: string
  parentId: string
  size: number
  partner: string
  bytes?: FakeBytes
}

interface FakeFilesOptions {
  tree: FakeTree
  folders: FakeFolders
  state: { refusesAddresses: boolean; takenKeys: boolean; refusesRemoval: boolean }
  nextId: () => string
}

const contentType = 'application/pdf'

interface World extends FakeFilesOptions {
  pending: Map<string, Pending>
}

/** The documents of a fake organization, and the storage that they are sent to. */
export function openFakeFiles(options: FakeFilesOptions) {
  const world: World = { ...options, pending: new Map() }
  return {
    called: (request: FakeRequest, path: string, page: FakePage) => called(world, request, { path, page }),
    stored: (request: FakeRequest) => stored(world, request),
    pending: world.pending,
  }
}

function called(
  world: World,
  request: FakeRequest,
  { path, page }: { path: string; page: FakePage },
): FakeAnswer | undefined {
  const { tree } = world
  const { method, query, origin } = request
  if (method === 'POST' && path === '/Documents') return announced(world, request)
  if (method === 'GET' && path === '/Documents') return listed(world, query, page)
  const [, id, locator] = /^\/Documents\/(\d+)(\/locator)?$/.exec(path) ?? []
  if (id && locator) {
    const json = { DocumentId: { Native: Number(id) }, ContentType: contentType, Url: `${origin}/bucket/${id}` }
    return tree.find(id)?.bytes ? { status: 200, json } : fail(403, 'It does not exist')
  }
  if (id && method === 'PATCH') return tagged(world, request, id)
  if (id && (method === 'DELETE' || method === 'GET')) return single(world, { method, id })
  const [, project = '', added] = /^\/Projects\/(\d+)\/Documents\/(\d+)$/.exec(path) ?? []
  return added && method === 'POST' ? addedTo(world, query, { project, id: added }) : undefined
}

function single({ tree, folders, state }: World, { method, id }: { method: string; id: string }): FakeAnswer {
  const entry = tree.find(id)
  if (!entry?.bytes || (method === 'DELETE' && state.refusesRemoval)) return fail(403, 'It does not exist')
  if (method === 'GET') return { status: 200, json: documentOf({ tree, folders }, entry) }
  tree.remove(id)
  return { status: 204 }
}

function tagged({ tree, folders }: World, request: FakeRequest, id: string): FakeAnswer {
  const read = z.strictObject({ Hashtags: z.array(z.string().check(z.regex(/^[^\s#]+$/))) }).safeParse(jsonOf(request))
  if (!read.success) return fail(400, read.error.message)
  const entry = tree.find(id)
  if (!entry?.bytes) return fail(403, 'It does not exist')
  entry.facts.hashtags = read.data.Hashtags
  return { status: 200, json: documentOf({ tree, folders }, entry) }
}

function announced({ tree, folders, state, nextId, pending }: World, request: FakeRequest): FakeAnswer {
  const read = announceForm.safeParse(jsonOf(request))
  if (!read.success) return fail(400, read.error.message)
  const { Filename: name, Size: size, ProjectId, FolderId, DocumentId } = read.data
  const folder = folders.byNumber(FolderId.Native)
  if (!folder || folders.projectOf(folder).id !== String(ProjectId.Native))
    return fail(422, 'Folder Id could not be found')
  const partner = DocumentId.Partner
  const isTaken =
    [...pending.values()].some((each) => each.partner === partner) ||
    allFiles(tree).some((each) => each.facts.partner === partner)
  if (isTaken && state.takenKeys) return fail(400, 'The partner ID is in use')
  const id = nextId()
  pending.set(id, { id, name, parentId: folder.id, size, partner })
  const Url = `${request.origin}/bucket/${id}`
  return {
    status: 200,
    json: { DocumentId: { Native: Number(id), Partner: partner }, ContentType: contentType, Url },
  }
}

function listed({ tree, folders }: World, query: URLSearchParams, page: FakePage): FakeAnswer {
  const folder = folders.byNumber(Number(query.get('folderId')))
  if (!folder || folders.projectOf(folder).id !== query.get('projectId')) return fail(404, 'No such folder')
  const term = (query.get('searchTerm') ?? '').toLowerCase()
  if (term.startsWith('#')) return page([])
  const named = tree.children(folder.id).filter(({ bytes, name }) => bytes && name.toLowerCase().includes(term))
  return page(named.map((each) => documentOf({ tree, folders }, each)))
}

function addedTo(
  { tree, folders, pending }: World,
  query: URLSearchParams,
  { project, id }: { project: string; id: string },
): FakeAnswer {
  const document = pending.get(id)
  const folder = folders.byNumber(Number(query.get('folderId')))
  if (!document || folder?.id !== document.parentId) return fail(400, 'No such document')
  if (folders.projectOf(folder).id !== project) return fail(400, 'Not in the project')
  if (document.bytes?.byteLength !== document.size) return fail(400, 'The document was not uploaded')
  pending.delete(id)
  // A name that is taken is changed.
  const name = tree.child(document.parentId, document.name) ? `(1) ${document.name}` : document.name
  const { parentId, bytes, partner } = document
  return {
    status: 200,
    json: documentOf({ tree, folders }, tree.add({ id, name, parentId, bytes, facts: { partner } })),
  }
}

function stored({ tree, pending, state }: World, { method, path, headers, body }: FakeRequest): FakeAnswer {
  const id = path.replace('/bucket/', '')
  if (headers.authorization || headers['x-fv-userid'])
    return { status: 400, bytes: Buffer.from('two kinds of permission') }
  if (method === 'GET') {
    const bytes = tree.find(id)?.bytes
    return bytes ? { status: 200, bytes } : { status: 404 }
  }
  const document = pending.get(id)
  const isSigned = headers['content-type'] === contentType && !headers['transfer-encoding']
  if (method !== 'PUT' || !document || !isSigned || state.refusesAddresses) return { status: 403 }
  document.bytes = body
  return { status: 200 }
}

function documentOf({ tree, folders }: Pick<World, 'tree' | 'folders'>, entry: FakeEntry): object {
  const folder = tree.find(entry.parentId ?? '')
  return {
    DocumentId: { Native: Number(entry.id), Partner: entry.facts.partner ?? null },
    Filename: entry.name,
    Size: entry.bytes?.byteLength,
    Hashtags: entry.facts.hashtags ?? [],
    FolderId: { Native: folder ? folders.numberOf(folder) : 0 },
    ProjectId: { Native: Number(folders.projectOf(entry).id) },
    UploaderId: { Native: 77, Partner: null },
    UploadDate: '2026-11-02T09:30:00Z',
    OrgID: 42,
  }
}

function allFiles(tree: FakeTree, id = 'organization'): FakeEntry[] {
  return tree.children(id).flatMap((each) => (each.bytes ? [each] : allFiles(tree, each.id)))
}
