import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { fakeBytes, joined } from '../testing/fake-bytes.ts'
import { type FakeAnswer, type FakeRequest, formOf, jsonOf, startFakeService } from '../testing/fake-service.ts'
import { type FakeEntry, type FakeTree, openFakeTree } from '../testing/fake-tree.ts'
import { contract } from './contract.ts'
import { answerUpload, type FakeUpload } from './fake-uploads.ts'

/** What the fake demands of each request, as Graph's own description does: anything else is refused with 400. */
const forms = {
  folder: z.strictObject({
    name: z.string().check(z.minLength(1)),
    folder: z.strictObject({}),
    '@microsoft.graph.conflictBehavior': z.literal('fail'),
  }),
  session: z.strictObject({
    item: z.strictObject({ '@microsoft.graph.conflictBehavior': z.literal('fail'), name: z.string() }),
  }),
}

export interface FakeGraphOptions {
  tenantId: string
  clientId: string
  clientSecret: string
  /** The path of the only site. */
  site: string
}

interface World {
  options: FakeGraphOptions
  tree: FakeTree
  tokens: Set<string>
  uploads: Map<string, FakeUpload>
  /** `drive` is the library that was used last. */
  state: {
    isGranted: boolean
    drive: string
    refusesFields: boolean
    tellsApplication: boolean
    /** Of the uploads that begin from now on. */
    expectsAtEnd: FakeUpload['expectsAtEnd']
  }
}

const drives = [
  { id: 'b!documents', name: 'Documents', path: 'Shared%20Documents' },
  { id: 'b!matters', name: 'Matters', path: 'Matters' },
]

const columns = [
  { name: 'Matter_x0020_Number', displayName: 'Matter Number', text: {} },
  { name: 'Pages', displayName: 'Pages', number: {} },
  { name: 'Owner', displayName: 'Owner', personOrGroup: {} },
  { name: 'Modified', displayName: 'Modified', readOnly: true },
]

export async function startFakeGraph(options: FakeGraphOptions) {
  const world: World = {
    options,
    tree: openFakeTree({ rootId: '01ROOT', ignoresCase: true }),
    tokens: new Set(),
    uploads: new Map(),
    state: { isGranted: true, drive: '', refusesFields: false, tellsApplication: true, expectsAtEnd: undefined },
  }
  const service = await startFakeService((request) => answerOf(world, request), { contract })
  const { tree, state, tokens, uploads } = world
  return { service, tree, state, endTokens: () => tokens.clear(), uploads, endUploads: () => uploads.clear() }
}

function answerOf(world: World, request: FakeRequest): FakeAnswer {
  const { path, headers } = request
  if (path === `/${world.options.tenantId}/oauth2/v2.0/token`) return giveToken(world, request)
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  const [, presigned, id = ''] = /^\/(upload|dl)\/(.+)$/.exec(path) ?? []
  // A pre-signed address is at another host, which must never see the token.
  if (presigned && token) return fail(401, 'unauthenticated', 'A token was sent to another host')
  if (presigned === 'dl') return { status: 200, bytes: world.tree.find(id)?.bytes ?? fakeBytes() }
  if (presigned) return answerUpload(world.uploads, request, (upload) => added(world, upload)) ?? missing
  if (!token || !world.tokens.has(token)) return fail(401, 'InvalidAuthenticationToken', 'Access token has expired.')
  if (path.startsWith('/v1.0/sites/')) return siteAnswer(world, path)
  const [, driveId = '', rest = ''] = /^\/v1\.0\/drives\/([^/]+)\/(.*)$/.exec(path) ?? []
  if (!drives.some((drive) => drive.id === driveId)) return missing
  world.state.drive = driveId
  return inDrive(world, request, rest) ?? fail(400, 'invalidRequest', `${request.method} ${path}`)
}

