import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type FakeAnswer, type FakeRequest, formOf, jsonOf, multipartOf, serveFake } from '../testing/fake-service.ts'
import { type FakeEntry, type FakeTree, openFakeTree } from '../testing/fake-tree.ts'
import { contract } from './contract.ts'
import { fail, kindOf, page, profileOf, recordOf } from './fake-answers.ts'

const fieldForm = z.string().check(z.minLength(1), z.maxLength(254))

/** What the fake demands of each request: anything else is refused with 400. */
const forms = {
  session: z.strictObject({ user_id: z.string(), password: z.string() }),
  folder: z.strictObject({ name: fieldForm, default_security: z.literal('inherit') }),
  upload: z.strictObject({
    warnings_for_required_and_disabled_fields: z.literal(true),
    inherit_profile_from_folder: z.literal(true),
    doc_profile: z.looseObject({
      name: fieldForm,
      extension: z.optional(fieldForm),
      type: z.optional(z.enum(['ACROBAT', 'ANSI', 'MIME', 'WORDX', 'HTML'])),
      size: z.number(),
      author: fieldForm,
      class: fieldForm,
      subclass: fieldForm,
      comment: fieldForm,
      custom17: z.optional(z.number()),
      custom25: z.optional(z.boolean()),
    }),
  }),
}

export interface FakeImanageOptions {
  username: string
  password: string
  clientId: string
  clientSecret: string
  library: string
}

/** What a test changes, and what it looks at. */
interface State {
  /** An older server knows only sessions. */
  hasTokens: boolean
  customer: number
  /** Whether lists have cursors, and their offsets are ignored, as newer servers do it. */
  hasCursors: boolean
  /** Whether the server says who is signed in. */
  hasAbout: boolean
  warnings: { field: string; error: string }[]
  /** The subclasses of each class; an account may not see the lists if undefined. */
  classes: Record<string, string[]> | undefined
  /** The users of the library; an account may not see the list if undefined. */
  users: string[] | undefined
}

/** A library with one workspace, `Matters`, and a folder `ACTIVE!100` in it. Names may occur twice, as there. */
export function startFakeImanage(options: FakeImanageOptions) {
  return serveFake(openFakeImanage(options), contract)
}

export function openFakeImanage(options: FakeImanageOptions) {
  const tree = withVersions(openFakeTree({ rootId: 'root', ignoresCase: true, makeId: counter(options.library) }))
  const workspace = tree.add({ id: `${options.library}!12`, name: 'Matters', parentId: 'root', bytes: undefined })
  tree.add({ id: `${options.library}!100`, name: 'Courtcrier', parentId: workspace.id, bytes: undefined })
  const state: State = {
    ...{ hasTokens: true, customer: 516, hasCursors: false, hasAbout: true },
    ...{ warnings: [], classes: undefined, users: undefined },
  }
  const account = openFakeAccount(options, state)

  const answer = (request: FakeRequest): FakeAnswer => {
    const { method, path } = request
    const signedIn = account.signIn(request)
    if (signedIn) return signedIn
    if (path === '/work/api') return about()
    const prefix = `/work/api/v2/customers/${state.customer}/libraries/${options.library}/`
    const [kind = '', id = '', rest = ''] = path.startsWith(prefix) ? path.slice(prefix.length).split('/') : []
    const asked = { kind, id, rest }
    return answerOf({ tree, state }, request, asked) ?? fail(404, 'NRC_NO_RECORD', `${method} ${path}`)
  }

  function about(): FakeAnswer {
    if (!state.hasAbout) return { status: 404 }
    const work = { libraries: [{ alias: options.library, type: 'worksite' }], preferred_library: options.library }
    return { status: 200, json: { data: { user: { customer_id: state.customer, id: options.username }, work } } }
  }

  /** The profiles of documents as they came, by their IDs. */
  const profiles = { get: (id: string) => profileOf(tree.find(id)) }
  return { answer, tree, state, profiles, endTokens: account.endTokens }
}

function openFakeAccount({ username, password, clientId, clientSecret }: FakeImanageOptions, state: State) {
  const tokens = new Set<string>()
  const newToken = () => {
    const token = randomUUID()
    tokens.add(token)
    return token
  }
  const giveToken = (form: URLSearchParams): FakeAnswer => {
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return { status: 400, json: { error: 'invalid_client' } }
    if (form.get('grant_type') !== 'password' || form.get('username') !== username || form.get('password') !== password)
      return { status: 400, json: { error: 'invalid_grant', error_description: 'The user name or password is wrong' } }
    return { status: 200, json: { access_token: newToken(), expires_in: 1800, refresh_token: randomUUID() } }
  }
  const giveSession = (request: FakeRequest): FakeAnswer => {
    const read = forms.session.safeParse(jsonOf(request))
    if (!read.success) return fail(400, 'NRC_INVALID_PARAM', read.error.message)
    if (read.data.user_id !== username || read.data.password !== password)
      return fail(401, 'NRC_LOGIN_FAILED', 'The user name or password is wrong')
    return { status: 200, json: { 'X-Auth-Token': newToken() } }
  }
  return {
    /** Returns the answer to a sign-in, or to a call without one; undefined for a call that is signed in. */
    signIn(request: FakeRequest): FakeAnswer | undefined {
      const { method, path, headers } = request
      if (path === '/auth/oauth2/token') return state.hasTokens ? giveToken(formOf(request)) : { status: 404 }
      if (method === 'PUT' && path === '/api/v1/session/login') return giveSession(request)
      if (tokens.has(headers['x-auth-token'] ?? '')) return undefined
      return fail(401, 'NRC_INVALID_TOKEN', 'X-Auth-Token is invalid')
    },
    endTokens: () => tokens.clear(),
  }
}

