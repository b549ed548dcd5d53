import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { openFakeAuthorize } from '../testing/fake-authorize.ts'
import { type FakeAnswer, type FakeRequest, formOf, multipartOf, startFakeService } from '../testing/fake-service.ts'
import { type FakeEntry, type FakeTree, openFakeTree } from '../testing/fake-tree.ts'
import { contract } from './contract.ts'

/** What the fake demands of each request, as the service's own description does: anything else is refused with 400. */
const forms = {
  folder: z.strictObject({
    // The service refuses names with other characters, unless it may change them.
    name: z.string().check(z.regex(/^[^\\/:*?"<>|]{1,255}$/)),
    sanitizeName: z.literal('false'),
    parent: z.optional(z.string()),
    cabinet: z.optional(z.literal('NG-CABINET')),
  }),
  upload: z.strictObject({
    destination: z.string(),
    addToRecent: z.literal('false'),
    partialProfiling: z.literal('true'),
    profile: z.optional(z.string()),
  }),
  profile: z.array(z.strictObject({ id: z.number(), value: z.string().check(z.minLength(1)) })),
}

export interface FakeNetdocumentsOptions {
  clientId: string
  clientSecret: string
  repository: string
  refreshToken?: string
  /** Those of the application; any if absent. */
  redirectUris?: readonly string[]
}

/** What a test changes. */
interface State {
  /** As in a cabinet whose workspaces are matters, if not 0. */
  wsAttrNum: number
  pageSize: number
  repositoryId: string
}

interface FakeCabinet {
  tree: FakeTree
  state: State
  /** The matters that the lookup tables know, as `client/matter`. */
  matters: Set<string>
  /** The attributes of documents as they came, by their IDs. */
  profiles: Map<string, unknown>
  /** How often the attributes of the cabinet were asked for. */
  counts: { attributes: number }
}

/** A repository with one cabinet. Names may occur twice, as there. */
export async function startFakeNetdocuments(options: FakeNetdocumentsOptions) {
  const fake: FakeCabinet = {
    tree: openFakeTree({ rootId: 'NG-CABINET', ignoresCase: true, makeId: counter() }),
    state: { wsAttrNum: 0, pageSize: 500, repositoryId: options.repository },
    matters: new Set(['10023/0001']),
    profiles: new Map(),
    counts: { attributes: 0 },
  }
  const account = openFakeAccount(options)
  const service = await startFakeService(
    (request) =>
      account.signIn(request) ??
      aboutCabinet(fake, request) ??
      inContainers(fake, request) ??
      fail(404, `${request.method} ${request.path}`),
    { contract },
  )
  return { service, ...fake, endTokens: account.endTokens }
}

function openFakeAccount(options: FakeNetdocumentsOptions) {
  const { clientId, clientSecret, repository, refreshToken } = options
  const tokens = new Set<string>()
  const authorize = openFakeAuthorize(options)
  const give = (request: FakeRequest): FakeAnswer => {
    const form = formOf(request)
    const sent = Buffer.from(request.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
    const isClient = form.get('grant_type') === 'client_credentials'
    const expected = isClient ? `${clientId}|${repository}:${clientSecret}` : `${clientId}:${clientSecret}`
    if (sent !== expected)
      return { status: 401, json: { error: 'invalid_client', error_description: 'Invalid client' } }
    const isRefresh = form.get('grant_type') === 'refresh_token' && form.get('refresh_token') === refreshToken
    const isCode = form.get('grant_type') === 'authorization_code' && authorize.takesCode(request)
    if (!isRefresh && !isCode && !(isClient && form.get('scope') === 'full'))
      return { status: 400, json: { error: 'invalid_grant', error_description: 'Invalid grant' } }
    const token = randomUUID()
    tokens.add(token)
    // As a text, against the standard.
    const given = { access_token: token, token_type: 'bearer', expires_in: '3600' }
    return { status: 200, json: isCode ? { ...given, refresh_token: refreshToken } : given }
  }
  return {
    /** Returns the answer to a sign-in, or to a call without one; undefined for a call that is signed in. */
    signIn(request: FakeRequest): FakeAnswer | undefined {
      if (request.path === '/neWeb2/OAuth.aspx') return authorize.page(request)
      if (request.path === '/v1/OAuth') return give(request)
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
      return token && tokens.has(token) ? undefined : fail(401, 'Token has expired or is invalid.')
    },
    endTokens: () => tokens.clear(),
  }
}

function aboutCabinet(
  { tree, state, matters, counts }: FakeCabinet,
  { method, path, query }: FakeRequest,
): FakeAnswer | undefined {
  if (method !== 'GET') return undefined
  if (path === '/v1/User/info') return { status: 200, json: { email: 'dana@firm.example' } }
  if (path === '/v1/User/cabinets') {
    const { repositoryId, wsAttrNum } = state
    return { status: 200, json: [{ id: 'NG-CABINET', name: 'Litigation', repositoryId, wsAttrNum, wsOrgAttrNum: 0 }] }
  }
  if (path === '/v1/cabinet/NG-CABINET/customAttributes') {
    counts.attributes += 1
    return {
      status: 200,
      json: [
        { id: 3, name: 'Document Type' },
        { id: 4, name: 'Author' },
        { id: 9, name: 'Courtcrier key' },
      ],
    }
  }
  if (path === '/v1/Cabinet/NG-CABINET/folders' && query.get('$select') === 'standardAttributes') {
    const folders = tree.children('NG-CABINET').filter(({ bytes }) => !bytes)
    return { status: 200, json: { standardList: folders.map(recordOf) } }
  }
  const [, client, matter] = /^\/v1\/Workspace\/NG-CABINET\/([^/]+)\/([^/]+)\/info$/.exec(path) ?? []
  if (client === undefined) return undefined
  if (!matters.has(`${client}/${matter}`)) return fail(400, 'The attribute value does not exist.')
  return { status: 200, json: { standardAttributes: { id: tree.makeFolders(`${client}/${matter}`).id } } }
}

/** Undefined for what isn't there. */
function inContainers(fake: FakeCabinet, request: FakeRequest): FakeAnswer | undefined {
  const { method, path } = request
  if (method === 'POST' && path === '/v1/Folder') return made(fake, request)
  if (method === 'POST' && path === '/v1/Document/upload') return uploaded(fake, request)
  const [, profiled = ''] = /^\/v1\/Document\/([\w-]+)\/info$/.exec(path) ?? []
  const document = fake.tree.find(profiled)
  if (method === 'GET' && document?.bytes) return profileOf(fake, document)
  const [, kind = '', id = ''] = /^\/(v2\/container|v1\/Document|v1\/Folder)\/([\w-]+)$/.exec(path) ?? []
  const entry = fake.tree.find(id)
  if (!entry || (kind === 'v1/Document') !== (entry.bytes !== undefined)) return undefined
  if (method === 'GET' && kind === 'v2/container') return contents(fake, entry, request)
  if (method === 'GET' && entry.bytes) return { status: 200, bytes: entry.bytes }
  if (method !== 'DELETE' || kind === 'v2/container') return undefined
  fake.tree.remove(id)
  return { status: 200 }
}

function contents({ tree, state }: FakeCabinet, container: FakeEntry, { query }: FakeRequest): FakeAnswer {
  if (query.get('select') !== 'StandardAttributes') return fail(400, 'select is missing')
  const from = Number(query.get('skiptoken') ?? 0)
  const to = from + Math.min(Number(query.get('top') ?? 50), state.pageSize)
  const all = tree.children(container.id)
  const Results = all.slice(from, to).map((entry) => {
    const { id, name, extension } = recordOf(entry)
    return { DocId: id, EnvId: `:Q20:${id}.nev`, Attributes: { Name: name, Ext: extension } }
  })
  return { status: 200, json: { Results, ...(to < all.length ? { SkipToken: String(to) } : {}) } }
}

function profileOf({ profiles }: FakeCabinet, entry: FakeEntry): FakeAnswer {
  const customAttributes = profiles.get(entry.id) ?? []
  return { status: 200, json: { standardAttributes: recordOf(entry), customAttributes } }
}

function made({ tree }: FakeCabinet, request: FakeRequest): FakeAnswer {
  const read = forms.folder.safeParse(Object.fromEntries(formOf(request)))
  if (!read.success) return fail(400, read.error.message)
  const { name, parent, cabinet } = read.data
  const above = tree.find(parent ?? cabinet ?? '')
  if (!above) return fail(404, 'The parent is not there')
  const entry = tree.add({ name, parentId: above.id, bytes: undefined })
  return { status: 200, json: { standardAttributes: { id: entry.id, name } } }
}

function uploaded({ tree, profiles }: FakeCabinet, request: FakeRequest): FakeAnswer {
  const parts = multipartOf(request)
  const file = parts.pop()
  const read = forms.upload.safeParse(Object.fromEntries(parts.map(({ name, bytes }) => [name, bytes.toString()])))
  if (!read.success || file?.name !== 'file' || !file.fileName) return fail(400, 'The form is wrong')
  const { destination, profile } = read.data
  if (!tree.find(destination)) return fail(404, 'The destination is not there')
  const attributes = profile === undefined ? [] : forms.profile.parse(JSON.parse(profile))
  const entry = tree.add({ name: file.fileName, parentId: destination, bytes: file.bytes })
  profiles.set(entry.id, attributes)
  const { size: _, ...document } = recordOf(entry)
  return { status: 200, json: document }
}

/** A record as the first version of the API has it: sizes as texts, names without the extension. */
function recordOf({ id, name, bytes }: FakeEntry) {
  if (!bytes) return { id, name, extension: 'ndfld', size: '0' }
  const dot = name.lastIndexOf('.')
  const size = String(bytes.byteLength)
  return dot > 0
    ? { id, name: name.slice(0, dot), extension: name.slice(dot + 1), size }
    : { id, name, extension: '', size }
}

function fail(status: number, message: string): FakeAnswer {
  return { status, json: { error: 'request_failed', message } }
}

function counter(): () => string {
  let last = 1000
  return () => `4814-0621-${++last}`
}
