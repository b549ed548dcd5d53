import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { openFakeAuthorize } from '../testing/fake-authorize.ts'
import { type FakeAnswer, type FakeRequest, formOf, jsonOf, serveFake } from '../testing/fake-service.ts'
import { type FakeTree, openFakeTree } from '../testing/fake-tree.ts'
import { contract } from './contract.ts'
import { fail, onlyFields } from './fake-answers.ts'
import { type FakeDocuments, openFakeDocuments } from './fake-documents.ts'
import { type FakePlaces, placesIn } from './fake-places.ts'

/** What each list may be asked for: anything else is refused, as by a typo that Clio itself would ignore. */
const listQueries: Readonly<Record<string, readonly string[]>> = {
  '/matters.json': ['query'],
  '/folders.json': ['matter_id', 'parent_id', 'query'],
  '/documents.json': [
    'matter_id',
    'parent_id',
    'query',
    'external_property_name',
    'external_property_value',
    'show_uncompleted',
  ],
  '/document_categories.json': [],
}
const everyList = ['fields', 'limit', 'page_token']

const folderForm = z.strictObject({
  data: z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(255)),
    parent: z.strictObject({ id: z.int(), type: z.enum(['Matter', 'Folder']) }),
  }),
})

export interface FakeClioOptions {
  clientId: string
  clientSecret: string
  refreshToken: string
  /** Those of the application; any if absent. */
  redirectUris?: readonly string[]
}

/** What the fake knows; tests change its state. */
interface World {
  options: FakeClioOptions
  tree: FakeTree
  authorize: ReturnType<typeof openFakeAuthorize>
  tokens: Set<string>
  places: FakePlaces
  documents: FakeDocuments
  state: FakeState
}

export function startFakeClio(options: FakeClioOptions) {
  return serveFake(openFakeClio(options), contract)
}

export function openFakeClio(options: FakeClioOptions) {
  let last = 1000
  const tree = openFakeTree({ rootId: 'account', makeId: () => String(++last) })
  const state: FakeState = {
    listsOwnFolder: true,
    pageSize: 200,
    requestsLeft: undefined,
    categories: ['Pleading', 'Order'],
    refused: 0,
    refusesAddresses: false,
    givesAddressOnce: false,
    losesCompletions: false,
  }
  const places = placesIn(tree)
  const documents = openFakeDocuments({ tree, places, state })
  const authorize = openFakeAuthorize(options)
  const world: World = { options, tree, authorize, tokens: new Set(), places, documents, state }
  const answer = (request: FakeRequest) => answerOf(world, request)
  const { halves, completeAll } = documents
  return { answer, tree, state, halves, completeAll, endTokens: () => world.tokens.clear() }
}

interface FakeState {
  /** Whether the folders of a matter include its own. */
  listsOwnFolder: boolean
  pageSize: number
  requestsLeft: number | undefined
  /** The names of the document categories, whose IDs begin at 1; an account may not see them if undefined. */
  categories: readonly string[] | undefined
  /** Requests that came when none were left. */
  refused: number
  refusesAddresses: boolean
  /** Whether what is being uploaded has an address only when it is begun. */
  givesAddressOnce: boolean
  /** Whether a completed document is refused as one that was complete before. */
  losesCompletions: boolean
}

function answerOf(world: World, request: FakeRequest): FakeAnswer {
  const { method, path, headers } = request
  if (path === '/oauth/authorize') return world.authorize.page(request)
  if (method === 'POST' && path === '/oauth/token') return giveToken(world, request)
  if (path.startsWith('/put/') || path.startsWith('/files/')) return world.documents.stored(request)
  if (!world.tokens.has(headers.authorization?.replace(/^Bearer /, '') ?? ''))
    return fail(401, 'Unauthorized', 'No token')
  if (world.state.requestsLeft === 0) {
    world.state.refused += 1
    return { ...fail(429, 'RateLimited', 'Rate limit reached'), headers: { 'retry-after': '60' } }
  }
  return withRate(world.state, called(world, request, path.replace('/api/v4', '')))
}