interface FakeLibrary {
  tree: FakeTree
  state: State
}

interface LibraryCall {
  kind: string
  id: string
  rest: string
}

/** Undefined for what isn't there. */
function answerOf(library: FakeLibrary, request: FakeRequest, { kind, id, rest }: LibraryCall): FakeAnswer | undefined {
  if (request.method === 'GET' && kind === 'workspaces' && id === '') return workspaces(library, request)
  if (request.method === 'GET' && kind === 'classes') return classes(library, request, { kind, id, rest })
  if (request.method === 'GET' && kind === 'users') return listed(library.state.users, request)
  const entry = library.tree.find(id)
  if (!entry || kindOf(entry) !== kind) return undefined
  return calls[[request.method, kind, rest].join(' ').trim()]?.(library, entry, request)
}

const calls: Readonly<Record<string, (library: FakeLibrary, entry: FakeEntry, request: FakeRequest) => FakeAnswer>> = {
  'GET workspaces': one,
  'GET workspaces children': children,
  'POST workspaces folders': made,
  'GET folders': one,
  'GET folders children': children,
  'POST folders subfolders': made,
  'POST folders documents': uploaded,
  'DELETE folders': removed,
  'GET documents': one,
  'GET documents download': (_, { bytes }) => ({ status: 200, bytes: bytes ?? Buffer.of() }),
  'DELETE documents': removed,
}

function one(_: FakeLibrary, entry: FakeEntry): FakeAnswer {
  return { status: 200, json: { data: recordOf(entry) } }
}

/** As the library searches: every name that contains this one, and the whole value of a field of the profile. */
function workspaces(library: FakeLibrary, { query }: FakeRequest): FakeAnswer {
  const name = query.get('name')?.toLowerCase() ?? ''
  const client = query.get('custom1')?.toLowerCase()
  const found = library.tree
    .children('root')
    .filter((each) => each.name.toLowerCase().includes(name))
    .filter(({ facts }) => client === undefined || String(facts.custom1 ?? '').toLowerCase() === client)
  const { entries, ...more } = page(found, query, library.state.hasCursors)
  return { status: 200, json: { ...more, data: { results: entries } } }
}

function classes({ state }: FakeLibrary, request: FakeRequest, { id, rest }: LibraryCall): FakeAnswer {
  const all = rest === 'subclasses' ? (state.classes?.[id] ?? []) : Object.keys(state.classes ?? {})
  return listed(state.classes && all, request)
}

/** As the library searches: everything that contains the alias. */
function listed(all: readonly string[] | undefined, { query }: FakeRequest): FakeAnswer {
  if (!all) return fail(403, 'NRC_NO_ACCESS', 'The account sees no lists')
  const alias = query.get('alias')?.toLowerCase() ?? ''
  const found = all.filter((each) => each.toLowerCase().includes(alias)).map((each) => ({ id: each }))
  return { status: 200, json: { data: { results: found } } }
}

function children({ tree, state }: FakeLibrary, entry: FakeEntry, { query }: FakeRequest): FakeAnswer {
  const all = tree.children(entry.id).filter(({ bytes }) => !bytes || query.get('exclude_docs') !== 'true')
  const { entries, ...more } = page(all, query, state.hasCursors && kindOf(entry) === 'folders')
  return { status: 200, json: { ...more, data: entries } }
}

function made({ tree }: FakeLibrary, { id }: FakeEntry, request: FakeRequest): FakeAnswer {
  const read = forms.folder.safeParse(jsonOf(request))
  if (!read.success) return fail(400, 'NRC_INVALID_PARAM', read.error.message)
  const entry = tree.add({ name: read.data.name, parentId: id, bytes: undefined })
  return { status: 201, json: { data: recordOf(entry) } }
}

function uploaded(library: FakeLibrary, folder: FakeEntry, request: FakeRequest): FakeAnswer {
  const { tree, state } = library
  const [profile, file] = multipartOf(request)
  if (profile?.name !== 'profile' || file?.name !== 'file')
    return fail(400, 'NRC_INVALID_PARAM', 'The profile has to come first')
  const read = forms.upload.safeParse(JSON.parse(profile.bytes.toString()))
  if (!read.success) return fail(400, 'NRC_INVALID_PARAM', read.error.message)
  const { doc_profile: fields } = read.data
  if (fields.size !== file.bytes.byteLength) return fail(400, 'NRC_INVALID_PARAM', 'The size is wrong')
  const name = fields.extension === undefined ? fields.name : `${fields.name}.${fields.extension}`
  const { bytes } = file
  const entry = tree.add({ name, parentId: folder.id, bytes, facts: { profile: fields } })
  return { status: 201, json: { data: recordOf(entry), warnings: state.warnings } }
}

/** The IDs of documents, unlike those of folders, end with a version. */
function withVersions(tree: FakeTree): FakeTree {
  return {
    ...tree,
    add: (entry) => tree.add(entry.bytes && !entry.id ? { ...entry, id: newDocumentId(tree) } : entry),
  }
}

function newDocumentId(tree: FakeTree): string {
  for (;;) {
    const id = `${tree.newId()}.1`
    if (!tree.find(id)) return id
  }
}

function removed({ tree }: FakeLibrary, { id }: FakeEntry): FakeAnswer {
  tree.remove(id)
  return { status: 204 }
}

function counter(library: string): () => string {
  let last = 1000
  return () => `${library}!${++last}`
}
