import { readFile } from 'node:fs/promises'
import addFormats from 'ajv-formats'
import { OpenAPIBackend } from 'openapi-backend'
import { bodyOf, typeOf } from './contract-body.ts'
import { type Json, preparedContract } from './contract-document.ts'
import type { Exchange, FakeAnswer, FakeRequest } from './fake-service.ts'
import type { PublishedContract } from './published-contract.ts'

/** Lists what of an exchange the contract doesn't have. */
type Judge = (exchange: Pick<Exchange, 'request' | 'answer'>) => readonly string[]

const judges = new Map<string, Promise<Judge>>()

/** Returns the judge of what a service is asked and answers, by what it publishes. */
export function judgeOf(contract: PublishedContract): Promise<Judge> {
  const known = judges.get(contract.service) ?? openJudge(contract)
  judges.set(contract.service, known)
  return known
}

interface Judging {
  contract: PublishedContract
  document: Json
  api: OpenAPIBackend
}

async function openJudge(contract: PublishedContract): Promise<Judge> {
  const published = JSON.parse(await readFile(contract.file, 'utf8')) as Json
  const prepared = preparedContract(published, contract.exceptions)
  const paths = Object.entries(prepared.paths ?? {}).map(([path, operations]) => [plainPath(path), operations])
  const document: Json = { ...prepared, paths: Object.fromEntries(paths) }
  const api = new OpenAPIBackend({
    definition: document as never,
    quick: true,
    ajvOpts: { strict: false, allErrors: true, logger: false },
    customizeAjv: (ajv) => addFormats.default(ajv),
  })
  await api.init()
  const judging = { contract, document, api }
  return (exchange) => judged(judging, exchange)
}

/** A path in which no sign means something else in a regular expression, which the validator makes of it. */
function plainPath(path: string): string {
  return path.replace(/[$()*+]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

type Operation = NonNullable<ReturnType<OpenAPIBackend['router']['matchOperation']>>

function judged(judging: Judging, { request, answer }: Pick<Exchange, 'request' | 'answer'>): readonly string[] {
  const { contract, api } = judging
  const call = `${request.method} ${request.rawPath}`
  const path = plainPath(request.rawPath)
  if (contract.exceptions.some(({ unpublished }) => unpublished?.test(call))) return []
  const parsed = { ...queryOf(request), method: request.method, path, headers: request.headers }
  const operation = api.router.matchOperation(parsed)
  if (!operation) return [`${contract.service} publishes no ${call}`]
  const name = operation.operationId
  const asked = [
    ...requestProblems(judging, { request, operation }),
    ...(answer.status === 401 ? [] : signInProblems(judging, { request, operation })),
  ].map((problem) => `${contract.service} publishes ${name}, but not as it was called: ${problem}`)
  const answered = answerProblems(judging, { answer, operation }).map(
    (problem) => `${contract.service} publishes ${name}, but doesn't answer so (${answer.status}): ${problem}`,
  )
  return [...asked, ...answered]
}

/** Those that are JSON as what they say, which the validator does for queries only. */
function headersOf({ headers }: FakeRequest, { parameters = [] }: Operation): Record<string, unknown> {
  const inJson = (parameters as unknown as Json[])
    .filter((each) => String(each.in) === 'header' && each.content)
    .map((each) => String(each.name).toLowerCase())
    .filter((name) => headers[name] !== undefined)
  return { ...headers, ...Object.fromEntries(inJson.map((name) => [name, JSON.parse(headers[name] ?? '')])) }
}

function queryOf({ query }: FakeRequest): { query: Record<string, string | string[]> } {
  const names = [...new Set(query.keys())]
  const valuesOf = (name: string) => (query.getAll(name).length > 1 ? query.getAll(name) : (query.get(name) ?? ''))
  return { query: Object.fromEntries(names.map((name) => [name, valuesOf(name)])) }
}

function requestProblems(
  { api }: Judging,
  { request, operation }: { request: FakeRequest; operation: Operation },
): readonly string[] {
  const { content } = (operation.requestBody ?? {}) as { content?: Record<string, Json> }
  const type = typeOf(request.headers)
  if (request.body.byteLength > 0 && !content?.[type]) return [`its body is of the type ${type}`]
  const body = request.body.byteLength > 0 ? bodyOf(request, content?.[type]?.schema) : undefined
  const headers = headersOf(request, operation)
  const parsed = { method: request.method, path: plainPath(request.rawPath), headers, ...queryOf(request) }
  const { errors } = api.validator.validateRequest({ ...parsed, body } as never, operation)
  return (errors ?? []).map(described(body))
}

/** What is published of signing in says only which header does. */
function signInProblems(
  { document }: Judging,
  { request, operation }: { request: FakeRequest; operation: Operation },
): readonly string[] {
  const { security = [] } = operation
  const headerOf = (name: string) => {
    const scheme = document.components?.securitySchemes?.[name]
    return String(scheme?.in ?? '') === 'header' ? String(scheme?.name).toLowerCase() : 'authorization'
  }
  const isSignedBy = (schemes: object) => Object.keys(schemes).every((name) => request.headers[headerOf(name)])
  return security.length === 0 || security.some(isSignedBy) ? [] : ['it has no sign-in']
}

function answerProblems(
  { api, contract }: Judging,
  { answer, operation }: { answer: FakeAnswer; operation: Operation },
): readonly string[] {
  const { status, json, bytes } = answer
  if (contract.exceptions.some(({ statuses }) => statuses?.includes(status))) return []
  const responses = operation.responses as unknown as Json
  const given = responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses.default
  if (!given) return [`only ${Object.keys(responses).join(', ')}`]
  const types = Object.keys(given.content ?? {})
  const isJson = types.includes('application/json')
  if (json === undefined) return isJson && (bytes || status !== 204) ? ['without JSON'] : []
  if (!isJson) return [`with JSON, but ${types.join(', ') || 'nothing'}`]
  const { errors } = api.validator.validateResponse(json, operation, status)
  return (errors ?? []).map(described(json))
}

interface SchemaError {
  instancePath: string
  message?: string
  params: object
}

function described(value: unknown): (error: SchemaError) => string {
  return ({ instancePath, message, params }) =>
    `${instancePath} ${message} ${JSON.stringify(params)} (${(JSON.stringify(valueAt(value, instancePath)) ?? '').slice(0, 200)})`
}

/** The value at fault, if it is in the body. */
function valueAt(body: unknown, instancePath: string): unknown {
  const names = instancePath
    .replace(/^\/requestBody/, '')
    .split('/')
    .slice(1)
  return names.reduce<unknown>((part, name) => (part as Json | undefined)?.[name], body)
}
