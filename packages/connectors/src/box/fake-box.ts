import { randomUUID } from 'node:crypto'
import { openFakeAuthorize } from '../testing/fake-authorize.ts'
import { type FakeBytes, joined } from '../testing/fake-bytes.ts'
import { type FakeAnswer, type FakeRequest, formOf, jsonOf, multipartOf, serveFake } from '../testing/fake-service.ts'
import { type FakeTree, openFakeTree } from '../testing/fake-tree.ts'
import { contract } from './contract.ts'
import { conflict, fail, itemOf, oauthError, partOf, sha1 } from './fake-box-answers.ts'
import { forms } from './fake-box-forms.ts'

interface Session {
  folderId: string
  name: string
  size: number
  parts: Map<number, { part_id: string; bytes: FakeBytes }>
}

export interface FakeBoxOptions {
  clientId: string
  clientSecret: string
  enterpriseId: string
  /** The refresh token that the next renewal must use; each works once. */
  refreshToken?: string
  partSize?: number
  /** Those of the application; any if absent. */
  redirectUris?: readonly string[]
}

/** What the fake knows; tests change its state. */
interface World {
  options: FakeBoxOptions
  partSize: number
  tree: FakeTree
  tokens: Map<string, number>
  sessions: Map<string, Session>
  authorize: ReturnType<typeof openFakeAuthorize>
  state: {
    refreshToken: string | undefined
    login: string
    tokenSeconds: number
    isInvited: boolean
    commitsToWait: number
  }
}

export function startFakeBox(options: FakeBoxOptions) {
  return serveFake(openFakeBox(options), contract)
}

export function openFakeBox(options: FakeBoxOptions) {
  const world: World = {
    options,
    partSize: options.partSize ?? 8_000_000,
    tree: openFakeTree({ rootId: '777', ignoresCase: true, makeId: counter(1000) }),
    tokens: new Map(),
    sessions: new Map(),
    authorize: openFakeAuthorize(options),
    state: {
      refreshToken: options.refreshToken,
      login: 'dana@firm.example',
      tokenSeconds: 3600,
      isInvited: true,
      commitsToWait: 0,
    },
  }
  const { tree, state, tokens, authorize } = world
  const answer = (request: FakeRequest) => answerOf(world, request)
  return { answer, tree, state, authorize: authorize.state, endTokens: () => tokens.clear() }
}

function answerOf(world: World, request: FakeRequest): FakeAnswer {
  const { method, path, headers } = request
  if (path === '/api/oauth2/authorize') return world.authorize.page(request)
  if (path === '/oauth2/token') return giveToken(world, request)
  const sent = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (path.startsWith('/dl/')) return bytesAnswer(world, path.slice(4), sent)
  if (!sent || (world.tokens.get(sent) ?? 0) < Date.now())
    return { status: 401, headers: { 'www-authenticate': 'Bearer' } }
  if (path === '/2.0/users/me') return { status: 200, json: { type: 'user', id: '17', login: world.state.login } }
  if (path.startsWith('/api/2.0/files/upload_sessions')) return inSession(world, request)
  return files(world, request) ?? fail(404, 'not_found', `${method} ${path}`)
}

function giveToken(world: World, request: FakeRequest): FakeAnswer {
  const form = formOf(request)
  const isClient =
    form.get('client_id') === world.options.clientId && form.get('client_secret') === world.options.clientSecret
  if (!isClient) return oauthError('invalid_client', 'The client credentials are invalid')
  if (form.get('grant_type') === 'client_credentials') {
    const isSubject =
      form.get('box_subject_type') === 'enterprise' && form.get('box_subject_id') === world.options.enterpriseId
    return isSubject ? token(world) : oauthError('unauthorized_client', 'The app is not authorized by the admin')
  }
  if (form.get('grant_type') === 'authorization_code') {
    if (!world.authorize.takesCode(request)) return oauthError('invalid_grant', "Auth code doesn't exist or is invalid")
  } else if (form.get('grant_type') !== 'refresh_token') return oauthError('unsupported_grant_type', '')
  else if (form.get('refresh_token') !== world.state.refreshToken)
    return oauthError('invalid_grant', 'Refresh token has expired')
  world.state.refreshToken = randomUUID()
  return token(world, { refresh_token: world.state.refreshToken })
}

