import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { openFakeAuthorize } from '../testing/fake-authorize.ts'
import { cut, digestOf, type FakeBytes, fakeBytes, joined } from '../testing/fake-bytes.ts'
import { type FakeAnswer, type FakeRequest, formOf, jsonOf, startFakeService } from '../testing/fake-service.ts'
import { type FakeEntry, type FakeTree, openFakeTree } from '../testing/fake-tree.ts'
import { contract } from './contract.ts'

const cursor = z.strictObject({ session_id: z.string(), offset: z.number() })
const commit = z.strictObject({
  path: z.string().check(z.regex(/^(?:\/[^/]+)+$/)),
  mode: z.literal('add'),
  autorename: z.literal(false),
  strict_conflict: z.literal(false),
})
/** What the fake demands of each call, as Dropbox's own description does: anything else is refused with 400. */
const forms = {
  path: z.strictObject({ path: z.string().check(z.regex(/^(?:\/[^/]+)+$/)) }),
  folder: z.strictObject({ path: z.string().check(z.regex(/^(?:\/[^/]+)+$/)), autorename: z.literal(false) }),
  start: z.strictObject({ close: z.literal(false) }),
  append: z.strictObject({ cursor, close: z.literal(false) }),
  finish: z.strictObject({ cursor, commit }),
}

export interface FakeDropboxOptions {
  clientId: string
  clientSecret: string
  refreshToken: string
  /** Whether the account is one of a team, whose files begin above the person's own. */
  isTeam?: boolean
}

interface World {
  options: FakeDropboxOptions
  tree: FakeTree
  tokens: Set<string>
  sessions: Map<string, FakeBytes>
  authorize: ReturnType<typeof openFakeAuthorize>
  state: { scope: string | undefined; account: Promise<void> | undefined }
  /** The calls that came without the team's space, and would be among the person's own files. */
  outside: string[]
}

export async function startFakeDropbox(options: FakeDropboxOptions) {
  const world: World = {
    options,
    tree: openFakeTree({ ignoresCase: true }),
    tokens: new Set(),
    sessions: new Map(),
    authorize: openFakeAuthorize(options),
    state: { scope: undefined, account: undefined },
    outside: [],
  }
  const service = await startFakeService((request) => answerOf(world, request), { contract })
  const { tree, state, tokens, sessions, outside } = world
  return { service, tree, state, outside, endTokens: () => tokens.clear(), endSessions: () => sessions.clear() }
}

async function answerOf(world: World, request: FakeRequest): Promise<FakeAnswer> {
  const { method, path, headers } = request
  if (path === '/oauth2/authorize') return world.authorize.page(request)
  if (path === '/oauth2/token') return giveToken(world, request)
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (!token || !world.tokens.has(token)) return { status: 401, json: errorOf('expired_access_token') }
  if (world.state.scope !== undefined)
    return { status: 401, json: problem({ '.tag': 'missing_scope', required_scope: world.state.scope }) }
  if (method !== 'POST') return { status: 400 }
  if (path === '/2/users/get_current_account') return account(world)
  if (world.options.isTeam && headers['dropbox-api-path-root'] !== '{".tag":"root","root":"1001"}') {
    world.outside.push(path)
    return { status: 422, json: errorOf('no_permission') }
  }
  try {
    return calls[path]?.(world, request) ?? { status: 404 }
  } catch (error) {
    return { status: 400, bytes: Buffer.from(String(error)) }
  }
}

function giveToken({ options, tokens, authorize }: World, request: FakeRequest): FakeAnswer {
  const form = formOf(request)
  if (form.get('client_id') !== options.clientId || form.get('client_secret') !== options.clientSecret)
    return { status: 400, json: { error: 'invalid_client', error_description: 'Invalid client_id or client_secret' } }
  const isCode = form.get('grant_type') === 'authorization_code'
  const isRefresh = form.get('grant_type') === 'refresh_token' && form.get('refresh_token') === options.refreshToken
  if (isCode ? !authorize.takesCode(request) : !isRefresh)
    return { status: 400, json: { error: 'invalid_grant', error_description: 'code or refresh token is invalid' } }
  const token = randomUUID()
  tokens.add(token)
  const more = isCode ? { refresh_token: options.refreshToken } : {}
  return { status: 200, json: { access_token: token, token_type: 'bearer', expires_in: 14_400, ...more } }
}

const person = {
  account_id: 'dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc',
  name: {
    given_name: 'Dana',
    surname: 'Reyes',
    familiar_name: 'Dana',
    display_name: 'Dana Reyes',
    abbreviated_name: 'DR',
  },
  email: 'dana@firm.example',
  email_verified: true,
  disabled: false,
  locale: 'en',
  referral_link: 'https://db.tt/ZITNuhtI',
  is_paired: false,
  account_type: { '.tag': 'business' },
}

async function account({ options, state }: World): Promise<FakeAnswer> {
  await state.account
  const root_info = {
    '.tag': options.isTeam ? 'team' : 'user',
    root_namespace_id: options.isTeam ? '1001' : '7',
    home_namespace_id: '7',
    ...(options.isTeam ? { home_path: '/Dana' } : {}),
  }
  return { status: 200, json: { ...person, root_info } }
}

type Call = (world: World, request: FakeRequest) => FakeAnswer

