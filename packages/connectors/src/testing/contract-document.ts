import type { ContractException } from './published-contract.ts'

/** A part of a JSON document. */
export type Json = { [name: string]: Json }

/**
 * Returns a contract with its exceptions, and strict: objects have no other properties than those it names, since a
 * service ignores what it doesn't know, such as a misspelled name. Schemas are in the places that refer to them.
 */
export function preparedContract(published: Json, exceptions: readonly ContractException[]): Json {
  const document = structuredClone(published)
  for (const { changes = {} } of exceptions)
    for (const [pointer, value] of Object.entries(changes)) changeAt(document, pointer, value)
  const close = (schema: Json) => closed(schema, { document, within: [] })
  const paths = mapped(document.paths ?? {}, (path) => mapped(path, (operation) => closedOperation(operation, close)))
  // Without parts that are there twice: the validator takes those for circular.
  return JSON.parse(JSON.stringify({ ...document, paths, components: { ...document.components, schemas: {} } }))
}

function closedOperation(operation: Json, close: (schema: Json) => Json): Json {
  const closedIn = (part: Json): Json => (part.schema ? { ...part, schema: close(part.schema) } : part)
  const withContent = (part: Json): Json => (part.content ? { ...part, content: mapped(part.content, closedIn) } : part)
  return {
    ...operation,
    parameters: partsOf(operation.parameters).map((each) => withContent(closedIn(each))) as never,
    ...(operation.requestBody ? { requestBody: withContent(operation.requestBody) } : {}),
    responses: mapped(operation.responses ?? {}, withContent),
  }
}

function changeAt(document: Json, pointer: string, value: unknown): void {
  const names = pointer.split('/').slice(1)
  const last = plain(names.pop() ?? '')
  let place: Json | undefined = document
  for (const name of names) place = place?.[plain(name)]
  if (!place) throw new Error(`The contract has nothing at ${pointer}`)
  if (value === undefined) {
    if (!(last in place)) throw new Error(`The contract has nothing at ${pointer}`)
    delete place[last]
  } else place[last] = value as Json
}

function plain(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}

interface Within {
  document: Json
  /** The schemas that it is a part of. */
  within: readonly string[]
  /** Whether it is composed with others, which have other properties. */
  isOpen?: boolean
}

function closed(schema: Json, { document, within, isOpen = false }: Within): Json {
  if (schema.$ref) {
    const name = String(schema.$ref)
    // What is in itself is compared once.
    if (within.includes(name)) return {}
    return closed(resolved(schema, document), { document, within: [...within, name], isOpen })
  }
  const close = (part: Json) => closed(part, { document, within })
  const whole = merged(schema, document)
  const made: Json = { ...whole }
  if (whole.properties) made.properties = mapped(whole.properties, close)
  for (const name of ['items', 'additionalProperties', 'not'])
    if (typeof whole[name] === 'object') made[name] = close(whole[name])
  const isComposed = ['allOf', 'oneOf', 'anyOf'].some((kind) => whole[kind])
  for (const kind of ['oneOf', 'anyOf']) if (whole[kind]) made[kind] = partsOf(whole[kind]).map(close) as never
  if (whole.allOf)
    made.allOf = partsOf(whole.allOf).map((part) => closed(part, { document, within, isOpen: true })) as never
  if (whole.properties && whole.additionalProperties === undefined && !isComposed && !isOpen)
    made.additionalProperties = false as never
  return nullableAs(made)
}

/** Makes one object of those that a schema is composed of, if they are nothing but objects. */
function merged(schema: Json, document: Json): Json {
  if (!schema.allOf) return schema
  const parts = [{ ...schema, allOf: undefined as never }, ...partsOf(schema.allOf)].map((part) =>
    merged(resolved(part, document), document),
  )
  if (parts.some((part) => part.oneOf || part.anyOf || part.allOf || part.enum)) return schema
  const required = parts.flatMap((part) => (part.required ?? []) as unknown as string[])
  const { allOf: _, ...rest } = schema
  return {
    ...Object.assign({}, ...parts.toReversed()),
    ...rest,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    ...(required.length > 0 ? { required: [...new Set(required)] as never } : {}),
  }
}

function resolved(schema: Json, document: Json): Json {
  if (!schema.$ref) return schema
  const found = String(schema.$ref)
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((part, name) => part?.[plain(name)], document)
  if (!found) throw new Error(`The contract has no ${schema.$ref}`)
  return found
}

/** The validator takes `nullable` beside a type only, and not for a list of values. */
function nullableAs(schema: Json): Json {
  const { nullable, ...rest } = schema
  if (!nullable || (schema.type && !schema.enum)) return schema
  return { anyOf: [rest, { enum: [null] }] } as never
}

function mapped(parts: Json, change: (part: Json) => Json): Json {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(part)]))
}

function partsOf(list: Json | undefined): Json[] {
  return (list ?? []) as unknown as Json[]
}
