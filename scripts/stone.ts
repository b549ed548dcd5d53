import type { Json } from '../packages/connectors/src/testing/contract-document.ts'

type Part = { [name: string]: unknown }

/** A definition of one namespace. */
interface Definition {
  kind: 'struct' | 'union' | 'union_closed' | 'alias' | 'route'
  namespace: string
  name: string
  /** What follows the name. */
  rest: string
  /** The lines within it, without what describes and examples; the first word of each is indented by four. */
  lines: readonly string[]
}

type Definitions = ReadonlyMap<string, Definition>

/**
 * Returns the calls that Dropbox describes in its own language, Stone, as OpenAPI 3: how they are sent is the same for
 * all (Dropbox HTTP documentation).
 */
export function stoneAsOpenApi3(files: readonly string[]): Json {
  const all = files.flatMap(definitionsIn)
  const known: Definitions = new Map(all.filter(({ kind }) => kind !== 'route').map((each) => [idOf(each), each]))
  const schemas = [...known.values()].map((each) => [idOf(each), schemaOfDefinition(each, known)])
  const routes = all.filter(({ kind }) => kind === 'route').map((each) => routeAs3(each, known))
  return {
    openapi: '3.0.3',
    info: { title: 'Dropbox API', version: '2' },
    servers: [{ url: 'https://api.dropboxapi.com' }],
    security: [{ token: [] }],
    paths: Object.fromEntries(routes),
    components: {
      schemas: Object.fromEntries(schemas),
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  } as never
}

function idOf({ namespace, name }: Definition): string {
  return `${namespace}.${name}`
}

function definitionsIn(file: string): Definition[] {
  const text = file.replace(/^\s+"(?:[^"\\]|\\.)*"/gm, '').replace(/^\s*#.*$/gm, '')
  const namespace = /^namespace (\w+)/m.exec(text)?.[1] ?? ''
  return text.split(/^(?=\S)/m).flatMap((block) => {
    const [first = '', ...lines] = block.split('\n')
    const [, kind, name = '', rest = ''] =
      /^(struct|union|union_closed|alias|route) ([\w/]+(?::\d)?)\s*(.*)$/.exec(first) ?? []
    if (!kind) return []
    const end = lines.findIndex((line) => /^ {4}example /.test(line))
    const own = (end < 0 ? lines : lines.slice(0, end)).filter((line) => line.trim() !== '' && !/^ *@/.test(line))
    return [{ kind: kind as Definition['kind'], namespace, name, rest, lines: own }]
  })
}

interface Field {
  name: string
  type: string
  isOptional: boolean
  namespace: string
}

/** Those of what it extends come first. */
function fieldsOf(definition: Definition, known: Definitions): Field[] {
  const parent = parentOf(definition, known)
  const own = definition.lines.flatMap((line) => {
    const [, name = '', type = ''] = /^ {4}(\w+)(?: (.+))?$/.exec(line) ?? []
    if (!name || (definition.kind === 'struct' && type === '')) return []
    const [plain = ''] = type.split(' = ')
    const isOptional = plain.endsWith('?') || plain !== type
    return [{ name, type: plain.replace(/\?$/, ''), isOptional, namespace: definition.namespace }]
  })
  return [...(parent ? fieldsOf(parent, known) : []), ...own]
}

function parentOf({ rest, namespace }: Definition, known: Definitions): Definition | undefined {
  const name = /^extends ([\w.]+)/.exec(rest)?.[1]
  return name === undefined ? undefined : known.get(name.includes('.') ? name : `${namespace}.${name}`)
}

function schemaOfDefinition(definition: Definition, known: Definitions): Part {
  if (definition.kind === 'alias') return typeOf(definition.rest.replace(/^= /, ''), definition.namespace, known)
  return definition.kind === 'struct' ? structOf(definition, known) : unionOf(definition, known)
}

function structOf(definition: Definition, known: Definitions): Part {
  const subtypes = definition.lines.flatMap((line) => /^ {8}(\w+) ([\w.]+)$/.exec(line)?.slice(1, 3) ?? [])
  const hasSubtypes = definition.lines.some((line) => /^ {4}union(?:_closed)?$/.test(line))
  if (!hasSubtypes) return recordOf(fieldsOf(definition, known), known)
  const pairs = Array.from({ length: subtypes.length / 2 }, (_, n) => subtypes.slice(2 * n, 2 * n + 2))
  return { oneOf: pairs.map(([tag = '', type = '']) => tagged(tag, typeOf(type, definition.namespace, known))) }
}

function recordOf(fields: readonly Field[], known: Definitions): Part {
  const required = fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name)
  const properties = fields.map(({ name, type, namespace }) => [name, typeOf(type, namespace, known)])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  }
}

/** What has the properties of `schema` besides the tag. */
function tagged(tag: string, schema: Part): Part {
  return {
    allOf: [{ type: 'object', properties: { '.tag': { type: 'string', enum: [tag] } }, required: ['.tag'] }, schema],
  }
}

