import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type FakeBytes, fakeBytes, joined } from '../testing/fake-bytes.ts'
import { type FakeAnswer, type FakeRequest, jsonOf } from '../testing/fake-service.ts'
import type { FakeEntry, FakeTree } from '../testing/fake-tree.ts'
import { fail, onlyFields } from './fake-answers.ts'
import type { FakePlaces } from './fake-places.ts'

const partForm = z.strictObject({
  part_number: z.int().check(z.minimum(1), z.maximum(10_000)),
  content_length: z.int().check(z.minimum(1)),
})
const partsForm = z.array(partForm).check(z.maxLength(50))
const propertiesForm = z.array(z.strictObject({ name: z.string(), value: z.string() })).check(z.maxLength(5))
const createForm = z.strictObject({
  data: z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(255)),
    parent: z.strictObject({ id: z.int(), type: z.enum(['Matter', 'Folder']) }),
    external_properties: propertiesForm,
    document_category: z.optional(z.strictObject({ id: z.int() })),
    multiparts: z.optional(partsForm),
  }),
})
const changeForm = z.strictObject({
  data: z.strictObject({ uuid: z.string(), fully_uploaded: z.boolean(), multiparts: z.optional(partsForm) }),
})

/** A document that is being uploaded. */
interface Half {
  id: string
  name: string
  parentId: string
  uuid: string
  properties: z.output<typeof propertiesForm>
  categoryId: number | undefined
  /** Undefined for one that is sent at once. */
  parts: Map<number, { length: number; bytes?: FakeBytes }> | undefined
  bytes?: FakeBytes
  /** Whether an answer had its address. */
  isAddressed?: boolean
}

interface FakeDocumentsOptions {
  tree: FakeTree
  places: FakePlaces
  state: { refusesAddresses: boolean; givesAddressOnce: boolean; losesCompletions: boolean }
}

interface World extends FakeDocumentsOptions {
  halves: Map<string, Half>
  /** Under which the fake was called last: its addresses begin with it. */
  origin: string
}

const smallestPart = 5_000_000
const putHeaders = [{ name: 'X-Amz-Server-Side-Encryption', value: 'AES256' }]

/** The documents of a fake account, those that are being uploaded, and the storage that they are sent to. */
export function openFakeDocuments(options: FakeDocumentsOptions) {
  const world: World = { ...options, halves: new Map(), origin: '' }
  return {
    called: (request: FakeRequest, path: string) => called(world, request, path),
    listed: (query: URLSearchParams) => listed(world, query),
    stored: (request: FakeRequest) => stored(world, request),
    halves: world.halves,
    /** Completes what is being uploaded, as another attempt would at the same time. */
    completeAll: () => {
      for (const half of world.halves.values()) completed(world, half, bytesOf(half) ?? fakeBytes())
    },
  }
}
export type FakeDocuments = ReturnType<typeof openFakeDocuments>

function listed(world: World, query: URLSearchParams): object[] {
  const { tree, places, halves } = world
  const folder = query.get('parent_id')
  const parent = folder === null ? undefined : places.byNumber(Number(folder))
  if (folder !== null && !parent) return []
  const matter = query.get('matter_id')
  const value = query.get('external_property_value')
  const isAsked = (each: Pick<Half, 'name' | 'properties'> & { parentId: string | undefined }) =>
    (!parent || each.parentId === parent.id) &&
    (matter === null || places.isWithin(each, matter)) &&
    each.name.includes(query.get('query') ?? '') &&
    (value === null ||
      each.properties.some((one) => one.name === query.get('external_property_name') && one.value === value))
  const complete = allFiles(tree)
    .filter((entry) => isAsked({ ...entry, properties: propertiesOf(entry) }))
    .map((entry) => completeOf(world, entry))
  const incomplete = query.get('show_uncompleted') === 'true' ? [...halves.values()].filter(isAsked) : []
  return [...complete, ...incomplete.map((half) => halfOf(world, half))]
}

function propertiesOf({ facts }: FakeEntry): Half['properties'] {
  return (facts.properties ?? []) as Half['properties']
}

function completeOf(world: World, entry: FakeEntry) {
  const version = { uuid: entry.id, fully_uploaded: true, size: entry.bytes?.byteLength ?? 0 }
  return documentOf(world, { ...entry, properties: propertiesOf(entry) }, version)
}

function documentOf(
  { tree, places }: World,
  entry: Pick<Half, 'id' | 'name' | 'properties'> & { parentId: string | undefined },
  version: object,
) {
  const parent = tree.find(entry.parentId ?? '')
  return {
    id: Number(entry.id),
    etag: '"1"',
    name: entry.name,
    parent: parent ? { id: places.numberOf(parent), etag: '"1"' } : null,
    external_properties: entry.properties.map((each, n) => ({ id: n + 1, etag: '"1"', ...each })),
    latest_document_version: { id: 1, etag: '"1"', put_url: null, put_headers: null, multiparts: null, ...version },
  }
}

