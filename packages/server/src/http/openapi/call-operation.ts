import {
  type Bytes,
  type Call,
  isBytes,
  meantBy,
  mediaTypesOf,
  rowAddition,
  rowResource,
  stepsType,
} from '@courtcrier/contract/calls/call.ts'
import { wireName } from '@courtcrier/contract/calls/wire-names.ts'
import * as z from 'zod/mini'
import { rowSchema } from './openapi-schemas.ts'
import {
  binarySchema,
  closedSchema,
  type JsonSchema,
  jsonContent,
  type Operation,
  protobufContent,
  textSchema,
} from './operation.ts'

/** What was made: a call's definition never changes, and a process may start several servers. */
const operations = new WeakMap<Call, Operation>()

/** Returns a call's entry in openapi.json, from its definition. */
export function operationOf(call: Call): Operation {
  const made = operations.get(call) ?? makeOperation(call)
  operations.set(call, made)
  return made
}

function makeOperation(call: Call): Operation {
  const { tag, summary, query, body, answer, status, mayBeNothing, headers, refusals, params } = call
  const { message, isMessageToo, isInSteps, later, mayBeEmpty, mayBeUnchanged, skipsUnknown } = call
  return {
    tag,
    summary,
    ...(params ? { params: mapValues(params, schemaOf) } : {}),
    ...(query ? { query: queryOf(query) } : {}),
    ...(body
      ? {
          body: {
            ...(skipsUnknown ? contentOf(body) : mapValues(contentOf(body), closedSchema)),
            ...(message ? protobufContent() : {}),
          },
        }
      : {}),
    ...(answer
      ? {
          answer: {
            ...contentOf(answer),
            ...(isMessageToo ? protobufContent() : {}),
            ...(isInSteps ? { [stepsType]: textSchema } : {}),
          },
        }
      : {}),
    ...(status ? { status } : {}),
    ...(mayBeNothing ? { mayBeNothing } : {}),
    ...(mayBeEmpty ? { mayBeEmpty } : {}),
    ...(mayBeUnchanged ? { mayBeUnchanged } : {}),
    ...(later ? { later: contentOf(later) } : {}),
    ...(headers ? { headers: mapValues(headers, (description) => ({ schema: textSchema, description })) } : {}),
    ...(refusals ? { refusals } : {}),
    ...(message ? { message: message.name } : {}),
    answerHeaders: answerHeadersOf(call),
  }
}

function answerHeadersOf({
  answer,
  isMessageToo,
  mayBeUnchanged,
  answerHeaders,
  isInSteps,
}: Call): Readonly<Record<string, string>> {
  return {
    ...(isMessageToo ? listHeaders : {}),
    ...(isInSteps ? { 'x-accel-buffering': 'no, if the answer is in steps: proxies pass each on at once' } : {}),
    ...(mayBeUnchanged ? { etag: 'The version, for if-none-match' } : {}),
    ...(answer && isBytes(answer) ? { 'content-disposition': "The file's name" } : {}),
    ...answerHeaders,
  }
}

/** Headers of a page of rows. */
export const listHeaders = {
  'x-total-count': 'The number of matches',
  'x-total-at-least': 'true if there are more matches than were counted',
}

function contentOf(content: z.ZodMiniType | Bytes): Readonly<Record<string, JsonSchema>> {
  if (!isBytes(content)) return jsonContent(schemaOf(content))
  const schemas = mediaTypesOf(content).map((type) => [type, type.startsWith('text/') ? textSchema : binarySchema])
  return Object.fromEntries(schemas)
}

function queryOf(query: z.ZodMiniObject): Operation['query'] {
  const { properties = {}, required = [] } = schemaOf(query) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.fromEntries(
    Object.entries(properties).map(([name, { description = '', ...schema }]) => [
      name,
      { schema, description: String(description), ...(required.includes(name) ? { required: true } : {}) },
    ]),
  )
}

/** Returns a schema as JSON Schema, with the names on the wire. */
function schemaOf(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    unrepresentable: 'any',
    io: 'input',
    override,
  }) as JsonSchema
  return made
}

function override({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType
  jsonSchema: Record<string, unknown>
}): void {
  const shape = meantBy(zodSchema)
  if (shape) Object.assign(jsonSchema, { ...schemaOf(shape), ...jsonSchema })
  const resource = rowResource(zodSchema)
  const more = rowAddition(zodSchema)
  if (resource && more) Object.assign(jsonSchema, { allOf: [rowSchema(resource), schemaOf(more)] })
  else if (resource) Object.assign(jsonSchema, rowSchema(resource))
  const { properties, required } = jsonSchema as { properties?: Record<string, JsonSchema>; required?: string[] }
  if (properties) {
    const named = Object.entries(properties).map(([key, value]) => [wireName(zodSchema, key), value])
    jsonSchema.properties = Object.fromEntries(named)
    if (required) jsonSchema.required = required.map((key) => wireName(zodSchema, key))
  }
  // Limits that merely state JavaScript's largest exact integers are left out.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'email') delete jsonSchema.pattern
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, make: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, make(value)]))
}