function giveToken({ options, tokens }: World, request: FakeRequest): FakeAnswer {
  const form = formOf(request)
  if (form.get('client_id') !== options.clientId || form.get('client_secret') !== options.clientSecret)
    return {
      status: 401,
      json: { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid client secret.' },
    }
  if (form.get('grant_type') !== 'client_credentials' || !form.get('scope')?.endsWith('/.default'))
    return { status: 400, json: { error: 'invalid_scope' } }
  const token = randomUUID()
  tokens.add(token)
  return { status: 200, json: { token_type: 'Bearer', expires_in: 3599, access_token: token } }
}

function siteAnswer({ options, state }: World, path: string): FakeAnswer {
  if (!state.isGranted) return fail(403, 'accessDenied', 'Access denied')
  const siteId = 'firm.sharepoint.com,0f1,0f2'
  if (path === `/v1.0/sites/firm.sharepoint.com:${options.site}`) return { status: 200, json: { id: siteId } }
  if (path === `/v1.0/sites/${siteId}/drive`) return { status: 200, json: { id: drives[0]?.id } }
  if (path !== `/v1.0/sites/${siteId}/drives`) return missing
  const base = `https://firm.sharepoint.com${options.site}`
  return {
    status: 200,
    json: { value: drives.map(({ id, name, path: at }) => ({ id, name, webUrl: `${base}/${at}` })) },
  }
}

function inDrive(world: World, request: FakeRequest, rest: string): FakeAnswer | undefined {
  const { method, origin } = request
  if (method === 'GET' && rest === 'root')
    return { status: 200, json: { id: world.tree.root.id, webUrl: `https://firm.sharepoint.com${libraryPath(world)}` } }
  if (method === 'GET' && rest === 'list/columns') return { status: 200, json: { value: columns } }
  const [, parentId = '', name = '', action = ''] = /^items\/([^/:]+):\/([^/:]+)(?::\/(\w+))?$/.exec(rest) ?? []
  if (name) return byName(world, request, { parentId, name, action })
  const [, id = '', what = ''] = /^items\/([^/:]+)(?:\/([\w/]+))?$/.exec(rest) ?? []
  const item = world.tree.find(id)
  if (!item) return missing
  if (method === 'POST' && what === 'children') return folderMade(world, request, id)
  if (method === 'PATCH' && what === 'listItem/fields') return fieldsSaved(world, request, item)
  if (method === 'GET' && what === 'content') return { status: 302, headers: { location: `${origin}/dl/${id}` } }
  if (method !== 'DELETE' || what !== '') return undefined
  world.tree.remove(id)
  return { status: 204 }
}

function byName(
  world: World,
  request: FakeRequest,
  { parentId, name, action }: { parentId: string; name: string; action: string },
): FakeAnswer | undefined {
  const { method, query, body, origin } = request
  const there = world.tree.child(parentId, name)
  if (method === 'GET' && action === '') return there ? { status: 200, json: itemOf(world, there) } : missing
  if (!world.tree.find(parentId)) return missing
  if (method === 'PUT' && action === 'content') {
    const isSafe = query.get('@microsoft.graph.conflictBehavior') === 'fail'
    return isSafe ? added(world, { parentId, name, bytes: body }) : fail(400, 'invalidRequest', 'It would replace')
  }
  if (method !== 'POST' || action !== 'createUploadSession') return undefined
  const read = forms.session.safeParse(jsonOf(request))
  if (!read.success) return fail(400, 'invalidRequest', read.error.message)
  if (there) return nameTaken
  if (isTooLong(world, { parentId, name })) return pathTooLong
  const id = randomUUID()
  world.uploads.set(id, { parentId, name, bytes: fakeBytes(), expectsAtEnd: world.state.expectsAtEnd })
  return { status: 200, json: { uploadUrl: `${origin}/upload/${id}`, expirationDateTime: '2099-01-01T00:00:00Z' } }
}

function added(world: World, { parentId, name, bytes }: FakeUpload): FakeAnswer {
  const { tree, options, state } = world
  if (tree.child(parentId, name)) return nameTaken
  if (isTooLong(world, { parentId, name })) return pathTooLong
  // SharePoint writes properties into Office files.
  const saved = name.endsWith('.docx') ? joined([bytes, fakeBytes('<properties/>')]) : bytes
  const facts = state.tellsApplication ? { application: options.clientId } : {}
  return { status: 201, json: itemOf(world, tree.add({ name, parentId, bytes: saved, facts })) }
}

function folderMade(world: World, request: FakeRequest, parentId: string): FakeAnswer {
  const { tree } = world
  const read = forms.folder.safeParse(jsonOf(request))
  if (!read.success) return fail(400, 'invalidRequest', read.error.message)
  const { name } = read.data
  if (tree.child(parentId, name)) return nameTaken
  if (isTooLong(world, { parentId, name })) return pathTooLong
  return { status: 201, json: itemOf(world, tree.add({ name, parentId, bytes: undefined })) }
}

function fieldsSaved({ state }: World, request: FakeRequest, item: FakeEntry): FakeAnswer {
  const fields = z.record(z.string(), z.unknown()).parse(jsonOf(request))
  const isTaken = Object.entries(fields).every(([name, value]) => {
    const column = columns.find((each) => each.name === name)
    return column && !column.readOnly && !column.personOrGroup && (!column.number || typeof value === 'number')
  })
  if (!isTaken || state.refusesFields) return fail(400, 'invalidRequest', 'Field is not recognized')
  item.facts.fields = { ...(item.facts.fields ?? {}), ...fields }
  return { status: 200, json: fields }
}

function itemOf(world: World, entry: FakeEntry): object {
  const { id, name, bytes, facts } = entry
  const by = facts.application ? { application: { id: facts.application, displayName: 'Courtcrier' } } : {}
  return {
    id,
    name,
    size: bytes?.byteLength ?? 0,
    webUrl: `https://firm.sharepoint.com${libraryPath(world)}/${encodeURI(world.tree.pathOf(entry))}`,
    createdBy: { ...by, user: { displayName: 'SharePoint App' } },
    ...(bytes ? { file: { mimeType: 'application/octet-stream' } } : { folder: { childCount: 0 } }),
  }
}

/** The path of the library that was used last, as in addresses. */
function libraryPath({ options, state }: World): string {
  return `${options.site}/${drives.find(({ id }) => id === state.drive)?.path}`
}

/** SharePoint counts the decoded path from the site on. */
function isTooLong(world: World, { parentId, name }: { parentId: string; name: string }): boolean {
  const parent = world.tree.find(parentId)
  const folders = [decodeURIComponent(libraryPath(world)).slice(1), parent ? world.tree.pathOf(parent) : '']
  return [...folders, name].filter(Boolean).join('/').length > 400
}

const missing = fail(404, 'itemNotFound', 'The resource could not be found.')
const nameTaken = fail(409, 'nameAlreadyExists', 'The specified item name already exists.')

const pathTooLong = fail(400, 'invalidRequest', 'One of the provided arguments is not acceptable.', 'pathIsTooLong')

function fail(status: number, code: string, message: string, inner?: string): FakeAnswer {
  const innerError = { ...(inner ? { code: inner } : {}), date: '2026-01-01T00:00:00' }
  return { status, json: { error: { code, message, innerError } } }
}