function giveToken({ options, tokens, authorize }: World, request: FakeRequest): FakeAnswer {
  const form = formOf(request)
  const { clientId, clientSecret, refreshToken } = options
  const isClient = form.get('client_id') === clientId && form.get('client_secret') === clientSecret
  const isRefresh = form.get('grant_type') === 'refresh_token' && form.get('refresh_token') === refreshToken
  const isCode = form.get('grant_type') === 'authorization_code' && authorize.takesCode(request)
  if (!isClient || !(isRefresh || isCode))
    return { status: 401, json: { error: 'invalid_grant', error_description: 'Not known' } }
  const token = randomUUID()
  tokens.add(token)
  const given = { access_token: token, token_type: 'bearer', expires_in: 2_592_000 }
  return { status: 200, json: isCode ? { ...given, refresh_token: refreshToken } : given }
}

function withRate(state: FakeState, answer: FakeAnswer): FakeAnswer {
  if (state.requestsLeft === undefined) return answer
  state.requestsLeft -= 1
  const reset = String(Math.ceil(Date.now() / 1000) + 60)
  const headers = { 'x-ratelimit-remaining': String(state.requestsLeft), 'x-ratelimit-reset': reset }
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

function called(world: World, request: FakeRequest, path: string): FakeAnswer {
  const { method, query } = request
  if (method === 'GET' && path === '/users/who_am_i.json')
    return { status: 200, json: { data: { id: 1, email: 'dana@firm.example' } } }
  if (method === 'GET' && listQueries[path]) return listed(world, path, query)
  if (method === 'POST' && path === '/folders.json') return madeFolder(world, request)
  const [, kind, id = ''] = /^\/(folders|documents)\/(\d+)\.json$/.exec(path) ?? []
  if (method === 'DELETE' && kind) return removed(world, id)
  return world.documents.called(request, path) ?? fail(404, 'NotFound', `${method} ${path}`)
}

function listed(world: World, path: string, query: URLSearchParams): FakeAnswer {
  if (path === '/document_categories.json' && !world.state.categories) return fail(403, 'ForbiddenError', 'No access')
  const unknown = [...query.keys()].find((name) => ![...everyList, ...(listQueries[path] ?? [])].includes(name))
  if (unknown) return fail(400, 'ArgumentError', `Unknown parameter ${unknown}`)
  // Of a parent that isn't there, nothing is listed: Clio publishes no 404 for lists.
  const records = recordsOf(world, path, query) ?? []
  const start = Number(query.get('page_token') ?? 0)
  const size = Math.min(world.state.pageSize, Number(query.get('limit')))
  const data = records.slice(start, start + size).map((record) => onlyFields(record, query.get('fields')))
  const next = new URLSearchParams(query)
  next.set('page_token', String(start + size))
  const isMore = start + size < records.length
  // The next page is at another host, which must never see the token.
  const paging = isMore ? { next: `https://elsewhere.example/api/v4${path}?${next}` } : {}
  return { status: 200, json: { data, meta: { paging, records: records.length } } }
}

function recordsOf({ tree, places, documents, state }: World, path: string, query: URLSearchParams) {
  if (path === '/matters.json')
    return tree
      .children('account')
      .filter(({ name }) => name.includes(query.get('query') ?? ''))
      .map(({ id, name, facts: { customNumber = null } }) => ({
        id: Number(id),
        display_number: name,
        custom_number: customNumber,
      }))
  if (path === '/documents.json') return documents.listed(query)
  if (path === '/document_categories.json')
    return state.categories?.map((name, n) => ({ id: n + 1, etag: '"1"', name }))
  const matter = query.get('matter_id')
  const parent = query.get('parent_id')
  const folders = matter ? places.foldersOf(matter, state.listsOwnFolder) : places.childrenOf(parent ?? '')
  return folders?.map((folder) => places.folderOf(folder))
}

function madeFolder({ tree, places }: World, request: FakeRequest): FakeAnswer {
  const read = folderForm.safeParse(jsonOf(request))
  if (!read.success) return fail(400, 'ArgumentError', read.error.message)
  const { name, parent } = read.data.data
  const entry = places.find(parent)
  if (!entry) return fail(404, 'NotFound', 'The parent is not there')
  const made = tree.add({ name, parentId: entry.id, bytes: undefined })
  return { status: 201, json: { data: onlyFields(places.folderOf(made), request.query.get('fields')) } }
}

function removed({ tree, documents }: World, id: string): FakeAnswer {
  if (!tree.find(id) && !documents.halves.delete(id)) return fail(404, 'NotFound', 'Not there')
  tree.remove(id)
  return { status: 204 }
}