const calls: Readonly<Record<string, Call>> = {
  '/2/files/get_metadata': ({ tree }, request) => {
    const entry = tree.at(forms.path.parse(jsonOf(request)).path)
    return entry ? { status: 200, json: taggedOf(entry) } : refusal('path', 'not_found')
  },
  '/2/files/create_folder_v2': ({ tree }, request) => {
    const { path } = forms.folder.parse(jsonOf(request))
    const there = tree.at(path)
    if (there) return refusal('path', 'conflict', there.bytes ? 'file' : 'folder')
    return { status: 200, json: { metadata: metadataOf(tree.makeFolders(path)) } }
  },
  '/2/files/delete_v2': ({ tree }, request) => {
    const entry = tree.at(forms.path.parse(jsonOf(request)).path)
    if (!entry) return refusal('path_lookup', 'not_found')
    tree.remove(entry.id)
    return { status: 200, json: { metadata: taggedOf(entry) } }
  },
  '/2/files/download': ({ tree }, request) => {
    const bytes = tree.at(forms.path.parse(argumentOf(request)).path)?.bytes
    return bytes ? { status: 200, bytes } : refusal('path', 'not_found')
  },
  '/2/files/upload': (world, request) => {
    const { path } = commit.parse(argumentOf(request))
    const inTheWay = conflictAt(world, path, request.body)
    if (!inTheWay) return added(world, path, request.body)
    return { status: 409, json: problem({ '.tag': 'path', reason: inTheWay, upload_session_id: 'unused' }) }
  },
  '/2/files/upload_session/start': ({ sessions }, request) => {
    forms.start.parse(argumentOf(request))
    const session_id = randomUUID()
    sessions.set(session_id, request.body)
    return { status: 200, json: { session_id } }
  },
  '/2/files/upload_session/append_v2': ({ sessions }, request) => {
    const at = forms.append.parse(argumentOf(request)).cursor
    const wrong = wrongPlace(sessions, at)
    if (wrong) return { status: 409, json: problem(wrong) }
    sessions.set(at.session_id, joined([sessions.get(at.session_id) ?? fakeBytes(), request.body]))
    return { status: 200, json: null }
  },
  '/2/files/upload_session/finish': (world, request) => {
    const { cursor: at, commit: to } = forms.finish.parse(argumentOf(request))
    const wrong = wrongPlace(world.sessions, at)
    if (wrong) return { status: 409, json: problem({ '.tag': 'lookup_failed', lookup_failed: wrong }) }
    const bytes = world.sessions.get(at.session_id) ?? fakeBytes()
    const inTheWay = conflictAt(world, to.path, bytes)
    // Here, the error is in a field of its own.
    if (inTheWay) return { status: 409, json: problem({ '.tag': 'path', path: inTheWay }) }
    return added(world, to.path, bytes)
  },
}

function argumentOf({ headers }: FakeRequest): unknown {
  const text = headers['dropbox-api-arg'] ?? ''
  if (/[^ -~]/.test(text)) throw new Error('the header is not ASCII')
  return JSON.parse(text)
}

function wrongPlace(sessions: Map<string, FakeBytes>, at: z.output<typeof cursor>): object | undefined {
  const there = sessions.get(at.session_id)?.byteLength
  if (there === undefined) return { '.tag': 'not_found' }
  return there === at.offset ? undefined : { '.tag': 'incorrect_offset', correct_offset: there }
}

/** The error about what has the name of a file; the same bytes are none. */
function conflictAt({ tree }: World, path: string, bytes: FakeBytes): object | undefined {
  const there = tree.at(path)
  if (!there || (there.bytes && contentHash(there.bytes) === contentHash(bytes))) return undefined
  return { '.tag': 'conflict', conflict: { '.tag': there.bytes ? 'file' : 'folder' } }
}

/** Saves a file that isn't there yet, and the folders above it as Dropbox does. */
function added({ tree }: World, path: string, bytes: FakeBytes): FakeAnswer {
  const slash = path.lastIndexOf('/')
  const add = () =>
    tree.add({ name: path.slice(slash + 1), parentId: tree.makeFolders(path.slice(0, slash)).id, bytes })
  return { status: 200, json: metadataOf(tree.at(path) ?? add()) }
}

/** Where it may be a file or a folder, an answer says which. */
function taggedOf(entry: FakeEntry): object {
  return { '.tag': entry.bytes ? 'file' : 'folder', ...metadataOf(entry) }
}

function metadataOf({ id, name, bytes }: FakeEntry): object {
  if (!bytes) return { id: `id:${id}`, name }
  return {
    id: `id:${id}`,
    name,
    size: bytes.byteLength,
    client_modified: '2026-11-02T09:30:00Z',
    server_modified: '2026-11-02T09:30:00Z',
    rev: 'a1c10ce0dd78',
    content_hash: contentHash(bytes),
  }
}

const blockSize = 4 * 1024 * 1024

/** As Dropbox describes it ("Content hash"), apart from the connector's own. */
function contentHash(bytes: FakeBytes): string {
  const blocks = Array.from({ length: Math.ceil(bytes.byteLength / blockSize) }, (_, n) =>
    cut(bytes, n * blockSize, Math.min(bytes.byteLength, (n + 1) * blockSize)),
  )
  return digestOf(joined(blocks.map((block) => fakeBytes(digestOf(block, 'sha256')))), 'sha256').toString('hex')
}

function problem(error: object): object {
  return { error_summary: 'refused/..', error }
}

function errorOf(...tags: string[]): object {
  const [tag = '', ...inner] = tags
  const within = inner.length > 0 ? { [tag]: (errorOf(...inner) as { error: object }).error } : {}
  return { error_summary: `${tags.join('/')}/..`, error: { '.tag': tag, ...within } }
}

function refusal(...tags: string[]): FakeAnswer {
  return { status: 409, json: errorOf(...tags) }
}
