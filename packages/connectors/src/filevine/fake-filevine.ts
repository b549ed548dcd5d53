import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type FakeAnswer, type FakeRequest, formOf, jsonOf, startFakeService } from '../testing/fake-service.ts'
import { type FakeEntry, type FakeTree, openFakeTree } from '../testing/fake-tree.ts'
import { contract } from './contract.ts'
import { camelCased, type FakePage, fail, paged } from './fake-answers.ts'
import { openFakeBilling } from './fake-billing.ts'
import { openFakeFiles } from './fake-files.ts'
import { type FakeFolders, foldersIn } from './fake-folders.ts'

const folderForm = z.strictObject({
  ParentId: z.strictObject({ Native: z.int() }),
  ProjectId: z.strictObject({ Native: z.int() }),
  Name: z.string().check(z.minLength(1)),
  IsArchived: z.boolean(),
})

export interface FakeFilevineOptions {
  /** The API key and its secret of either kind. */
  apiKey: string
  apiSecret: string
  organizations: readonly { id: number; name: string }[]
}

const userId = 77

/** What the fake knows; tests change its state. */
interface World {
  options: FakeFilevineOptions
  tree: FakeTree
  folders: FakeFolders
  files: ReturnType<typeof openFakeFiles>
  billing: ReturnType<typeof openFakeBilling>
  tokens: Set<string>
  sessions: Map<string, string>
  state: {
    pageSize: number
    refusesAddresses: boolean
    takenKeys: boolean
    refusesRemoval: boolean
    /** How much its clock is ahead, in milliseconds. */
    aheadMs: number
  }
}

/** The gateway below /fv-app/v2 writes names as the description does, and the older API below /core as programs do. */
export async function startFakeFilevine(options: FakeFilevineOptions) {
  let last = 1000
  const nextId = () => String(++last)
  const tree = openFakeTree({ rootId: 'organization', ignoresCase: true, makeId: nextId })
  const state = { pageSize: 1000, refusesAddresses: false, takenKeys: false, refusesRemoval: false, aheadMs: 0 }
  const folders = foldersIn(tree)
  const files = openFakeFiles({ tree, folders, state, nextId })
  const billing = openFakeBilling(tree)
  const world: World = { options, tree, folders, files, billing, tokens: new Set(), sessions: new Map(), state }
  const service = await startFakeService((request) => answerOf(world, request), { contract })
  const endTokens = () => {
    world.tokens.clear()
    world.sessions.clear()
  }
  return { service, tree, state, pending: files.pending, bills: billing.items, endTokens }
}

function answerOf(world: World, request: FakeRequest): FakeAnswer {
  const { path } = request
  if (path === '/connect/token') return giveToken(world, request)
  if (path === '/session') return giveSession(world, request)
  if (path.startsWith('/bucket/')) return world.files.stored(request)
  const [, base = '', rest = ''] = /^(\/fv-app\/v2|\/core)(\/.*)$/.exec(path) ?? []
  const isAllowed = isSigned(world, request, { base, path: rest })
  const answer = isAllowed ? called(world, request, rest) : fail(401, 'Unauthorized')
  return base === '/core' ? { ...answer, json: camelCased(answer.json) } : answer
}

function giveToken({ options: { apiKey, apiSecret }, tokens }: World, request: FakeRequest): FakeAnswer {
  const form = formOf(request)
  const [clientId, ...clientSecret] = apiSecret.split(':')
  const isRight =
    form.get('grant_type') === 'personal_access_token' &&
    form.get('client_id') === clientId &&
    form.get('client_secret') === clientSecret.join(':') &&
    form.get('token') === apiKey &&
    (form.get('scope') ?? '').includes('fv.api.gateway.access')
  if (!isRight) return { status: 400, json: { error: 'invalid_grant' } }
  const token = randomUUID()
  tokens.add(token)
  return { status: 200, json: { access_token: token, token_type: 'Bearer', expires_in: 1200 } }
}

/** In milliseconds: how far the time in a request may be from the service's own. */
const clockTolerance = 300_000

function giveSession({ options, sessions, state }: World, request: FakeRequest): FakeAnswer {
  const { apiKey, apiSecret, organizations } = options
  const given = jsonOf(request) as Record<string, string>
  const right = createHash('md5').update(`${apiKey}/${given.apiTimestamp}/${apiSecret}`).digest('hex')
  const now = Date.now() + state.aheadMs
  const isTimely = Math.abs(Date.parse(given.apiTimestamp ?? '') - now) < clockTolerance
  if (given.mode !== 'key' || given.apiKey !== apiKey || given.apiHash !== right || !isTimely)
    return { ...fail(401, 'Unauthorized'), headers: { date: new Date(now).toUTCString() } }
  const [token, session] = [randomUUID(), randomUUID()]
  sessions.set(token, session)
  const orgId = organizations[0]?.id
  return { status: 200, json: { accessToken: token, refreshToken: session, userId: String(userId), orgId } }
}

