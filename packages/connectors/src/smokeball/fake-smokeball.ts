import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { FakeBytes } from '../testing/fake-bytes.ts'
import { type FakeAnswer, type FakeRequest, formOf, jsonOf, startFakeService } from '../testing/fake-service.ts'
import { type FakeEntry, type FakeTree, openFakeTree } from '../testing/fake-tree.ts'
import { contract } from './contract.ts'

const fileForm = z.strictObject({
  fileName: z.string().check(z.minLength(1), z.maxLength(256)),
  folderId: z.optional(z.string()),
  fileAdditionalData: z.record(z.string(), z.string()),
})
const folderForm = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(256)),
  parentFolderId: z.optional(z.string()),
})

/** A file that was announced, or whose bytes Smokeball hasn't processed yet. */
interface Half {
  id: string
  fileName: string
  parentId: string
  data: Record<string, string>
  bytes?: FakeBytes
}

/** A folder that Smokeball has accepted, and doesn't list yet. */
interface Coming {
  id: string
  name: string
  parentId: string
}

export interface FakeSmokeballOptions {
  clientId: string
  clientSecret: string
  apiKey: string
}

/** What the fake knows; tests change its state. */
interface World {
  options: FakeSmokeballOptions
  tree: FakeTree
  tokens: Set<string>
  halves: Map<string, Half>
  coming: Coming[]
  state: FakeState
  /** Requests until what was accepted is processed. */
  wait: number
}

interface FakeState {
  /** How many requests Smokeball needs to process what it accepted. */
  delay: number
  refusesAddresses: boolean
  takesNothing: boolean
  /** The most entries of a folder, and the most matters, in one answer; all entries if 0. */
  pages: number
}

export async function startFakeSmokeball(options: FakeSmokeballOptions) {
  const tree = openFakeTree({ rootId: 'account', ignoresCase: true })
  const state: FakeState = { delay: 0, refusesAddresses: false, takesNothing: false, pages: 500 }
  const world: World = { options, tree, tokens: new Set(), halves: new Map(), coming: [], state, wait: 0 }
  const service = await startFakeService((request) => answerOf(world, request), { contract })
  return { service, tree, state, halves: world.halves, endTokens: () => world.tokens.clear() }
}

function answerOf(world: World, request: FakeRequest): FakeAnswer {
  const { path, headers } = request
  if (path === '/oauth2/token') return giveToken(world, request)
  if (path.startsWith('/bucket/')) return stored(world, request)
  const token = headers.authorization?.replace(/^Bearer /, '') ?? ''
  if (!world.tokens.has(token)) return { status: 401, json: { message: 'Unauthorized' } }
  if (headers['x-api-key'] !== world.options.apiKey) return { status: 403, json: { message: 'Forbidden' } }
  completeUploads(world)
  return called(world, request) ?? fail(404, `${request.method} ${path}`)
}

function giveToken({ options, tokens }: World, request: FakeRequest): FakeAnswer {
  const form = formOf(request)
  const right = `Basic ${Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64')}`
  const isRight =
    request.headers.authorization === right &&
    form.get('grant_type') === 'client_credentials' &&
    form.get('client_id') === options.clientId
  if (!isRight) return { status: 400, json: { error: 'invalid_client' } }
  const token = randomUUID()
  tokens.add(token)
  return { status: 200, json: { access_token: token, token_type: 'Bearer', expires_in: 3600 } }
}

/** What was accepted is done some requests later. */
function completeUploads(world: World): void {
  const { tree, halves, coming, state } = world
  world.wait = Math.max(0, world.wait - 1)
  if (state.takesNothing || world.wait > 0) return
  for (const folder of coming.splice(0)) tree.add({ ...folder, bytes: undefined })
  for (const half of [...halves.values()].filter(({ bytes }) => bytes)) {
    halves.delete(half.id)
    const { id, fileName: name, parentId, bytes, data } = half
    tree.add({ id, name, parentId, bytes, facts: { data } })
  }
}

function called(world: World, request: FakeRequest): FakeAnswer | undefined {
  const { method, path, query } = request
  if (method === 'GET' && path === '/matters') return matters(world, query)
  const [, matter = '', kind, id, more] =
    /^\/matters\/([\w-]+)\/documents\/(folders|files)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(path) ?? []
  if (world.tree.find(matter)?.parentId !== 'account') return fail(404, 'There is no such matter')
  if (kind === 'folders' && method === 'GET') return listed(world, id ?? matter, query)
  if (kind === 'folders' && method === 'POST') return madeFolder(world, request, matter)
  if (kind === 'files' && method === 'POST') return announced(world, request, matter)
  if (id && method === 'DELETE') return removed(world, id)
  return id && method === 'GET' ? fileCalled(world, request, { id, more }) : undefined
}

function matters({ tree, state }: World, query: URLSearchParams): FakeAnswer {
  const search = (query.get('Search') ?? '').toLowerCase()
  const found = tree.children('account').filter(({ name }) => name.toLowerCase().includes(search))
  const value = found.map(({ id, name, facts: { number = name, status = 'Open' } }) => ({
    id,
    number,
    status,
    title: name,
  }))
  const offset = Number(query.get('Offset') ?? 0)
  const page = value.slice(offset, offset + Math.min(state.pages || 500, Number(query.get('Limit'))))
  const next = offset + page.length < value.length ? { next: { method: 'GET' } } : {}
  return { status: 200, json: { value: page, size: value.length, ...next } }
}