function token(world: World, more = {}): FakeAnswer {
  const value = randomUUID()
  world.tokens.set(value, Date.now() + world.state.tokenSeconds * 1000)
  return {
    status: 200,
    json: { access_token: value, token_type: 'bearer', expires_in: world.state.tokenSeconds, ...more },
  }
}

function files(world: World, request: FakeRequest): FakeAnswer | undefined {
  const { method, path, origin } = request
  const [, kind, id] = /^\/2\.0\/(folders|files)\/(\w+)(?:\/content)?$/.exec(path) ?? []
  if (method === 'GET' && kind === 'folders' && id) return folderAnswer(world, id)
  if (method === 'GET' && kind === 'files' && id) return { status: 302, headers: { location: `${origin}/dl/${id}` } }
  if (method === 'DELETE' && id) return removed(world, id)
  if (method === 'POST' && path === '/2.0/folders') return made(world, request)
  const [, described] = /^\/2\.0\/files\/(\w+)\/metadata\/global\/properties$/.exec(path) ?? []
  if (method === 'POST' && described) return describedWith(world, request, described)
  if (method === 'OPTIONS' && path === '/2.0/files/content') return preflight(world, request)
  if (method === 'POST' && path === '/api/2.0/files/content') return uploaded(world, request)
  return undefined
}

function describedWith(world: World, request: FakeRequest, id: string): FakeAnswer {
  const entry = world.tree.find(id)
  if (!entry?.bytes) return fail(404, 'not_found', 'Not Found')
  if (entry.facts.metadata) return { status: 409, json: { code: 'tuple_already_exists', message: 'There is one' } }
  entry.facts.metadata = jsonOf(request)
  const own = { $parent: `file_${id}`, $template: 'properties', $scope: 'global', $version: 0 }
  return { status: 201, json: { ...Object(entry.facts.metadata), ...own } }
}

function folderAnswer(world: World, id: string): FakeAnswer {
  const folder = world.tree.find(id)
  if (!folder || folder.bytes || (id === '777' && !world.state.isInvited)) return fail(404, 'not_found', 'Not Found')
  return { status: 200, json: { type: 'folder', id } }
}

function removed(world: World, id: string): FakeAnswer {
  const entry = world.tree.find(id)
  if (!entry) return fail(404, 'not_found', 'Not Found')
  if (!entry.bytes && world.tree.children(id).length > 0) return fail(400, 'folder_not_empty', 'Cannot delete')
  world.tree.remove(id)
  return { status: 204 }
}

function made(world: World, request: FakeRequest): FakeAnswer {
  const read = forms.folder.safeParse(jsonOf(request))
  if (!read.success) return fail(400, 'bad_request', read.error.message)
  const { name, parent } = read.data
  if (!world.tree.find(parent.id)) return fail(404, 'not_found', 'The parent is not there')
  const there = world.tree.child(parent.id, name)
  // Folders have a list of conflicts, files have one.
  if (there) return conflict([itemOf(there)])
  return { status: 201, json: itemOf(world.tree.add({ name, parentId: parent.id, bytes: undefined })) }
}

function preflight(world: World, request: FakeRequest): FakeAnswer {
  const read = forms.preflight.safeParse(jsonOf(request))
  if (!read.success) return fail(400, 'bad_request', read.error.message)
  if (!world.tree.find(read.data.parent.id)) return fail(404, 'not_found', 'The parent is not there')
  const there = world.tree.child(read.data.parent.id, read.data.name)
  return there ? conflict(itemOf(there)) : { status: 200, json: { upload_url: 'unused' } }
}

function uploaded(world: World, request: FakeRequest): FakeAnswer {
  const [attributes, file] = multipartOf(request)
  if (attributes?.name !== 'attributes' || file?.name !== 'file')
    return fail(400, 'metadata_after_file_contents', 'The attributes have to come first')
  const read = forms.folder.safeParse(JSON.parse(attributes.bytes.toString()))
  if (!read.success) return fail(400, 'bad_request', read.error.message)
  return added(world, { folderId: read.data.parent.id, name: read.data.name }, file.bytes)
}

