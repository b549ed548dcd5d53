import * as z from 'zod/mini'
import type { Problem } from '../messages.ts'
import { isAsSpelled } from './call.ts'
import { unknownNames } from './unknown-names.ts'
import { fromWire } from './wire-names.ts'

type Read<Schema extends z.ZodMiniType> = { value: z.output<Schema> } | { problems: readonly Problem[] }

/**
 * Reads a body or query with its schema, or returns a problem for each field that is invalid or unknown: a misspelled
 * one that is ignored does something else than was asked. Unknown ones may be skipped instead.
 */
export function readInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  sent: unknown,
  { skipsUnknown = false } = {},
): Read<Schema> {
  const value = fromWire(schema, sent)
  const result = z.safeParse(schema, value, { reportInput: true })
  const unknown = skipsUnknown ? [] : unknownNames(schema, value).map(unknownField)
  if (result.success && unknown.length === 0) return { value: result.data }
  const found = withoutConsequences(result.error?.issues.flatMap(problemsOf) ?? [])
  const spelled = isAsSpelled(schema) ? found.map(({ field, code }) => asSent(field, code)) : found
  return { problems: [...spelled, ...unknown] }
}

/** A value that is missing isn't also in the wrong form. */
function withoutConsequences(problems: readonly Problem[]): readonly Problem[] {
  const missing = new Set(problems.filter(({ code }) => code === 'required').map(({ field }) => field))
  return problems.filter(({ field, code }) => code === 'required' || !missing.has(field))
}

function unknownField(path: readonly string[]): Problem {
  return asSent(path.at(-1) ?? 'body', 'unknown_field')
}

function asSent(field: string, code: string): Problem {
  return { field, code, isAsSent: true }
}

/** Returns one problem for each field of an issue: an object may have several unknown names. */
function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((field) => asSent(field, 'unknown_field'))
  const field = String(issue.path.findLast((part) => typeof part === 'string') ?? 'body')
  return [{ field, code: codeOf(issue) }]
}

const codeOfType: Readonly<Record<string, string>> = {
  string: 'not_text',
  number: 'not_number',
  int: 'not_integer',
  boolean: 'not_boolean',
  array: 'not_list',
  object: 'not_map',
  record: 'not_map',
}

function codeOf(issue: z.core.$ZodIssue): string {
  // Uses the schema's own message code if it has one; zod's wording is for programmers.
  if (/^[a-z_]+(:[\s\S]*)?$/.test(issue.message)) return issue.message
  if (issue.code === 'invalid_value') return `not_choice:${issue.values.join(', ')}`
  if (issue.code === 'too_big')
    return issue.origin === 'string' ? `too_long:${issue.maximum}` : `too_large:${issue.maximum}`
  if (issue.code === 'too_small')
    return issue.origin === 'string' ? `too_short:${issue.minimum}` : `too_small:${issue.minimum}`
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'required' : (codeOfType[issue.expected] ?? 'not_text')
  return 'not_text'
}
