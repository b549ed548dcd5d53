import { errorCatalogue } from '@courtcrier/contract/errors.ts'
import { jsonLimits } from '@courtcrier/contract/json-excess.ts'
import { bodyBytes } from '../server/bodies.ts'
import { type DocumentedRoute, type JsonSchema, objectSchema, textSchema } from './operation.ts'

/** Returns the refusals any route of this kind may answer, whatever it does. */
export function usualRefusals(route: DocumentedRoute): readonly number[] {
  const { method, operation, needsToken, isLimited } = route
  const { answer } = operation
  return [
    400,
    414,
    503,
    // The firm of the host, the role to view as, or the record may not exist.
    404,
    ...(needsToken ? [401, 403] : []),
    // A body is read, and limited, even where the call needs none.
    ...(method === 'GET' ? [] : [408, 413, 415, 429]),
    ...(isLimited ? [429] : []),
    ...(answer && 'application/x-protobuf' in answer ? [406] : []),
  ]
}

/** Returns the reference to the description of a refusal. */
export function refusalOf(status: number): JsonSchema {
  const name = status === 413 ? 'TooLarge' : status === 415 ? 'WrongMediaType' : 'Problem'
  return { $ref: `#/components/responses/${name}` }
}

/** Headers of every answer of a call that answers only so often. */
export const limitHeaders = {
  'x-ratelimit-limit': 'How many requests are answered per minute',
  'x-ratelimit-remaining': 'How many of them are left',
  'x-ratelimit-reset': 'Seconds until the next minute',
}

const ofLimit = Object.fromEntries(
  Object.entries(limitHeaders).map(([name, description]) => [
    name,
    { description: `${description}, of a call that answers only so often`, schema: textSchema },
  ]),
)

const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }

/** The descriptions that `refusalOf` refers to. */
export const refusalResponses = {
  Problem: {
    description: 'Problem details',
    headers: {
      'retry-after': {
        description: 'Seconds to wait, with 429, 503 and key_in_use',
        schema: { type: 'integer' },
      },
      ...ofLimit,
    },
    content,
  },
  TooLarge: {
    description: `The body is larger than the call accepts (${bodyBytes.ofAnyone} bytes where no token is needed), or has more than ${jsonLimits.keys} keys or ${jsonLimits.values} values`,
    headers: ofLimit,
    content,
  },
  WrongMediaType: {
    description: "The body's Content-Type isn't one that the call accepts",
    headers: ofLimit,
    content,
  },
} as const

/** The schema of RFC 9457 problem details. */
export const problemSchema = objectSchema(
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
    more_errors: { type: 'integer', description: 'How many more problems there are than errors has' },
    current: { type: 'object', description: 'The current record, with changed_meanwhile' },
  },
  ['errors', 'more_errors', 'current'],
)
