import { type ConditionField, conditionFields, type RuleFacts } from './rule-facts.ts'

/**
 * The condition of a notification rule, as users write it: `court is "flsd" and (event contains "order", "judgment" or
 * time is between 17:00 and 08:00)`. `and` binds closer than `or`; several values of a test mean any of them.
 */
export type Condition = AllOf | AnyOf | Test | TimeTest

export interface AllOf {
  kind: 'and'
  of: readonly Condition[]
}

export interface AnyOf {
  kind: 'or'
  of: readonly Condition[]
}

export interface Test {
  kind: 'test'
  field: ConditionField
  operator: ConditionOperator
  values: readonly string[]
}

/** From the first minute to the last, both included; over midnight when `to` is the earlier one. */
export interface TimeTest {
  kind: 'time'
  /** `17:00` */
  from: string
  to: string
}

export const conditionOperators = ['is', 'is not', 'contains', 'does not contain', 'starts with'] as const
export type ConditionOperator = (typeof conditionOperators)[number]

export interface ConditionProblem {
  /** As a sentence. */
  problem: string
  /** Position in the text, in characters from 0. */
  at: number
}

/** A limit, because deeper parentheses serve no purpose and anyone who may write rules can enter them. */
const deepest = 20

/** Reads a condition; undefined for an empty one, which always holds. */
export function parseCondition(text: string): { condition: Condition | undefined } | ConditionProblem {
  return parse({ text, at: 0, depth: 0, allowsGaps: false })
}

/** Reads a condition in which values and times may be missing, as the builder writes one that isn't finished. */
export function parseDraft(text: string): { condition: Condition | undefined } | ConditionProblem {
  return parse({ text, at: 0, depth: 0, allowsGaps: true })
}

function parse(reader: Reader): { condition: Condition | undefined } | ConditionProblem {
  const { text } = reader
  try {
    skipSpace(reader)
    if (reader.at === text.length) return { condition: undefined }
    const condition = readJoined(reader, 'or')
    skipSpace(reader)
    if (reader.at < text.length) fail(reader, `"and", "or" or the end was expected, not ${seen(reader)}.`)
    return { condition }
  } catch (error) {
    if (error instanceof ConditionError) return { problem: error.message, at: error.at }
    throw error
  }
}

/** Writes a condition as `parseCondition` reads it. */
export function writeCondition(condition: Condition): string {
  if (condition.kind === 'time') return `time is between ${condition.from} and ${condition.to}`
  if (condition.kind === 'test')
    return `${condition.field} ${condition.operator} ${condition.values.map(quote).join(', ')}`
  return condition.of
    .map((part) =>
      part.kind === 'or' && condition.kind === 'and' ? `(${writeCondition(part)})` : writeCondition(part),
    )
    .join(` ${condition.kind} `)
}

/** Returns whether a condition holds for a filing; an absent one always does. */
export function conditionHolds(condition: Condition | undefined, facts: RuleFacts): boolean {
  if (!condition) return true
  if (condition.kind === 'and') return condition.of.every((part) => conditionHolds(part, facts))
  if (condition.kind === 'or') return condition.of.some((part) => conditionHolds(part, facts))
  if (condition.kind === 'time') return isBetween(facts.time, condition)
  return testHolds(condition, facts[conditionFields[condition.field]])
}

function testHolds({ operator, values }: Test, facts: readonly string[]): boolean {
  const wanted = values.map(folded)
  const known = facts.map(folded).filter((fact) => fact !== '')
  const some = (meets: (fact: string, value: string) => boolean) =>
    known.some((fact) => wanted.some((value) => meets(fact, value)))
  if (operator === 'is') return some((fact, value) => fact === value)
  if (operator === 'is not') return !some((fact, value) => fact === value)
  if (operator === 'contains') return some((fact, value) => fact.includes(value))
  if (operator === 'does not contain') return !some((fact, value) => fact.includes(value))
  return some((fact, value) => fact.startsWith(value))
}

/** Ignores case, accents and the number of spaces, as users do. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()
}

function isBetween(time: string, { from, to }: TimeTest): boolean {
  return from <= to ? time >= from && time <= to : time >= from || time <= to
}

interface Reader {
  text: string
  at: number
  depth: number
  /** Whether a test may lack its values, and a time its clock. */
  allowsGaps: boolean
}

