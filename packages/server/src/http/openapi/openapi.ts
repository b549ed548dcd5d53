import { messageOf, type Resource } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import type { FastifyInstance } from 'fastify'
import { isBeyondKeys } from '../../auth/api-keys/beyond-keys.ts'
import { sendMadeOnce } from '../server/made-once.ts'
import { resourceOperations } from './openapi-resources.ts'
import { creationSchema, resourceSchema } from './openapi-schemas.ts'
import { type DocumentedRoute, type JsonSchema, jsonContent, type Operation, textSchema } from './operation.ts'
import { limitHeaders, problemSchema, refusalOf, refusalResponses, usualRefusals } from './refusals.ts'

/** A route of the API; the operation is undefined when the route doesn't declare one. */
export type CollectedRoute = Omit<DocumentedRoute, 'operation'> & { operation: (() => Operation) | undefined }

/** Collects every route of this scope as it is registered, with its `config.operation`. */
export function collectRoutes(api: FastifyInstance): readonly CollectedRoute[] {
  const routes: CollectedRoute[] = []
  api.addHook('onRoute', ({ method, url, config }) => {
    const methods = [method].flat().filter((name) => name !== 'HEAD')
    const path = openApiPath(url)
    const { operation, auth, rateLimit } = config ?? {}
    routes.push(
      ...methods.map((name) => ({
        method: name,
        path,
        operation: typeof operation === 'object' ? () => operation : operation,
        needsToken: auth !== 'none' && auth !== 'optional',
        isLimited: rateLimit !== undefined,
      })),
    )
  })
  return routes
}

/**
 * Serves `/openapi.json`, which is built from the resource definitions and the operations of the other routes. It is
 * megabytes, and anyone may ask for it: it is written and compressed once.
 */
export function openApiRoutes(api: FastifyInstance, routes: readonly CollectedRoute[]): void {
  const operation = { tag: 'Description', summary: 'This OpenAPI document', answer: jsonContent({ type: 'object' }) }
  const document = () => describeApi(documentRoutes(routes))
  api.get('/openapi.json', { compress: false, config: { auth: 'none', operation } }, sendMadeOnce(document))
}

/** Returns a route's address as OpenAPI writes it. */
export function openApiPath(url: string): string {
  return url.replace(/:(\w+)/g, '{$1}')
}

/** The group of routes without a description, which only tests have. */
export const undescribed = 'Other'

/** The operations of resources, by method and path. They are the same for every server of a process. */
let derived: ReadonlyMap<string, Operation> | undefined

/** Returns each route with its own operation, the one derived from its resource, or a placeholder. */
export function documentRoutes(routes: readonly CollectedRoute[]): DocumentedRoute[] {
  derived ??= new Map(
    resources.flatMap(resourceOperations).map(({ method, path, operation }) => [`${method} ${path}`, operation]),
  )
  return routes.map((route) => {
    const name = `${route.method} ${route.path}`
    return { ...route, operation: route.operation?.() ?? derived?.get(name) ?? { tag: undescribed, summary: name } }
  })
}

/** Returns the OpenAPI 3.1 document of these routes. */
function describeApi(routes: readonly DocumentedRoute[]): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationObject(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Courtcrier', version: '1', description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(({ operation }) => operation.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: {
        ...Object.fromEntries(resources.flatMap(resourceSchemas)),
        ...Object.fromEntries(routes.flatMap(messageSchema)),
        Problem: problemSchema,
      },
      responses: refusalResponses,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a login.' },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'cck_…', description: ofKeys },
      },
    },
    security: [{ bearer: [] }, { apiKey: [] }],
  }
}

const description =
  "Rows are JSON or protobuf, according to Accept and Content-Type. Fields a role can't see are absent from responses; " +
  'in an update, absent fields are left unchanged and null clears a field. The x-undo-id response header has the ID ' +
  'for undoing the change with POST /undo/{id}. With the ID of a role in x-view-as, requests see what that role sees.'

const ofKeys =
  'An API key, sent in the same header. It may do what its scopes and the role of its owner both allow; operations that ' +
  "list only bearer can't be called with one."

function resourceSchemas(resource: Resource): [string, JsonSchema][] {
  const name = messageOf(resource)
  const schema = resourceSchema(resource)
  return resource.isReadOnly || resource.isSingleton
    ? [[name, schema]]
    : [
        [name, schema],
        [`New${name}`, creationSchema(resource)],
      ]
}

