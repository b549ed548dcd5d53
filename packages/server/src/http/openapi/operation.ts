import { protobufTypes } from '@courtcrier/contract/wire.ts'

/** A JSON Schema (2020-12), limited to what is used here. */
export type JsonSchema = { readonly [key: string]: unknown }

/** What `/api/v1/openapi.json` contains about a route, in addition to its method and path. */
export interface Operation {
  summary: string
  /** The group it is listed under. */
  tag: string
  /** The body by media type. */
  body?: Readonly<Record<string, JsonSchema>>
  /** Whether the body may be omitted. */
  mayBeEmpty?: boolean
  /** The answer by media type; if absent, the answer is 204. */
  answer?: Readonly<Record<string, JsonSchema>>
  /** Status of the answer, if neither 200 nor 204. */
  status?: number
  /** Whether the answer may be empty, which is 204. */
  mayBeNothing?: boolean
  /** Whether a request with if-none-match is answered with 304 if the answer would be the same. */
  mayBeUnchanged?: boolean
  /** The answer, with 202, if the call is carried out in the background. */
  later?: Readonly<Record<string, JsonSchema>>
  /** Path parameters that aren't plain text. */
  params?: Readonly<Record<string, JsonSchema>>
  /** Query parameters and their meaning. */
  query?: Readonly<Record<string, { schema: JsonSchema; description: string; required?: boolean }>>
  /** Headers of the request and their meaning; none is required. */
  headers?: Readonly<Record<string, { schema: JsonSchema; description: string }>>
  /** Headers of the answer and their meaning. */
  answerHeaders?: Readonly<Record<string, string>>
  /** The name of the protobuf message that the body may be instead; its JSON is the schema of the same name. */
  message?: string
  /** Refusal statuses worth naming, in addition to 401 and 500. */
  refusals?: readonly number[]
}

/** A route with its documentation. */
export interface DocumentedRoute {
  method: string
  /** As OpenAPI writes it: `/api/v1/case/{id}`. */
  path: string
  operation: Operation
  needsToken: boolean
  /** Whether it answers only so often. */
  isLimited?: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What openapi.json says about the route; a function is asked when the document is made. */
    operation?: Operation | (() => Operation)
  }
}

/** Returns the schema of a JSON object with these properties, all required except those in `optional`. */
export function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required }
}

/** Returns the schema as the body or answer of an operation. */
export function jsonContent(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return { 'application/json': schema }
}

/** Returns the content of a body or answer that is a protobuf message. */
export function protobufContent(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(protobufTypes.map((type) => [type, binarySchema]))
}

/** Returns the schema of a request's object, which is refused with any other name than those described. */
export function closedSchema(schema: JsonSchema): JsonSchema {
  return schema.properties ? { additionalProperties: false, ...schema } : schema
}

export const textSchema: JsonSchema = { type: 'string' }
export const binarySchema: JsonSchema = { type: 'string', format: 'binary' }