/** A tag alone may be a text as well. */
function unionOf(definition: Definition, known: Definitions): Part {
  const fields = fieldsOf(definition, known)
  const tags = [
    ...fields.filter(({ type }) => type === '').map(({ name }) => name),
    ...(isOpen(definition) ? ['other'] : []),
  ]
  const nothing = { type: 'object', properties: { '.tag': { type: 'string', enum: tags } }, required: ['.tag'] }
  const valued = fields.filter(({ type }) => type !== '')
  const variants = valued.map(({ name, type, namespace }) => {
    const target = known.get(type.includes('.') ? type : `${namespace}.${type}`)
    const isRecord = target?.kind === 'struct' && !target.lines.some((line) => /^ {4}union/.test(line))
    const schema = typeOf(type, namespace, known)
    return tagged(name, isRecord ? schema : { type: 'object', properties: { [name]: schema } })
  })
  return { oneOf: [...(tags.length > 0 ? [{ type: 'string', enum: tags }, nothing] : []), ...variants] }
}

function isOpen({ kind }: Definition): boolean {
  return kind === 'union'
}

const integers = new Set(['Int32', 'Int64', 'UInt32', 'UInt64'])

function typeOf(type: string, namespace: string, known: Definitions): Part {
  const plain = type.replace(/\?$/, '')
  const [, name = plain, options = ''] = /^([\w.]+)\((.*)\)$/s.exec(plain) ?? []
  if (name === 'Void') return { enum: [null] }
  if (name === 'String') return { type: 'string', ...limitsOf(options) }
  if (name === 'Timestamp') return { type: 'string', format: 'date-time' }
  if (name === 'Bytes') return { type: 'string' }
  if (name === 'Boolean') return { type: 'boolean' }
  if (integers.has(name)) return { type: 'integer' }
  if (/^Float/.test(name)) return { type: 'number' }
  if (name === 'List') return { type: 'array', items: typeOf(options.split(', ')[0] ?? '', namespace, known) }
  if (name === 'Map') return { type: 'object' }
  const id = name.includes('.') ? name : `${namespace}.${name}`
  return known.has(id) ? { $ref: `#/components/schemas/${id}` } : {}
}

function limitsOf(options: string): Part {
  const pattern = /pattern="((?:[^"\\]|\\.)*)"/.exec(options)?.[1]
  const limit = (name: string) => new RegExp(`${name}=(\\d+)`).exec(options)?.[1]
  const least = limit('min_length')
  const most = limit('max_length')
  return {
    ...(least === undefined ? {} : { minLength: Number(least) }),
    ...(most === undefined ? {} : { maxLength: Number(most) }),
    ...(pattern === undefined ? {} : { pattern: `^(?:${JSON.parse(`"${pattern.replaceAll('\\/', '/')}"`)})$` }),
  }
}

function routeAs3(definition: Definition, known: Definitions): [string, Part] {
  const { namespace, name, rest, lines } = definition
  const types = /^\((.+)\)/.exec(rest)?.[1]?.split(', ') ?? []
  const [argument = {}, result = {}, error = {}] = types.map((type) => typeOf(type, namespace, known))
  const attribute = (key: string) =>
    lines.map((line) => new RegExp(`^ {8}${key} = "(\\w+)"`).exec(line)?.[1]).find((value) => value !== undefined)
  const style = attribute('style') ?? 'rpc'
  const inHeader = { name: 'Dropbox-API-Arg', in: 'header', required: true, content: json(argument) }
  const root = {
    name: 'Dropbox-API-Path-Root',
    in: 'header',
    required: false,
    content: json(typeOf('common.PathRoot', '', known)),
  }
  const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  const operation = {
    ...(attribute('host') === 'content' ? { servers: [{ url: 'https://content.dropboxapi.com' }] } : {}),
    parameters: style === 'rpc' ? [root] : [root, inHeader],
    ...(style === 'rpc' ? { requestBody: { required: true, content: json(argument) } } : {}),
    ...(style === 'upload' ? { requestBody: { required: false, content: bytes } } : {}),
    responses: {
      200: { description: '', content: style === 'download' ? bytes : json(result) },
      400: { description: '', content: { 'text/plain': {} } },
      401: problem(typeOf('auth.AuthError', '', known)),
      403: problem(typeOf('auth.AccessError', '', known)),
      409: problem(error),
      422: problem(typeOf('common.PathRootError', '', known)),
      429: problem(typeOf('auth.RateLimitError', '', known)),
    },
  }
  return [`/2/${namespace}/${name.replace(/:(\d)$/, '_v$1')}`, { post: operation }]
}

function json(schema: Part): Part {
  return { 'application/json': { schema } }
}

function problem(error: Part): Part {
  const properties = { error_summary: { type: 'string' }, error, user_message: { type: 'object' } }
  return { description: '', content: json({ type: 'object', properties, required: ['error_summary', 'error'] }) }
}