/** The JSON of a request that may also be a protobuf message, under the message's name. */
function messageSchema({ operation: { message, body } }: DocumentedRoute): [string, JsonSchema][] {
  const schema = body?.['application/json']
  return message && schema ? [[message, schema]] : []
}

/** Absent where keys may be used too, as the document says at its top. */
function securityOf({ method, path, needsToken }: DocumentedRoute): JsonSchema {
  if (!needsToken) return { security: [] }
  const pattern = path.replace('/api/v1', '').replace(/\{(\w+)\}/g, ':$1')
  return isBeyondKeys(method, pattern) ? { security: [{ bearer: [] }] } : {}
}

function operationObject(route: DocumentedRoute): JsonSchema {
  const { method, path, operation, needsToken } = route
  const { tag, summary, answer, status, message, refusals = [] } = operation
  const body = message ? { ...operation.body, ...jsonContent(ref(message)) } : operation.body
  // An upload is read as it arrives, so it can't be compared with an earlier one.
  const isUpload = body !== undefined && !('application/json' in body)
  const isKeyed = method === 'POST' && needsToken && !isUpload
  const success = String(status ?? (answer ? 200 : 204))
  const refused = [...new Set([...refusals, ...usualRefusals(route), ...(isKeyed ? [409, 422] : []), 500])].toSorted()
  return {
    operationId: `${method.toLowerCase()}${path.replace('/api/v1', '').replace(/[^a-zA-Z0-9]+(.)?/g, (_, next = '') => `_${next}`)}`,
    tags: [tag],
    summary,
    ...securityOf(route),
    parameters: [
      ...pathParameters(path, operation),
      ...queryParameters(operation),
      ...headerParameters(operation),
      ...(operation.mayBeUnchanged ? [noneMatchParameter] : []),
      ...(isKeyed ? [keyParameter] : []),
    ],
    ...(body ? { requestBody: { required: !operation.mayBeEmpty, content: contentObject(body) } } : {}),
    responses: {
      [success]: {
        description: 'Success',
        ...answerHeaders(route, isKeyed),
        ...(answer ? { content: contentObject(answer) } : {}),
      },
      ...(operation.mayBeNothing ? { 204: { description: 'No content' } } : {}),
      ...(operation.mayBeUnchanged ? { 304: { description: 'Not modified', ...answerHeaders(route, isKeyed) } } : {}),
      ...(operation.later ? { 202: laterObject(route) } : {}),
      ...Object.fromEntries(refused.map((code) => [code, refusalOf(code)])),
    },
  }
}

function contentObject(content: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]))
}

function pathParameters(path: string, { params = {} }: Operation): JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    ...{ name, in: 'path', required: true },
    schema: params[name] ?? textSchema,
  }))
}

function queryParameters({ query = {} }: Operation): JsonSchema[] {
  return Object.entries(query).map(([name, parameter]) => ({ name, in: 'query', ...parameter }))
}

function headerParameters({ headers = {} }: Operation): JsonSchema[] {
  return Object.entries(headers).map(([name, parameter]) => ({ name, in: 'header', ...parameter }))
}

function laterObject({ operation: { later = {}, answerHeaders: own = {} } }: DocumentedRoute): JsonSchema {
  return { description: 'It is carried out in the background', ...headersObject(own), content: contentObject(later) }
}

function answerHeaders({ operation, isLimited }: DocumentedRoute, isKeyed: boolean): { headers?: JsonSchema } {
  return headersObject({
    ...operation.answerHeaders,
    ...(isKeyed ? { 'idempotency-replayed': 'true if the answer is that of an earlier request' } : {}),
    ...(isLimited ? limitHeaders : {}),
  })
}

function headersObject(all: Readonly<Record<string, string>>): { headers?: JsonSchema } {
  const entries = Object.entries(all).map(([name, description]) => [name, { description, schema: textSchema }])
  return entries.length > 0 ? { headers: Object.fromEntries(entries) } : {}
}

/** Sent with a POST that must be carried out once, however often it is repeated. */
const keyParameter: JsonSchema = {
  name: 'idempotency-key',
  in: 'header',
  description: 'Up to 255 characters; with the same key, the request is carried out once within 24 hours',
  schema: { ...textSchema, minLength: 1, maxLength: 255 },
}

const noneMatchParameter: JsonSchema = {
  name: 'if-none-match',
  in: 'header',
  description: 'The etag of the answer the client has; 304 if it would be the same',
  schema: textSchema,
}

function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}