function listed({ tree, halves, state }: World, id: string, query: URLSearchParams): FakeAnswer {
  if (!tree.find(id)) return fail(404, 'There is no such folder')
  const entries = tree.children(id)
  const folders = entries.filter(({ bytes }) => !bytes).map((each) => ({ id: each.id, name: each.name }))
  const waiting = [...halves.values()].filter(({ parentId }) => parentId === id)
  const files = [...entries.filter(({ bytes }) => bytes).map(fileOf), ...waiting.map(halfOf)]
  const size = folders.length + files.length
  if (!state.pages) return { status: 200, json: { value: [{ folders, files }], size } }
  const start = Number(query.get('Offset') ?? 0)
  const end = start + Math.min(state.pages, Number(query.get('Limit') ?? 500))
  const within = (from: number) => [Math.max(0, start - from), Math.max(0, end - from)] as const
  const page = { folders: folders.slice(...within(0)), files: files.slice(...within(folders.length)) }
  return { status: 200, json: { value: [page], size, ...(end < size ? { next: { id, method: 'GET' } } : {}) } }
}

function madeFolder(world: World, request: FakeRequest, matter: string): FakeAnswer {
  const read = folderForm.safeParse(jsonOf(request))
  if (!read.success) return fail(400, read.error.message)
  const { name, parentFolderId: parentId = matter } = read.data
  if (!world.tree.find(parentId)) return fail(400, 'There is no such folder')
  const folder = { id: randomUUID(), name, parentId }
  world.coming.push(folder)
  world.wait = world.state.delay
  return { status: 202, json: { id: folder.id, href: 'unused' } }
}

function announced({ tree, halves }: World, request: FakeRequest, matter: string): FakeAnswer {
  const read = fileForm.safeParse(jsonOf(request))
  if (!read.success) return fail(400, read.error.message)
  const { fileName, folderId: parentId = matter, fileAdditionalData: data } = read.data
  if (!tree.find(parentId)) return fail(400, 'There is no such folder')
  const half = { id: randomUUID(), fileName, parentId, data }
  halves.set(half.id, half)
  return { status: 202, json: addressOf(request, half.id) }
}

function removed({ tree, halves }: World, id: string): FakeAnswer {
  if (!tree.find(id) && !halves.delete(id)) return fail(404, 'There is no such file')
  tree.remove(id)
  return { status: 202, json: { id } }
}

function fileCalled(
  { tree, halves }: World,
  request: FakeRequest,
  { id, more }: { id: string; more: string | undefined },
): FakeAnswer | undefined {
  const entry = tree.find(id)
  const half = halves.get(id)
  if (!entry && !half) return fail(404, 'There is no such file')
  if (more === 'upload') return { status: 200, json: addressOf(request, id) }
  if (more === 'download' && entry)
    return { status: 200, json: { fileId: id, downloadUrl: `${request.origin}/bucket/${id}` } }
  return more === undefined ? { status: 200, json: entry ? fileOf(entry) : half && halfOf(half) } : undefined
}

function stored(world: World, { method, path, headers, body }: FakeRequest): FakeAnswer {
  const { tree, halves, state } = world
  const id = path.replace('/bucket/', '')
  if (headers.authorization || headers['x-api-key']) return { status: 400, bytes: Buffer.from('two permissions') }
  const entry = tree.find(id)
  if (method === 'GET') return entry?.bytes ? { status: 200, bytes: entry.bytes } : { status: 404 }
  const isSigned = headers['content-type'] === '' && !headers['transfer-encoding']
  if (method !== 'PUT' || !isSigned || state.refusesAddresses) return { status: 403 }
  const half = halves.get(id)
  if (half) {
    half.bytes = body
    world.wait = state.delay
  } else if (entry) entry.bytes = body
  return { status: half || entry ? 200 : 404 }
}

function addressOf({ origin }: FakeRequest, fileId: string): object {
  return { fileId, uploadUrl: `${origin}/bucket/${fileId}`, expiry: new Date(Date.now() + 3_600_000).toISOString() }
}

function fileOf({ id, name, bytes, facts }: FakeEntry): object {
  return { ...named(id, name), sizeBytes: bytes?.byteLength ?? 0, additionalData: facts.data ?? {}, isUploaded: true }
}

function halfOf({ id, fileName, data }: Half): object {
  return { ...named(id, fileName), sizeBytes: 0, additionalData: data, isUploaded: false }
}

function named(id: string, fileName: string): object {
  const dot = fileName.lastIndexOf('.')
  const [name, fileExtension] = dot > 0 ? [fileName.slice(0, dot), fileName.slice(dot)] : [fileName, '']
  return { id, name, fileExtension, isCancelled: false, isDeleted: false }
}

function fail(status: number, detail: string): FakeAnswer {
  return { status, json: { title: 'Bad Request', detail } }
}
