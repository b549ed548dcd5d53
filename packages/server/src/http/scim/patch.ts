import { attributeOf, type Filter, isOwnSchema, parseFilter, withoutSchema } from './filter.ts'
import { ScimError } from './scim-error.ts'

/** What an operation of a PATCH is about: an attribute, some of its values, or a part of them. In lower case. */
export interface Target {
  attribute: string
  filter?: Filter
  sub?: string
}

/** One attribute to set, or to remove if that is the operation. */
export interface Assignment {
  op: 'add' | 'remove' | 'replace'
  target: Target
  value: unknown
  /** Whether the operation named the attribute: an unknown one is then refused, and otherwise ignored. */
  isNamed: boolean
}

/** An attribute of a schema that isn't one of ours, such as the enterprise extension. */
export const foreign = 'urn'

/**
 * Reads the operations of a PATCH in every form that providers send: with a path or with an object of attributes, in any
 * letter case, with dots in the names. Throws a `ScimError`.
 */
export function readOperations(body: unknown): readonly Assignment[] {
  const operations = property(body, 'operations')
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimError(400, 'invalidSyntax', 'The body has no list of Operations.')
  return operations.flatMap(readOperation)
}

function readOperation(operation: unknown): readonly Assignment[] {
  const word = property(operation, 'op')
  const op = (['add', 'remove', 'replace'] as const).find((each) => each === String(word).toLowerCase())
  if (!op) throw new ScimError(400, 'invalidSyntax', 'The op of an operation must be add, replace or remove.')
  const [given, value] = [property(operation, 'path'), property(operation, 'value')]
  const path = typeof given === 'string' && isOwnSchema(given) ? undefined : given
  if (typeof path === 'string' && path.trim() !== '')
    return [{ op, target: parsePath(path), value: value ?? null, isNamed: true }]
  if (path !== undefined && path !== null && path !== '')
    throw new ScimError(400, 'invalidPath', 'The path of an operation must be a text.')
  if (op === 'remove') throw new ScimError(400, 'noTarget', 'An operation that removes something needs a path.')
  return readAttributes(value, op)
}

/**
 * Reads an object of attributes, as a body has them or an operation without a path; they may be under their schema. Throws
 * a `ScimError` for one that is there twice with different values: the order of an object's names means nothing.
 */
export function readAttributes(value: unknown, op: 'add' | 'replace' = 'replace'): readonly Assignment[] {
  const assignments = attributesIn(value, op)
  refuseContradictions(assignments)
  return assignments
}

function attributesIn(value: unknown, op: 'add' | 'replace'): readonly Assignment[] {
  if (!isObject(value)) throw new ScimError(400, 'invalidSyntax', 'An object with attributes is missing.')
  return Object.entries(value).flatMap(([name, each]): readonly Assignment[] => {
    if (isOwnSchema(name)) return attributesIn(each, op)
    const target = findTarget(name)
    return target ? [{ op, target, value: each, isNamed: false }] : []
  })
}

function refuseContradictions(assignments: readonly Assignment[]): void {
  const values = new Map<string, string>()
  for (const [name, value] of assignments.flatMap(partsOf)) {
    const text = JSON.stringify(value)
    if ((values.get(name) ?? text) !== text)
      throw new ScimError(400, 'invalidSyntax', `${name.slice(0, 100)} is given twice, with different values.`)
    values.set(name, text)
  }
}

/** An attribute with parts may be given as a whole and by its parts. */
function partsOf({ target: { attribute, filter, sub }, value }: Assignment): readonly (readonly [string, unknown])[] {
  if (attribute === foreign) return []
  const name = `${attribute}${filter ? `[${JSON.stringify(filter)}]` : ''}${sub === undefined ? '' : `.${sub}`}`
  if (sub !== undefined || filter || !isObject(value)) return [[name, value]]
  return Object.entries(value).map(([part, each]) => [`${name}.${part.toLowerCase()}`, each])
}

/** In an object, a name that can't be an attribute's is ignored, as unknown attributes are. */
function findTarget(name: string): Target | undefined {
  try {
    return parsePath(name)
  } catch (error) {
    if (error instanceof ScimError) return undefined
    throw error
  }
}

/** Reads a path such as `name.givenName` or `emails[type eq "work"].value`. Throws a `ScimError` (invalidPath). */
export function parsePath(text: string): Target {
  const path = withoutSchema(text.trim())
  if (/^urn:/i.test(path)) return { attribute: foreign }
  const [open, close] = [path.indexOf('['), path.lastIndexOf(']')]
  if (open < 0) return splitName(path)
  const sub = path.slice(close + 1)
  if (close < open || (sub !== '' && !sub.startsWith('.'))) throw wrongPath(text)
  const filter = filterOf(path.slice(open + 1, close), text)
  const whole = splitName(`${path.slice(0, open)}${sub}`)
  return { ...whole, filter }
}

function splitName(path: string): Target {
  try {
    const [attribute = '', sub] = attributeOf(path).split('.')
    return sub === undefined ? { attribute } : { attribute, sub }
  } catch {
    throw wrongPath(path)
  }
}

function filterOf(text: string, path: string): Filter {
  try {
    return parseFilter(text)
  } catch {
    throw wrongPath(path)
  }
}

export function wrongPath(path: string): ScimError {
  return new ScimError(400, 'invalidPath', `The path "${path.slice(0, 100)}" isn't understood.`)
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a property of an object, whatever the case of its name. */
export function property(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined
  return Object.entries(value).find(([key]) => key.toLowerCase() === name)?.[1]
}