function halfOf(world: World, half: Half, asked?: readonly z.output<typeof partForm>[]) {
  const address = (path: string) => `${world.origin}/put/${half.uuid}${path}`
  const multiparts = asked?.map(({ part_number: n }) => ({
    part_number: n,
    put_url: address(`/${n}`),
    put_headers: putHeaders,
  }))
  const hasAddress = !half.parts && !(half.isAddressed && world.state.givesAddressOnce)
  half.isAddressed = true
  return documentOf(world, half, {
    uuid: half.uuid,
    fully_uploaded: false,
    size: null,
    ...(half.parts ? { multiparts: multiparts ?? null } : {}),
    ...(hasAddress ? { put_url: address(''), put_headers: putHeaders } : {}),
  })
}

function called(world: World, request: FakeRequest, path: string): FakeAnswer | undefined {
  const { method, origin } = request
  world.origin = origin
  if (method === 'POST' && path === '/documents.json') return created(world, request)
  const [, id = '', download] = /^\/documents\/(\d+)(\/download)?\.json$/.exec(path) ?? []
  if (method === 'PATCH' && id && !download) return changed(world, request, id)
  if (method === 'GET' && id && !download) return shown(world, request, id)
  if (method === 'GET' && download) return { status: 303, headers: { location: `${origin}/files/${id}` } }
  return undefined
}

function created(world: World, request: FakeRequest): FakeAnswer {
  const read = createForm.safeParse(jsonOf(request))
  if (!read.success) return fail(400, 'ArgumentError', read.error.message)
  const { name, parent, external_properties: properties, document_category: category, multiparts } = read.data.data
  const entry = world.places.find(parent)
  if (!entry) return fail(404, 'NotFound', 'The parent is not there')
  const id = world.tree.newId()
  const half: Half = {
    ...{ id, name, parentId: entry.id, uuid: randomUUID(), properties, categoryId: category?.id },
    parts: multiparts && new Map(),
  }
  announce(half, multiparts)
  world.halves.set(id, half)
  return { status: 201, json: { data: onlyFields(halfOf(world, half, multiparts), request.query.get('fields')) } }
}

function announce({ parts }: Half, multiparts: z.output<typeof partsForm> = []): void {
  for (const { part_number: number, content_length: length } of multiparts) parts?.set(number, { length })
}

function shown(world: World, { query }: FakeRequest, id: string): FakeAnswer {
  const half = world.halves.get(id)
  const entry = world.tree.find(id)
  if (!half && !entry?.bytes) return fail(404, 'NotFound', 'Not there')
  const document = half ? halfOf(world, half) : entry && completeOf(world, entry)
  return { status: 200, json: { data: onlyFields(document ?? {}, query.get('fields')) } }
}

function changed(world: World, request: FakeRequest, id: string): FakeAnswer {
  const read = changeForm.safeParse(jsonOf(request))
  if (!read.success) return fail(400, 'ArgumentError', read.error.message)
  const half = world.halves.get(id)
  const { uuid, fully_uploaded: isDone, multiparts } = read.data.data
  if (half?.uuid !== uuid) return fail(422, 'ArgumentError', 'The document is already fully uploaded')
  const fields = request.query.get('fields')
  if (!isDone) {
    if (!half.parts) return fail(422, 'ArgumentError', 'The document is not sent in parts')
    announce(half, multiparts)
    return { status: 200, json: { data: onlyFields(halfOf(world, half, multiparts), fields) } }
  }
  const bytes = bytesOf(half)
  if (!bytes) return fail(422, 'ArgumentError', 'The file is not successfully uploaded')
  completed(world, half, bytes)
  if (world.state.losesCompletions) return fail(422, 'ArgumentError', 'The document is already fully uploaded')
  const version = { uuid, fully_uploaded: true, size: bytes.byteLength }
  return { status: 200, json: { data: onlyFields(documentOf(world, half, version), fields) } }
}

function completed({ halves, tree }: World, half: Half, bytes: FakeBytes): void {
  halves.delete(half.id)
  tree.add({ ...half, bytes, facts: { properties: half.properties, categoryId: half.categoryId } })
}

function stored({ tree, halves, state }: World, { method, path, headers, body }: FakeRequest): FakeAnswer {
  if (headers.authorization) return { status: 400, bytes: Buffer.from('two kinds of permission') }
  const [, folder, key = '', part] = path.split('/')
  if (method === 'GET' && folder === 'files') {
    const bytes = tree.find(key)?.bytes
    return bytes ? { status: 200, bytes } : { status: 404 }
  }
  const half = [...halves.values()].find(({ uuid }) => uuid === key)
  const isSigned = headers['x-amz-server-side-encryption'] === 'AES256' && !headers['transfer-encoding']
  if (method !== 'PUT' || !half || !isSigned || state.refusesAddresses) return { status: 403 }
  if (part === undefined) half.bytes = body
  else {
    const announced = half.parts?.get(Number(part))
    if (announced?.length !== body.byteLength) return { status: 400 }
    announced.bytes = body
  }
  return { status: 200, headers: { etag: '"x"' } }
}

function bytesOf({ parts, bytes }: Half): FakeBytes | undefined {
  if (!parts) return bytes
  const sorted = [...parts].toSorted(([one], [other]) => one - other)
  const isWhole = sorted.every(
    ([number, part], n) => number === n + 1 && part.bytes && (n === sorted.length - 1 || part.length >= smallestPart),
  )
  return isWhole ? joined(sorted.flatMap(([, part]) => part.bytes ?? [])) : undefined
}

function allFiles(tree: FakeTree): ReturnType<FakeTree['children']> {
  return tree.below(tree.root.id).filter(({ bytes }) => bytes)
}