function isSigned(
  { options: { organizations }, tokens, sessions }: World,
  { headers }: FakeRequest,
  { base, path }: { base: string; path: string },
): boolean {
  const token = headers.authorization?.replace(/^Bearer /, '') ?? ''
  const session = headers['x-fv-sessionid']
  if (base === '/core' ? !session || sessions.get(token) !== session : !tokens.has(token)) return false
  if (path === '/utils/GetUserOrgsWithToken') return true
  const isOrganization = organizations.some(({ id }) => String(id) === headers['x-fv-orgid'])
  return isOrganization && headers['x-fv-userid'] === String(userId)
}

function called(world: World, request: FakeRequest, path: string): FakeAnswer {
  const { method, query } = request
  const { options, files, billing, state } = world
  const page: FakePage = (items) => paged(items, query, state.pageSize)
  if (method === 'POST' && path === '/utils/GetUserOrgsWithToken') return whose(options)
  if (method === 'GET' && path === '/Users/Me') return { status: 200, json: { User: { UserId: { Native: userId } } } }
  if (method === 'GET' && path === '/Projects') return page(projectsBy(world, query))
  if (method === 'POST' && path === '/Folders') return madeFolder(world, request)
  const [, folder, children] = /^\/Folders\/(\d+)(\/children)?$/.exec(path) ?? []
  if (folder && children) return childrenOf(world, Number(folder), page)
  if (folder) return removed(world, method, Number(folder))
  return files.called(request, path, page) ?? billing.called(request, path, page) ?? fail(404, `${method} ${path}`)
}

function whose({ organizations }: FakeFilevineOptions): FakeAnswer {
  const orgs = organizations.map(({ id, name }) => ({ OrgId: id, Name: name, PdfEditEnabled: true }))
  return { status: 200, json: { User: { UserId: { Native: userId, Partner: null } }, Orgs: orgs } }
}

function projectsBy({ tree, folders }: World, query: URLSearchParams): object[] {
  const [number, name] = [query.get('number'), query.get('name')?.toLowerCase()]
  return tree
    .children('organization')
    .map((project) => ({ project, number: (project.facts.number as string | undefined) ?? null }))
    .filter((each) => (number === null ? each.project.name.toLowerCase().includes(name ?? '') : each.number === number))
    .map((each) => ({
      ProjectId: { Native: Number(each.project.id), Partner: null },
      RootDocFolderId: { Native: folders.numberOf(each.project), Partner: null },
      ProjectName: each.project.name,
      ...(each.project.facts.url === undefined ? {} : { ProjectUrl: each.project.facts.url }),
      ...(each.number === null ? {} : { Number: each.number }),
    }))
}

function madeFolder({ tree, folders }: World, request: FakeRequest): FakeAnswer {
  const read = folderForm.safeParse(jsonOf(request))
  if (!read.success) return fail(400, read.error.message)
  const { ParentId, ProjectId, Name } = read.data
  const parent = folders.byNumber(ParentId.Native)
  if (!parent || folders.projectOf(parent).id !== String(ProjectId.Native)) return fail(403, 'Not in the project')
  const made = tree.add({ name: Name, parentId: parent.id, bytes: undefined })
  return { status: 200, json: folderOf(folders, made, parent) }
}

/** What isn't there is not allowed. */
const notThere = fail(403, 'The caller lacks access to the folder, or it does not exist')

function childrenOf({ tree, folders }: World, number: number, page: FakePage): FakeAnswer {
  const folder = folders.byNumber(number)
  if (!folder) return notThere
  const children = tree.children(folder.id).filter(({ bytes }) => !bytes)
  return page(children.map((each) => folderOf(folders, each, folder)))
}

function removed({ tree, folders }: World, method: string, number: number): FakeAnswer {
  const folder = folders.byNumber(number)
  if (!folder || method !== 'DELETE') return notThere
  tree.remove(folder.id)
  return { status: 200 }
}

function folderOf(folders: FakeFolders, entry: FakeEntry, parent: FakeEntry): object {
  const ParentId = { Native: folders.numberOf(parent) }
  return { FolderId: { Native: folders.numberOf(entry) }, ParentId, Name: entry.name, IsArchived: false }
}
