import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'

type Json = { readonly [key: string]: Json }

/** Returns a function that returns the answer, or throws what of it the OpenAPI document of the same program hasn't. */
export function judgeAnswers(app: FastifyInstance, host: string) {
  let asked: Promise<Judge> | undefined
  const find = async () => judgeOf((await app.inject({ url: '/api/v1/openapi.json', headers: { host } })).body)
  return async <Answer extends Omit<JudgedAnswer, 'body'> & { text: string }>(
    { method = 'GET', url }: { method?: string; url: string },
    answer: Answer,
  ): Promise<Answer> => {
    asked ??= find()
    const judge = await asked
    const [path = ''] = url.split('?')
    const wrong = judge({ method, path }, { ...answer, body: answer.text })
    if (wrong.length > 0) throw new Error(`The answer of ${method} ${path} is not as described: ${wrong.join('; ')}`)
    return answer
  }
}

/** What was sent: the path is the real one, without its query. */
export interface JudgedRequest {
  method: string
  path: string
}

export interface JudgedAnswer {
  status: number
  headers: Readonly<Record<string, unknown>>
  body: string
}

/** Lists what of an answer the description doesn't have; nothing for calls that it doesn't have. */
export type Judge = (request: JudgedRequest, answer: JudgedAnswer) => readonly string[]

/** The last ones: the files of a worker follow each other, and many have the same routes. */
const judges = new Map<string, Judge>()
const mostJudges = 3

/** Returns the judge of the answers that an OpenAPI document describes. */
export function judgeOf(openApi: string): Judge {
  const known = judges.get(openApi) ?? makeJudge(JSON.parse(openApi) as Json)
  judges.delete(openApi)
  judges.set(openApi, known)
  for (const oldest of [...judges.keys()].slice(0, -mostJudges)) judges.delete(oldest)
  return known
}

/** Returns the validator of a schema that refers to the components of its document. */
type FindValidator = (schema: Json) => ValidateFunction

/**
 * By components, which are the same for the programs of most tests while their routes differ: what takes long is to
 * compile a schema.
 */
const validators = new Map<string, FindValidator>()

function validatorsOf(components: Json | undefined): FindValidator {
  const text = JSON.stringify(components ?? {})
  const known = validators.get(text) ?? openValidators(components)
  validators.set(text, known)
  return known
}

function openValidators(components: Json | undefined): FindValidator {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
  // JSON Schema's addresses with letters of any script, which the validator has no check for.
  ajv.addFormat('idn-email', true)
  ajv.addSchema({ components: closed(components, '/components'), $id: 'api' })
  const byText = new Map<string, ValidateFunction>()
  const found = new WeakMap<Json, ValidateFunction>()
  return (schema) => {
    const known = found.get(schema)
    if (known) return known
    const text = JSON.stringify(closed(schema, '/schema')).replaceAll('"$ref":"#/', '"$ref":"api#/')
    const made = byText.get(text) ?? ajv.compile(JSON.parse(text) as Json)
    byText.set(text, made)
    found.set(schema, made)
    return made
  }
}

function makeJudge(document: Json): Judge {
  const validatorOf = validatorsOf(document.components)
  const pathTemplateOf = finderOf(Object.keys(document.paths ?? {}))
  return ({ method, path }, answer) => {
    const route = pathTemplateOf(path)
    const verb = (method === 'HEAD' ? 'GET' : method).toLowerCase()
    const operation = route === undefined ? undefined : document.paths?.[route]?.[verb]
    if (route === undefined || !operation || String(operation.tags) === 'Other') return []
    // HEAD is missing where reading counts as opening.
    if (answer.status === 405) return []
    const given = operation.responses?.[String(answer.status)]
    if (!given) return [`the status ${answer.status} is not described: ${answer.body.slice(0, 300)}`]
    const { headers, content } = (given.$ref ? atPath(document, String(given.$ref).slice(1)) : given) as Json
    return [
      ...undescribedHeaders(answer, headers),
      ...(method === 'HEAD' ? [] : bodyProblems(answer, content, validatorOf)),
    ]
  }
}

