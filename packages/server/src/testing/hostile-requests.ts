import fc from 'fast-check'
import type { JsonSchema } from '../http/openapi/operation.ts'

/** One operation of an OpenAPI document. */
export interface ApiOperation {
  method: string
  path: string
  parameters: readonly { name: string; in: 'path' | 'query' | 'header'; schema: JsonSchema; description?: string }[]
  /** The schema of the JSON body; undefined if there is none. */
  body: JsonSchema | undefined
  takesProtobuf: boolean
}

/** The request, without credentials, which the caller adds. */
export interface HostileRequest {
  operation: ApiOperation
  /** Path and query. */
  url: string
  headers: Readonly<Record<string, string>>
  payload: string | Buffer | undefined
}

/** Generates requests to any of the operations, from nearly valid to nonsense. `ids` are those of existing records. */
export function hostileRequest(
  operations: readonly ApiOperation[],
  { ids, resolve }: { ids: readonly string[]; resolve: (schema: JsonSchema) => JsonSchema },
): fc.Arbitrary<HostileRequest> {
  const value = (schema: JsonSchema) => makeValue(schema, { ids, resolve, depth: 0 })
  return fc.constantFrom(...operations).chain((operation) =>
    fc
      .record({
        path: fc.tuple(...partsOf(operation, 'path').map(() => pathPart(ids))),
        query: queryOf(operation, value),
        headers: headersOf(operation),
        body: bodyOf(operation, value),
      })
      .map(({ path, query, headers, body }) => {
        const parts = path[Symbol.iterator]()
        const address = operation.path.replace(/\{\w+\}/g, () => parts.next().value ?? '')
        return {
          operation,
          url: query === '' ? address : `${address}?${query}`,
          headers: { ...headers, ...(body ? { 'content-type': body.type } : {}) },
          payload: body?.payload,
        }
      }),
  )
}

const nastyTexts = [
  '',
  ' ',
  'Motion',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u0001\u001f\u007f',
  '\u202e\u200d\ufeff',
  '😀'.repeat(50),
  '__proto__',
  'constructor',
  'toString',
  "' or 1=1 --",
  '%',
  '%00',
  '\\',
  '../../etc/passwd',
  '=HYPERLINK("http://x")',
  '{{ case.name }}',
  '{% for a in (1..100000000) %}x{% endfor %}',
  '<'.repeat(3_000),
  'x'.repeat(300),
  'a@b.example',
  'FILING',
  'null',
  'NaN',
  '-1',
  '1e400',
  '99999999999999999999',
  'infinity',
  'now',
  'epoch',
  '2026-02-30',
  '2026-01-01',
  '0000-00-00',
  '-000001-01-01',
  '+275760-09-13T00:00:00Z',
  '294277-01-01T00:00:00Z',
  '2026-01-01T25:61:00Z',
  '2026-01-01T00:00:00.000Z',
  '25:00',
  'America/Nowhere',
  '[{"field":"id","in":["x"]}]',
]
const nastyNumbers = [0, 1, -1, 0.5, 25, 101, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e308, -1e308, 5e-324]
const nestedLists = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

const nastyText = fc.oneof(fc.constantFrom(...nastyTexts), fc.string({ unit: 'binary', maxLength: 12 }))
const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.constantFrom<unknown>(...nastyNumbers, null, true, false, [], {}, [null], [[]], { length: 'x' }),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constant(nestedLists(400)),
)

interface Making {
  ids: readonly string[]
  resolve: (schema: JsonSchema) => JsonSchema
  depth: number
}

/** Generates a value that usually matches the schema, and occasionally one that doesn't. */
function makeValue(given: JsonSchema, making: Making): fc.Arbitrary<unknown> {
  const schema = making.resolve(given)
  const right = rightValue(schema, { ...making, depth: making.depth + 1 })
  return fc.oneof({ weight: 5, arbitrary: right }, { weight: 1, arbitrary: nastyValue })
}

function rightValue(schema: JsonSchema, making: Making): fc.Arbitrary<unknown> {
  const { ids, depth } = making
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  const [type] = [schema.type].flat()
  if (depth > 4) return nastyValue
  if (type === 'object' || schema.properties) return objectOf(schema, making)
  if (type === 'array') return fc.array(makeValue((schema.items ?? {}) as JsonSchema, making), { maxLength: 3 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number')
    return fc.oneof(fc.integer({ min: 0, max: 50 }), fc.constantFrom(...nastyNumbers))
  if (schema.format === 'uuid') return fc.constantFrom(...ids)
  if (schema.format === 'date') return fc.constantFrom('2026-01-31', '1900-01-01', '9999-12-31')
  return fc.oneof(nastyText, fc.constantFrom(...ids), fc.string({ maxLength: 20 }))
}

function objectOf(schema: JsonSchema, making: Making): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  const required = new Set((schema.required ?? []) as string[])
  // Includes only a few optional properties: a body with sixty fields is refused for one of them, and nothing else is
  // tested.
  const kept = fc.subarray(properties, { maxLength: Math.min(properties.length, 5) })
  return kept.chain((some) => {
    const wanted = new Map([...properties.filter(([name]) => required.has(name)), ...some])
    const values = [...wanted].map(([name, inner]) => makeValue(inner, making).map((value) => [name, value] as const))
    const more = fc.option(fc.tuple(fc.constantFrom('unknown', 'x\u0000y', 'constructor'), nastyValue), { freq: 12 })
    return fc
      .tuple(fc.tuple(...values), more)
      .map(([entries, extra]) => Object.fromEntries(extra ? [...entries, extra] : entries))
  })
}

function partsOf({ parameters }: ApiOperation, place: 'path' | 'query' | 'header') {
  return parameters.filter((parameter) => parameter.in === place)
}

const rawEscapes = ['%ff', '%', '%zz', '%ed%a0%80', '%00', '%c0%80', '..%2f', '%f0%9f', 'x'.repeat(2_000)]

function pathPart(ids: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ids) },
    { weight: 2, arbitrary: nastyText.filter((text) => text.isWellFormed() && text !== '').map(encodeURIComponent) },
    { weight: 1, arbitrary: fc.constantFrom(...rawEscapes) },
  )
}

