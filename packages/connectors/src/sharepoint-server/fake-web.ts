import { fakeBytes, joined } from '../testing/fake-bytes.ts'
import { type FakeAnswer, type FakeRequest, jsonOf, startFakeService } from '../testing/fake-service.ts'
import { type FakeEntry, type FakeTree, openFakeTree } from '../testing/fake-tree.ts'
import { contract } from './contract.ts'

export interface FakeWebOptions {
  username: string
  password: string
  /** The path of the only site. */
  site: string
}

interface World {
  options: FakeWebOptions
  tree: FakeTree
  /** `isOld` servers say with 500 what others say with 404, and take shorter paths. */
  state: { digest: string; libraries: readonly string[]; isOld: boolean }
}

export async function startFakeWeb(options: FakeWebOptions) {
  const state = { digest: '0xFIRST', libraries: ['Shared Documents', 'Matters'], isOld: false }
  const world: World = { options, tree: openFakeTree({ ignoresCase: true }), state }
  const service = await startFakeService((request) => answerOf(world, request), { contract })
  return { service, tree: world.tree, state }
}

function answerOf(world: World, request: FakeRequest): FakeAnswer {
  const { options, state } = world
  const { method, path, headers } = request
  const basic = Buffer.from(`${options.username}:${options.password}`).toString('base64')
  if (headers.authorization !== `Basic ${basic}`) return { status: 401, headers: { 'www-authenticate': 'NTLM' } }
  if (headers.accept !== 'application/json;odata=nometadata') return fail(406, -1, 'Not acceptable')
  if (method === 'POST' && path === `${options.site}/_api/contextinfo`)
    return { status: 200, json: { FormDigestValue: state.digest, FormDigestTimeoutSeconds: 1800 } }
  const base = `${options.site}/_api/web/`
  if (!path.startsWith(base)) return { status: 404 }
  if (method === 'POST' && headers['x-requestdigest'] !== state.digest)
    return fail(403, -2130575252, 'The security validation for this page is invalid')
  if (path === `${base}lists`)
    return { status: 200, json: { value: state.libraries.map((name) => listOf(world, name)) } }
  if (method === 'GET' && path === `${base}lists(guid'${listId}')/fields`)
    return { status: 200, json: { value: columns } }
  return item(world, request, path.slice(base.length)) ?? fail(400, -1, `${method} ${path}`)
}

function listOf({ options }: World, name: string): object {
  const title = name === 'Shared Documents' ? 'Documents' : name
  return { Id: listId, Title: title, RootFolder: { ServerRelativeUrl: `${options.site}/${name}` } }
}

const listId = '2f1d8d6a-3a0c-4c55-9a51-0d5d0f7f6b11'

const columns = [
  { EntityPropertyName: 'Matter_x0020_Number', Title: 'Matter Number', TypeAsString: 'Text' },
  { EntityPropertyName: 'OData__Pages', Title: 'Pages', TypeAsString: 'Number' },
  { EntityPropertyName: 'Owner', Title: 'Owner', TypeAsString: 'User' },
]

const calls =
  /^get(File|Folder)By(ServerRelativeUrl\(@p\)|ServerRelativePath\(decodedurl=@p\))(?:\/(files|folders)\/(add\((?:url=)?@n(?:,overwrite=false)?\)|addUsingPath\(decodedurl=@n(?:,overwrite=false)?\))|\/(\$value|ListItemAllFields))?$/