function added(world: World, { folderId, name }: { folderId: string; name: string }, bytes: FakeBytes): FakeAnswer {
  if (!world.tree.find(folderId)) return fail(404, 'not_found', 'The parent is not there')
  const there = world.tree.child(folderId, name)
  if (there) return conflict(itemOf(there))
  return {
    status: 201,
    json: { total_count: 1, entries: [itemOf(world.tree.add({ name, parentId: folderId, bytes }))] },
  }
}

function inSession(world: World, request: FakeRequest): FakeAnswer {
  const { method, path } = request
  if (method === 'POST' && path.endsWith('/upload_sessions')) return begun(world, request)
  const [, id = '', rest] = /upload_sessions\/([\w-]+)(?:\/(\w+))?$/.exec(path) ?? []
  const session = world.sessions.get(id)
  if (!session) return fail(404, 'not_found', 'No such session')
  if (method === 'GET' && rest === 'parts') {
    const entries = [...session.parts].map(([offset, { part_id, bytes }]) => partOf(part_id, offset, bytes))
    return { status: 200, json: { entries, total_count: entries.length } }
  }
  if (method === 'PUT') return partTaken(world, session, request)
  if (method === 'POST' && rest === 'commit') return committed(world, session, request)
  return fail(404, 'not_found', 'Not Found')
}

function begun(world: World, request: FakeRequest): FakeAnswer {
  const read = forms.session.safeParse(jsonOf(request))
  if (!read.success) return fail(400, 'bad_request', read.error.message)
  const { folder_id: folderId, file_name: name, file_size: size } = read.data
  if (size < 20_000_000) return fail(400, 'file_size_too_small', 'Sessions are for larger files')
  const there = world.tree.child(folderId, name)
  if (there) return conflict(itemOf(there))
  const id = randomUUID()
  world.sessions.set(id, { folderId, name, size, parts: new Map() })
  return { status: 201, json: { id, part_size: world.partSize, total_parts: Math.ceil(size / world.partSize) } }
}

function partTaken(world: World, session: Session, { headers, body }: FakeRequest): FakeAnswer {
  const [, start = '', end = '', size = ''] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
  const offset = Number(start)
  const isWhole = Number(end) - offset + 1 === body.byteLength && Number(size) === session.size
  if (!isWhole || offset % world.partSize !== 0) return fail(400, 'bad_request', 'The range is wrong')
  if (headers.digest !== `sha=${sha1(body, 'base64')}`) return fail(412, 'digest_mismatch', 'Not these bytes')
  if (session.parts.has(offset)) return fail(409, 'duplicate_part', 'The part is there')
  const part_id = randomUUID().slice(0, 8)
  session.parts.set(offset, { part_id, bytes: body })
  return { status: 200, json: { part: partOf(part_id, offset, body) } }
}

function committed(world: World, session: Session, request: FakeRequest): FakeAnswer {
  const read = forms.commit.safeParse(jsonOf(request))
  if (!read.success) return fail(400, 'bad_request', read.error.message)
  if (world.state.commitsToWait > 0) {
    world.state.commitsToWait -= 1
    return { status: 202, headers: { 'retry-after': '0' } }
  }
  const sorted = [...session.parts].toSorted(([one], [other]) => one - other)
  const bytes = joined(sorted.map(([, part]) => part.bytes))
  const isComplete = bytes.byteLength === session.size && read.data.parts.length === sorted.length
  if (!isComplete || request.headers.digest !== `sha=${sha1(bytes, 'base64')}`)
    return fail(412, 'parts_mismatch', 'Not all parts are there')
  return added(world, session, bytes)
}

function bytesAnswer(world: World, id: string, sentToken: string | undefined): FakeAnswer {
  // Files are at another host, which must never see the token.
  if (sentToken) return fail(400, 'bad_request', 'A token was sent to another host')
  const bytes = world.tree.find(id)?.bytes
  return bytes ? { status: 200, bytes } : fail(404, 'not_found', 'Not Found')
}

function counter(from: number): () => string {
  let last = from
  return () => String(++last)
}
