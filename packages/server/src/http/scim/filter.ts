import { ScimError } from './scim-error.ts'

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'] as const
export type Operator = (typeof operators)[number]
export type FilterValue = string | number | boolean | null

/** A filter of RFC 7644, section 3.4.2.2; attributes are in lower case and without the name of their schema. */
export type Filter =
  | { kind: 'and' | 'or'; parts: readonly Filter[] }
  | { kind: 'not'; part: Filter }
  | { kind: 'compare'; attribute: string; operator: Operator; value: FilterValue }

const longest = 4000
const deepest = 20

/** Reads a filter. Throws a `ScimError` (invalidFilter) for one that isn't understood. */
export function parseFilter(text: string): Filter {
  if (text.length > longest) throw invalid(`it is longer than ${longest} characters`)
  const reader: Reader = { tokens: tokensOf(text), at: 0 }
  const filter = readOr(reader, 0)
  if (reader.at < reader.tokens.length) throw invalid(`"${reader.tokens[reader.at]}" is unexpected`)
  return filter
}

export function invalid(why: string): ScimError {
  return new ScimError(400, 'invalidFilter', `The filter isn't understood: ${why}.`)
}

interface Reader {
  tokens: readonly string[]
  at: number
}

const token = /\s*("(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+)/y

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = []
  let at = 0
  const end = text.trimEnd().length
  while (at < end) {
    token.lastIndex = at
    const found = token.exec(text)
    if (!found?.[1]) throw invalid('a quotation mark is missing')
    tokens.push(found[1])
    at = token.lastIndex
  }
  return tokens
}

function readOr(reader: Reader, depth: number): Filter {
  const parts = [readAnd(reader, depth)]
  while (takeWord(reader, 'or')) parts.push(readAnd(reader, depth))
  return parts.length === 1 && parts[0] ? parts[0] : { kind: 'or', parts }
}

function readAnd(reader: Reader, depth: number): Filter {
  const parts = [readOne(reader, depth)]
  while (takeWord(reader, 'and')) parts.push(readOne(reader, depth))
  return parts.length === 1 && parts[0] ? parts[0] : { kind: 'and', parts }
}

function readOne(reader: Reader, depth: number): Filter {
  if (depth > deepest) throw invalid(`it is nested more than ${deepest} deep`)
  if (takeWord(reader, 'not')) {
    expect(reader, '(')
    return { kind: 'not', part: readGroup(reader, ')', depth) }
  }
  if (takeWord(reader, '(')) return readGroup(reader, ')', depth)
  const attribute = attributeOf(next(reader))
  if (takeWord(reader, '[')) return readValuePath(reader, attribute, depth)
  return readComparison(reader, attribute)
}

function readGroup(reader: Reader, end: string, depth: number): Filter {
  const inner = readOr(reader, depth + 1)
  expect(reader, end)
  return inner
}

/** Reads `emails[type eq "work"]`, which may go on with `.value eq "…"`. */
function readValuePath(reader: Reader, attribute: string, depth: number): Filter {
  const inner = prefixed(readGroup(reader, ']', depth), attribute)
  const sub = reader.tokens[reader.at]
  if (!sub?.startsWith('.')) return inner
  reader.at += 1
  return { kind: 'and', parts: [inner, readComparison(reader, attributeOf(`${attribute}${sub}`))] }
}

function prefixed(filter: Filter, attribute: string): Filter {
  if (filter.kind === 'compare') return { ...filter, attribute: `${attribute}.${filter.attribute}` }
  if (filter.kind === 'not') return { kind: 'not', part: prefixed(filter.part, attribute) }
  return { kind: filter.kind, parts: filter.parts.map((part) => prefixed(part, attribute)) }
}

function readComparison(reader: Reader, attribute: string): Filter {
  const word = next(reader).toLowerCase()
  const operator = operators.find((each) => each === word)
  if (!operator) throw invalid(`"${word.slice(0, 40)}" is no operator`)
  if (operator === 'pr') return { kind: 'compare', attribute, operator, value: null }
  return { kind: 'compare', attribute, operator, value: literalOf(next(reader)) }
}

function literalOf(text: string): FilterValue {
  try {
    const value: unknown = JSON.parse(/^(?:true|false|null)$/i.test(text) ? text.toLowerCase() : text)
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as FilterValue
  } catch {
    // Refused below.
  }
  throw invalid(`"${text.slice(0, 40)}" is no value; texts are in quotation marks`)
}

const names = /^[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?$/

/** Returns an attribute's name in lower case, without that of its schema. */
export function attributeOf(text: string): string {
  const name = withoutSchema(text).toLowerCase()
  if (!names.test(name)) throw invalid(`"${text.slice(0, 80)}" is no attribute`)
  return name
}

const schemas = ['urn:ietf:params:scim:schemas:core:2.0:user:', 'urn:ietf:params:scim:schemas:core:2.0:group:']

/** Whether a text is the name of a user's or a group's own schema, which stands for all of its attributes. */
export function isOwnSchema(text: string): boolean {
  return schemas.includes(`${text.trim().toLowerCase()}:`)
}

export function withoutSchema(text: string): string {
  const schema = schemas.find((each) => text.toLowerCase().startsWith(each))
  return schema ? text.slice(schema.length) : text
}

function next(reader: Reader): string {
  const found = reader.tokens[reader.at]
  if (found === undefined) throw invalid('it ends too early')
  reader.at += 1
  return found
}

function takeWord(reader: Reader, word: string): boolean {
  if (reader.tokens[reader.at]?.toLowerCase() !== word) return false
  reader.at += 1
  return true
}

function expect(reader: Reader, wanted: string): void {
  if (!takeWord(reader, wanted)) throw invalid(`"${wanted}" is missing`)
}