function item(world: World, request: FakeRequest, call: string): FakeAnswer | undefined {
  const [, kind, form, added, , value] = calls.exec(call) ?? []
  const { method, headers, query } = request
  const path = textOf(query, '@p')
  if (kind === undefined || path === undefined) return undefined
  // The older form takes no such characters.
  if (form?.startsWith('ServerRelativeUrl') && /[#%]/.test(path)) return fail(400, -1, 'The path is not valid')
  const entry = entryAt(world, path)
  if (method === 'POST' && added) return addedTo(world, entry, { request, isFile: added === 'files' })
  if (!entry || (entry.bytes === undefined) !== (kind === 'Folder')) return missing(world, kind)
  if (method === 'POST' && headers['x-http-method'] === 'DELETE') {
    world.tree.remove(entry.id)
    return { status: 200 }
  }
  if (value === 'ListItemAllFields') return merged(world, entry, request)
  if (value && entry.bytes) return { status: 200, bytes: entry.bytes }
  if (kind === 'Folder') return { status: 200, json: { Exists: true } }
  return { status: 200, json: { ...fileJson(entry, path), Author: { LoginName: authorOf(entry) } } }
}

/** Takes all values or none. */
function merged({ state }: World, entry: FakeEntry, request: FakeRequest): FakeAnswer {
  const { method, headers } = request
  if (method !== 'POST' || headers['x-http-method'] !== 'MERGE' || headers['if-match'] !== '*')
    return fail(400, -1, 'Only merged')
  const values = Object.entries(jsonOf(request) as Record<string, unknown>)
  const isTaken = values.every(([name, value]) => {
    const type = columns.find((each) => each.EntityPropertyName === name)?.TypeAsString
    return type === 'Text' || (type === 'Number' && typeof value === 'number')
  })
  if (!isTaken) return fail(state.isOld ? 500 : 400, -2147024809, 'Invalid data has been used to update the list item')
  entry.facts.fields = { ...(entry.facts.fields ?? {}), ...Object.fromEntries(values) }
  return { status: 204 }
}

/** Paths are seen from the usual library, which every test saves to. */
function entryAt({ tree, options, state }: World, path: string): FakeEntry | undefined {
  const root = state.libraries
    .map((name) => `${options.site}/${name}`)
    .find((each) => `${path}/`.startsWith(`${each}/`))
  return root === undefined ? undefined : tree.at(path.slice(root.length))
}

function missing({ state }: World, kind: string): FakeAnswer {
  if (kind === 'Folder')
    return state.isOld ? { status: 200, json: { Exists: false } } : fail(404, -2147024894, 'File Not Found')
  return fail(state.isOld ? 500 : 404, -2130575338, 'The file does not exist')
}

function addedTo(
  { tree, options, state }: World,
  parent: FakeEntry | undefined,
  { request, isFile }: { request: FakeRequest; isFile: boolean },
): FakeAnswer {
  const name = textOf(request.query, '@n') ?? ''
  if (!parent) return fail(404, -2147024894, 'File Not Found')
  const there = tree.child(parent.id, name)
  if (there && (isFile || there.bytes)) return fail(400, -2130575257, 'A file or folder with this name already exists')
  const path = `${textOf(request.query, '@p')}/${name}`
  if (isTooLong(path, state.isOld)) return fail(state.isOld ? 500 : 400, -2147024690, 'The specified name is too long')
  if (!isFile) {
    if (!there) tree.add({ name, parentId: parent.id, bytes: undefined })
    return { status: 200, json: { ServerRelativeUrl: path } }
  }
  // SharePoint writes properties into Office files.
  const bytes = name.endsWith('.docx') ? joined([request.body, fakeBytes('<properties/>')]) : request.body
  const facts = { author: `i:0#.w|firm\\${options.username.toLowerCase()}` }
  const added = tree.add({ name, parentId: parent.id, bytes, facts })
  // Who created it is in an answer only where $expand asks for it.
  return { status: 200, json: fileJson(added, path) }
}

/** The path from the site on, and before the version of 2019 each name. */
function isTooLong(path: string, isOld: boolean): boolean {
  const names = path.split('/').filter(Boolean)
  return isOld ? names.join('/').length > 260 || names.some(({ length }) => length > 128) : names.join('/').length > 400
}

function fileJson({ name, bytes }: FakeEntry, path: string): object {
  return { Name: name, ServerRelativeUrl: path, Length: String(bytes?.byteLength) }
}

function authorOf({ facts }: FakeEntry): unknown {
  return facts.author ?? 'i:0#.w|firm\\person'
}

function textOf(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name)
  return text === null ? undefined : text.slice(1, -1).replaceAll("''", "'")
}

function fail(status: number, code: number, message: string): FakeAnswer {
  const value = { code: `${code}, Microsoft.SharePoint.SPException`, message: { lang: 'en-US', value: message } }
  return { status, json: { 'odata.error': value } }
}
