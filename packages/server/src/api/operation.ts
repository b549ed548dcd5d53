/** A JSON Schema (2020-12), as far as it is used here. */
export type JsonSchema = { readonly [key: string]: unknown }

/** What `/api/v1/openapi.json` says of a route, beside what the route itself says. */
export interface Operation {
  summary: string
  /** The group it is listed under. */
  tag: string
  /** The body by media type. */
  body?: Readonly<Record<string, JsonSchema>>
  /** The answer by media type; without one the answer is 204. */
  answer?: Readonly<Record<string, JsonSchema>>
  /** Status of the answer, where it is neither 200 nor 204. */
  status?: number
  /** Whether there may be nothing to answer, which is 204. */
  mayBeNothing?: boolean
  /** Query parameters and what they mean. */
  query?: Readonly<Record<string, { schema: JsonSchema; description: string; required?: boolean }>>
  /** Headers of the request and what they mean; none is required. */
  headers?: Readonly<Record<string, { schema: JsonSchema; description: string }>>
  /** Refusals worth naming, beside 401 and 500. */
  refusals?: readonly number[]
}

/** A route with what is said of it. */
export interface DocumentedRoute {
  method: string
  /** As OpenAPI writes it: `/api/v1/case/{id}`. */
  path: string
  operation: Operation
  needsToken: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
  }
}

/** An object of JSON with these properties, all required unless `optional` names them. */
export function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required }
}

/** The same, as the body or answer of an operation. */
export function jsonContent(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return { 'application/json': schema }
}

export const textSchema: JsonSchema = { type: 'string' }
export const binarySchema: JsonSchema = { type: 'string', format: 'binary' }