function queryOf(operation: ApiOperation, value: (schema: JsonSchema) => fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const known = partsOf(operation, 'query').map(({ name, schema, description = '' }) =>
    fc.oneof(
      {
        weight: name === 'filters' ? 12 : 0,
        arbitrary: filtersOf(description).map((one) => `filters=${encoded(one)}`),
      },
      { weight: 6, arbitrary: value(schema).map((one) => `${name}=${encoded(one)}`) },
      { weight: 1, arbitrary: fc.constantFrom(...rawEscapes).map((raw) => `${name}=${raw}`) },
      { weight: 1, arbitrary: value(schema).map((one) => `${name}=${encoded(one)}&${name}=${encoded(one)}`) },
    ),
  )
  const strange = fc.constantFrom(
    'unknown=1',
    '__proto__=1',
    'constructor=1',
    '=',
    '&&',
    'a[b]=1',
    '%ff=1',
    'max=1&max=2',
  )
  const some = fc.tuple(...known.map((one) => fc.option(one, { nil: undefined })))
  return fc
    .tuple(some, fc.option(strange, { freq: 10, nil: undefined }))
    .map(([parts, extra]) => [...parts, extra].filter((part) => part !== undefined).join('&'))
}

/** Generates conditions on the fields that the parameter's description names. */
function filtersOf(description: string): fc.Arbitrary<unknown> {
  const fields = [...(/Fields: (.*)$/.exec(description)?.[1] ?? 'id').split(', '), 'id', 'created_at', '__proto__']
  const value = fc.oneof(nastyText, nastyValue)
  const condition = fc.constantFrom(...fields).chain((field) =>
    fc.oneof(
      fc.array(value, { maxLength: 3 }).map((list) => ({ field, in: list })),
      fc.record({ field: fc.constant(field), from: value, to: value }, { requiredKeys: ['field'] }),
      value.map((contains) => ({ field, contains })),
      value.map((isEmpty) => ({ field, isEmpty })),
      fc.constant({ field }),
    ),
  )
  return fc.oneof(fc.array(condition, { maxLength: 3 }), nastyValue)
}

function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return encodeURIComponent(text.toWellFormed())
}

const accepts = ['application/json', 'application/x-protobuf', '*/*', 'text/html', ';;;q=x', '']

function headersOf(operation: ApiOperation): fc.Arbitrary<Record<string, string>> {
  const named = partsOf(operation, 'header').map(({ name }) =>
    fc
      .constantFrom('', '"', '"2026-01-01T00:00:00.000Z"', '"x"', '\u00ff', 'W/"1"', '9'.repeat(400))
      .map((text) => [name, text]),
  )
  const accept = fc.constantFrom(...accepts).map((text) => ['accept', text])
  return fc
    .tuple(...[...named, accept].map((one) => fc.option(one, { freq: 3, nil: undefined })))
    .map((entries) => Object.fromEntries(entries.filter((entry) => entry !== undefined)))
}

interface Body {
  type: string
  payload: string | Buffer
}

const brokenJson = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{}}}',
  '{"a":1e999}',
  '['.repeat(5_000),
]

function bodyOf(
  operation: ApiOperation,
  value: (schema: JsonSchema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<Body | undefined> {
  const { body, takesProtobuf } = operation
  if (!body) return fc.constant(undefined)
  const json = (payload: string | Buffer): Body => ({ type: 'application/json', payload })
  const bytes = fc.uint8Array({ maxLength: 60 }).map((some) => Buffer.from(some))
  return fc.oneof(
    { weight: 12, arbitrary: value(body).map((one) => json(JSON.stringify(one) ?? 'null')) },
    { weight: 1, arbitrary: fc.constantFrom(...brokenJson).map(json) },
    {
      weight: 1,
      arbitrary: bytes.map((some) => json(Buffer.concat([Buffer.from('{"name":"'), some, Buffer.from('"}')]))),
    },
    { weight: takesProtobuf ? 3 : 1, arbitrary: bytes.map((payload) => ({ type: 'application/x-protobuf', payload })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('text/plain', 'application/json; charset=utf-16', 'x', 'multipart/form-data')
        .map((type) => ({ type, payload: '{}' })),
    },
  )
}
