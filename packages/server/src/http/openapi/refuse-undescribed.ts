import { ApiError } from '@courtcrier/contract/errors.ts'
import { protobufTypes } from '@courtcrier/contract/wire.ts'
import type { FastifyInstance } from 'fastify'
import { preferredType } from '../server/negotiation.ts'
import { type CollectedRoute, documentRoutes, openApiPath, undescribed } from './openapi.ts'

/**
 * Refuses, before anything is done, what the description of a route doesn't have: a misspelled parameter that is ignored
 * answers something else than was asked, and a change whose answer no one accepts would be carried out and then refused.
 */
export function refuseUndescribed(api: FastifyInstance, routes: readonly CollectedRoute[]): void {
  let known: ReadonlyMap<string, Described> | undefined
  api.addHook('onRequest', async ({ method, routeOptions, query, headers }) => {
    known ??= describedByRoute(routes)
    const path = openApiPath(routeOptions.url ?? '')
    const described = known.get(`${method === 'HEAD' ? 'GET' : method} ${path}`)
    if (!described) return
    if (!routeOptions.config.takesAnyParameter) refuseUnknownParameters(query, described)
    if (described.isMessageToo && !preferredType(headers.accept)) throw new ApiError('not_acceptable')
  })
}

function refuseUnknownParameters(query: unknown, { parameters }: Described): void {
  const problems = Object.keys((query ?? {}) as object)
    .filter((name) => !parameters.includes(name))
    .map((field) => ({ field, code: 'unknown_field', isAsSent: true as const }))
  if (problems.length > 0) throw new ApiError('invalid_input', { problems })
}

/** What of a route's description a request is checked by. */
interface Described {
  parameters: readonly string[]
  /** Whether the answer is JSON or protobuf, whichever the caller accepts. */
  isMessageToo: boolean
}

function describedByRoute(routes: readonly CollectedRoute[]): ReadonlyMap<string, Described> {
  const described = documentRoutes(routes).filter(({ operation }) => operation.tag !== undescribed)
  return new Map(
    described.map(({ method, path, operation: { query = {}, answer = {} } }) => [
      `${method} ${path}`,
      { parameters: Object.keys(query), isMessageToo: protobufTypes.some((type) => type in answer) },
    ]),
  )
}