class ConditionError extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

function fail({ at }: Reader, message: string): never {
  throw new ConditionError(message, at)
}

function readJoined(reader: Reader, kind: 'and' | 'or'): Condition {
  const readPart = () => (kind === 'or' ? readJoined(reader, 'and') : readOne(reader))
  const parts = [readPart()]
  while (takeWord(reader, kind)) parts.push(readPart())
  return parts.length === 1 ? (parts[0] as Condition) : { kind, of: parts }
}

function readOne(reader: Reader): Condition {
  if (!take(reader, '(')) return readTest(reader)
  if (++reader.depth > deepest) fail(reader, 'There are too many nested parentheses.')
  const inner = readJoined(reader, 'or')
  if (!take(reader, ')')) fail(reader, `")" was expected, not ${seen(reader)}.`)
  reader.depth--
  return inner
}

const fieldNames = (Object.keys(conditionFields) as ConditionField[]).toSorted((a, b) => b.length - a.length)
const operatorNames = conditionOperators.toSorted((a, b) => b.length - a.length)

function readTest(reader: Reader): Condition {
  if (takeWord(reader, 'time')) return readTime(reader)
  const field = fieldNames.find((name) => takeWord(reader, name))
  if (!field)
    fail(reader, `A condition starts with ${[...fieldNames].sort().join(', ')} or time, not with ${seen(reader)}.`)
  const operator = operatorNames.find((name) => takeWord(reader, name))
  if (!operator) fail(reader, `After "${field}" comes ${conditionOperators.join(', ')}, not ${seen(reader)}.`)
  if (reader.allowsGaps && !comesNext(reader, '"')) return { kind: 'test', field, operator, values: [] }
  const values = [readQuoted(reader)]
  while (take(reader, ',')) values.push(readQuoted(reader))
  return { kind: 'test', field, operator, values }
}

function readTime(reader: Reader): Condition {
  if (!takeWord(reader, 'is between')) fail(reader, `After "time" comes "is between", not ${seen(reader)}.`)
  const from = readClock(reader)
  if (!takeWord(reader, 'and')) fail(reader, `"and" and a second time were expected, not ${seen(reader)}.`)
  return { kind: 'time', from, to: readClock(reader) }
}

function readClock(reader: Reader): string {
  if (reader.allowsGaps && !/\d/.test(nextSign(reader))) return ''
  const [clock] =
    match(reader, /(?:[01]\d|2[0-3]):[0-5]\d/y) ??
    fail(reader, `A time such as 17:00 was expected, not ${seen(reader)}.`)
  return clock
}

function readQuoted(reader: Reader): string {
  const [, content = ''] =
    match(reader, /"((?:[^"\\]|\\.)*)"/y) ?? fail(reader, `A value in quotes was expected, not ${seen(reader)}.`)
  const value = content.replace(/\\(.)/g, '$1')
  if (folded(value) === '') fail(reader, 'A value is empty: it would match everything or nothing.')
  return value
}

/** Consumes words, with any number of spaces between them, if they come next and no letter follows. */
function takeWord(reader: Reader, words: string): boolean {
  return match(reader, new RegExp(`${words.replaceAll(' ', '\\s+')}(?![\\p{L}\\p{N}_])`, 'iuy')) !== undefined
}

function take(reader: Reader, sign: string): boolean {
  if (!comesNext(reader, sign)) return false
  reader.at++
  return true
}

function comesNext(reader: Reader, sign: string): boolean {
  return nextSign(reader) === sign
}

function nextSign(reader: Reader): string {
  skipSpace(reader)
  return reader.text[reader.at] ?? ''
}

function match(reader: Reader, sticky: RegExp): RegExpExecArray | undefined {
  skipSpace(reader)
  sticky.lastIndex = reader.at
  const found = sticky.exec(reader.text)
  if (!found) return undefined
  reader.at += found[0].length
  return found
}

function skipSpace(reader: Reader): void {
  while (/\s/.test(reader.text[reader.at] ?? '')) reader.at++
}

function seen({ text, at }: Reader): string {
  if (at >= text.length) return 'the end'
  const [next = ''] = /^\S{1,20}/.exec(text.slice(at)) ?? []
  return `"${next}"`
}

function quote(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}
