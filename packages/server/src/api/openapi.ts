import { errorCatalogue } from '@courtcrier/contract/errors.ts'
import { messageOf, type Resource } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import type { FastifyInstance } from 'fastify'
import { inboxOperations } from './inbox-operations.ts'
import { resourceOperations } from './openapi-resources.ts'
import { requiredFields, resourceSchema } from './openapi-schemas.ts'
import {
  type DocumentedRoute,
  type JsonSchema,
  jsonContent,
  type Operation,
  objectSchema,
  textSchema,
} from './operation.ts'

/** A route of the API; without an operation when it says nothing of itself. */
export type CollectedRoute = Omit<DocumentedRoute, 'operation'> & { operation: Operation | undefined }

/** Collects every route of this scope as it is registered, with what it says of itself under `config.operation`. */
export function collectRoutes(api: FastifyInstance): readonly CollectedRoute[] {
  const routes: CollectedRoute[] = []
  api.addHook('onRoute', ({ method, url, config }) => {
    const methods = [method].flat().filter((name) => name !== 'HEAD')
    const path = url.replace(/:(\w+)/g, '{$1}')
    const { operation, auth } = config ?? {}
    routes.push(
      ...methods.map((name) => ({
        method: name,
        path,
        operation,
        needsToken: auth === undefined || auth === 'import',
      })),
    )
  })
  return routes
}

/** `/openapi.json`: made once, from the resource definitions and from what the other routes say of themselves. */
export function openApiRoutes(api: FastifyInstance, routes: readonly CollectedRoute[]): void {
  const operation = { tag: 'Description', summary: 'This description', answer: jsonContent({ type: 'object' }) }
  let made: JsonSchema | undefined
  api.get('/openapi.json', { config: { auth: 'none', operation } }, async () => {
    made ??= describeApi(documentRoutes(routes))
    return made
  })
}

/** What is known of each route: by itself, by the definition of its resource, or nothing but its address. */
function documentRoutes(routes: readonly CollectedRoute[]): DocumentedRoute[] {
  const derived = [...resources.flatMap(resourceOperations), ...inboxOperations]
  return routes.map((route) => {
    const known = derived.find(({ method, path }) => method === route.method && path === route.path)
    const operation = route.operation ?? known?.operation ?? { tag: 'Other', summary: `${route.method} ${route.path}` }
    return { ...route, operation }
  })
}

/** The OpenAPI 3.1 document of these routes. */
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
      schemas: { ...Object.fromEntries(resources.flatMap(resourceSchemas)), Problem: problemSchema },
      responses: {
        Problem: { description: 'What is wrong', content: { 'application/problem+json': { schema: ref('Problem') } } },
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
    security: [{ bearer: [] }],
  }
}

const description =
  'Rows are JSON or protobuf, as Accept and Content-Type say. Fields that a role may not see are absent from an ' +
  'answer; in a change, absent fields stay as they are and null clears. The header x-undo-id of an answer says by what ' +
  'POST /undo/{id} takes the change back.'

function resourceSchemas(resource: Resource): [string, JsonSchema][] {
  const name = messageOf(resource)
  const schema = resourceSchema(resource)
  const creation = { allOf: [ref(name)], required: requiredFields(resource) }
  return resource.isReadOnly || resource.isSingleton
    ? [[name, schema]]
    : [
        [name, schema],
        [`New${name}`, creation],
      ]
}

function operationObject({ method, path, operation, needsToken }: DocumentedRoute): JsonSchema {
  const { tag, summary, body, answer, status, refusals = [] } = operation
  const success = String(status ?? (answer ? 200 : 204))
  const refused = [...new Set([...refusals, ...usualRefusals({ path, operation, needsToken }), 500])].toSorted()
  return {
    operationId: `${method.toLowerCase()}${path.replace('/api/v1', '').replace(/[^a-zA-Z0-9]+(.)?/g, (_, next = '') => `_${next}`)}`,
    tags: [tag],
    summary,
    ...(needsToken ? {} : { security: [] }),
    parameters: [...pathParameters(path), ...queryParameters(operation), ...headerParameters(operation)],
    ...(body ? { requestBody: { required: true, content: contentObject(body) } } : {}),
    responses: {
      [success]: { description: 'Done', ...(answer ? { content: contentObject(answer) } : {}) },
      ...(operation.mayBeNothing ? { 204: { description: 'There is none' } } : {}),
      ...Object.fromEntries(refused.map((code) => [code, { $ref: '#/components/responses/Problem' }])),
    },
  }
}

/** What any route of its kind can be refused with, whatever it does. */
function usualRefusals({ path, operation, needsToken }: Omit<DocumentedRoute, 'method'>): readonly number[] {
  const { body, answer } = operation
  return [
    400,
    414,
    503,
    ...(needsToken ? [401, 403] : []),
    ...(path.includes('{') ? [404] : []),
    ...(body ? [413, 415] : []),
    ...(answer && 'application/x-protobuf' in answer ? [406] : []),
  ]
}

function contentObject(content: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]))
}

function pathParameters(path: string): JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: textSchema }))
}

function queryParameters({ query = {} }: Operation): JsonSchema[] {
  return Object.entries(query).map(([name, parameter]) => ({ name, in: 'query', ...parameter }))
}

function headerParameters({ headers = {} }: Operation): JsonSchema[] {
  return Object.entries(headers).map(([name, parameter]) => ({ name, in: 'header', ...parameter }))
}

function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

const problemSchema = objectSchema(
  {
    type: { type: 'string', format: 'uri' },
    title: textSchema,
    status: { type: 'integer' },
    detail: textSchema,
    code: { type: 'string', enum: Object.keys(errorCatalogue) },
    errors: {
      type: 'array',
      items: objectSchema({ field: textSchema, code: textSchema, message: textSchema }),
    },
    current: { type: 'object', description: 'With changed_meanwhile the record as it is now' },
  },
  ['errors', 'current'],
)