function bodyProblems(
  { status, headers, body }: JudgedAnswer,
  content: Json | undefined,
  validatorOf: FindValidator,
): readonly string[] {
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
  // Compressed.
  if (headers['content-encoding'] !== undefined) return []
  if (!content) return body === '' ? [] : [`${status} has a body: ${body.slice(0, 300)}`]
  if (!content[type]) return [`${status} is of the type ${type}: ${body.slice(0, 300)}`]
  if (!/\bjson$/.test(type)) return []
  const validate = validatorOf(content[type].schema ?? {})
  if (validate(JSON.parse(body))) return []
  return (validate.errors ?? [])
    .slice(0, 5)
    .map(
      ({ instancePath, message, params }) =>
        `${instancePath} ${message} ${JSON.stringify(params)}: ${body.slice(0, 600)}`,
    )
}

/** Headers that any answer of HTTP may have: of the connection, the content, caches and the protection of browsers. */
const usual = new RegExp(
  `^(?:${[
    ...['connection', 'date', 'keep-alive', 'transfer-encoding', 'server-timing', 'x-request-id', 'vary', 'allow'],
    ...['content-(?:type|length|encoding|security-policy)', 'cache-control', 'www-authenticate'],
    ...['strict-transport-security', 'referrer-policy', 'origin-agent-cluster', 'cross-origin-[a-z-]+'],
    ...['x-(?:content-type-options|dns-prefetch-control|download-options|frame-options|xss-protection)'],
    'x-permitted-cross-domain-policies',
  ].join('|')})$`,
)

function undescribedHeaders({ status, headers }: JudgedAnswer, described: Json | undefined): readonly string[] {
  return Object.keys(headers)
    .filter((name) => !usual.test(name) && !Object.hasOwn(described ?? {}, name))
    .map((name) => `the header ${name} of ${status} is not described`)
}

/** Returns a function that finds the path of an address; fixed parts take precedence over parameters. */
function finderOf(paths: readonly string[]): (address: string) => string | undefined {
  const bySize = Map.groupBy(paths, (path) => path.split('/').length)
  return (address) => {
    const parts = address.replace(/\/$/, '').split('/')
    const fitting = (bySize.get(parts.length) ?? []).filter((path) =>
      path.split('/').every((part, index) => part.startsWith('{') || part === parts[index]),
    )
    const parameters = (path: string) => path.split('{').length
    return fitting.toSorted((a, b) => parameters(a) - parameters(b))[0]
  }
}

/**
 * The document with objects that have no other properties than those described, and none that are only written. Parts of
 * a composition and schemas that others refer to stay open: what closes them is where they are used.
 */
function closed(node: unknown, pointer: string): unknown {
  if (Array.isArray(node)) return node.map((part, index) => closed(part, `${pointer}/${index}`))
  if (typeof node !== 'object' || node === null) return node
  const made = Object.fromEntries(
    Object.entries(node).map(([name, part]) => [name, closed(part, `${pointer}/${name}`)]),
  )
  const isOpen = /\/allOf\/\d+$|^\/components\/schemas\/[^/]+$/.test(pointer)
  const isSchema = /\/(?:schema|items|allOf\/\d+|anyOf\/\d+|oneOf\/\d+|properties\/[^/]+|schemas\/[^/]+)$/.test(pointer)
  if (!isSchema) return made
  const read = Object.entries(made.properties ?? {}).filter(([, part]) => (part as Json).writeOnly === undefined)
  const own = made.properties ? { ...made, properties: Object.fromEntries(read) } : made
  const hasNames = made.properties !== undefined || made.$ref !== undefined || made.allOf !== undefined
  return hasNames && !isOpen && made.additionalProperties === undefined ? { ...own, unevaluatedProperties: false } : own
}

function atPath(document: Json, pointer: string): Json | undefined {
  return pointer
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((part, name) => part?.[name], document)
}
