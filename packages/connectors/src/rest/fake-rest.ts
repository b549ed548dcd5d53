import { type FakeBytes, fakeBytes } from '../testing/fake-bytes.ts'
import { type FakeAnswer, type FakeRequest, jsonOf, multipartOf, startFakeService } from '../testing/fake-service.ts'
import { type FakeTree, openFakeTree } from '../testing/fake-tree.ts'

/** What the fake has. */
interface World {
  token: string
  tree: FakeTree
  properties: Map<string, string>
  state: {
    /** Where documents are read, if not here. */
    elsewhere: string | undefined
  }
}

/** A small service of its own: documents by path or by form, folders by JSON, a token in a header of its own. */
export async function startFakeRest({ token }: { token: string }) {
  const world: World = { token, tree: openFakeTree(), properties: new Map(), state: { elsewhere: undefined } }
  const service = await startFakeService((request) => answerOf(world, request))
  return { service, tree: world.tree, properties: world.properties, state: world.state }
}

function answerOf(world: World, request: FakeRequest): FakeAnswer | undefined {
  const { method, path, headers } = request
  if (headers['x-token'] !== world.token) return { status: 401 }
  if (path === '/api/folders' && method === 'POST') return madeFolder(world, request)
  if (path === '/api/upload' && method === 'POST') return uploadedForm(world, request)
  if (path.startsWith('/api/files/')) return onFile(world, request, path.slice('/api/files/'.length))
  return undefined
}

function onFile(world: World, { method, body, headers }: FakeRequest, path: string): FakeAnswer {
  const found = world.tree.at(path)
  if (method === 'PUT' && found) return { status: 412 }
  if (method === 'PUT' && headers['content-type'] !== 'application/octet-stream') return { status: 415 }
  if (method === 'PUT') return added(world, path, body)
  if (!found) return { status: 404 }
  if (method === 'DELETE') {
    world.tree.remove(found.id)
    return { status: 204 }
  }
  if (world.state.elsewhere) return { status: 302, headers: { location: `${world.state.elsewhere}/${found.id}` } }
  const bytes = found.bytes ?? fakeBytes('folder')
  return { status: 200, bytes, headers: { 'content-length': String(bytes.byteLength) } }
}

function added({ tree }: World, path: string, bytes: FakeBytes): FakeAnswer {
  const at = path.lastIndexOf('/')
  const folder = tree.at(path.slice(0, Math.max(0, at)))
  if (!folder) return { status: 404 }
  const { id } = tree.add({ name: path.slice(at + 1), parentId: folder.id, bytes })
  return { status: 201, json: { data: { id, url: `https://service.example/open/${id}` } } }
}

function uploadedForm(world: World, request: FakeRequest): FakeAnswer {
  const parts = multipartOf(request)
  const textOf = (name: string) => parts.find((part) => part.name === name)?.bytes.toString() ?? ''
  const file = parts.find(({ name }) => name === 'document')
  const path = textOf('path')
  if (!file || !path) return { status: 400 }
  if (world.tree.at(path)) return { status: 409 }
  world.properties.set(path, textOf('author'))
  return added(world, path, file.bytes)
}

function madeFolder({ tree }: World, request: FakeRequest): FakeAnswer {
  const { name, parent } = jsonOf(request) as { name: string; parent: string }
  const within = tree.at(parent)
  if (!within) return { status: 404 }
  if (tree.child(within.id, name)) return { status: 409 }
  tree.add({ name, parentId: within.id, bytes: undefined })
  return { status: 201 }
}
