import * as z from 'zod/mini'
import type { Role } from './access.ts'
import { type Field, isEmptyValue } from './fields/field.ts'
import { kindOf } from './fields/registry.ts'
import type { Problem } from './messages.ts'
import { type AnyRow, baseFields, emptyRow, fieldAccess, findField, labelOf, type Resource } from './resource.ts'

export type InputResult = { values: AnyRow } | { problems: readonly Problem[] }

export interface InputOptions {
  role: Role
  /** The current row when changing it; absent when creating one. */
  current?: AnyRow
}

/**
 * Validates input from a person or a program. On creation the result has every field; on a change only the given ones.
 * A field that is unknown, set by the server, or not FULL for the role is refused by name, unless it repeats the value
 * the role can already see.
 */
export function validateInput(resource: Resource, input: AnyRow, options: InputOptions): InputResult {
  const { values, problems } = checkInput(resource, input, options)
  return problems.length > 0 ? { problems } : { values }
}

/** Validates like `validateInput`, and returns the valid values beside the problems, for rules about several fields. */
export function checkInput(
  resource: Resource,
  input: AnyRow,
  options: InputOptions,
): { values: AnyRow; problems: readonly Problem[] } {
  const problems: Problem[] = []
  const values: AnyRow = options.current ? {} : emptyRow(resource)
  for (const [key, value] of Object.entries(input)) {
    if ((baseFields as readonly string[]).includes(key)) continue
    const refusal = refusalOf(resource, key, options, value)
    if (refusal === 'same') continue
    if (refusal) {
      problems.push(refused(key, refusal))
      continue
    }
    const checked = validateValue(findField(resource, key) as Field, value)
    if ('code' in checked) problems.push({ field: key, code: checked.code })
    else values[key] = checked.value
  }
  problems.push(...missingFields(resource, values, problems))
  problems.push(...outOfOrder(resource, values, options.current))
  return { values, problems }
}

/**
 * Validates values meant for several rows before looking at any row: each must be a field the role may change, with a
 * valid value.
 */
export function validateValues(
  resource: Resource,
  input: AnyRow,
  role: Role,
): { values: AnyRow; problems: readonly Problem[] } {
  const problems: Problem[] = []
  const values: AnyRow = {}
  for (const [key, value] of Object.entries(input)) {
    const refusal = refusalOf(resource, key, { role }, value)
    const checked = refusal ? { code: refusal } : validateValue(findField(resource, key) as Field, value)
    if ('code' in checked) problems.push(refused(key, checked.code))
    else values[key] = checked.value
  }
  return { values, problems }
}

/** Validates one value and returns its stored form, or the message code if it is invalid. */
export function validateValue(field: Field, value: unknown): { value: unknown } | { code: string } {
  if (isUnset(field, value)) return emptyResult(field)
  const result = z.safeParse(schemaOf(field), isForeignObject(field, value) ? undefined : value)
  if (!result.success) return { code: codeOf(result.error, field) }
  return isEmptyValue(result.data) ? emptyResult(field) : { value: result.data }
}

/**
 * Returns whether the value unsets the field: an empty list does for a list and an empty object for a map, but not for
 * other kinds.
 */
function isUnset(field: Field, value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  if (value === null || value === undefined) return true
  const empty = kindOf(field).empty()
  const isSameShape = typeof empty === 'object' && empty !== null && Array.isArray(empty) === Array.isArray(value)
  return isSameShape && isEmptyValue(value)
}

/**
 * Returns whether an object was sent where none is allowed. Zod's length checks compare the `length` of any input and
 * throw on an object whose `length` can't be compared; every other wrong type results in the same message.
 */
function isForeignObject(field: Field, value: unknown): boolean {
  const empty = kindOf(field).empty()
  return isObject(value) && !Array.isArray(value) && (!isObject(empty) || Array.isArray(empty))
}

function emptyResult(field: Field): { value: unknown } | { code: string } {
  if (field.kind === 'boolean') return { value: field.default ?? false }
  if (field.required && field.default !== undefined) return { value: field.default }
  if (field.required) return { code: 'required' }
  if (field.minItems) return { code: 'required_items' }
  return { value: kindOf(field).empty() }
}

const schemas = new WeakMap<Field, z.ZodMiniType>()

/**
 * Returns a field's schema, cached because Zod schemas are expensive to build, and fields live as long as the program.
 */
function schemaOf(field: Field): z.ZodMiniType {
  const known = schemas.get(field)
  if (known) return known
  const schema = kindOf(field).schema(field)
  schemas.set(field, schema)
  return schema
}

function codeOf(error: z.core.$ZodError, field: Field): string {
  const [issue] = error.issues
  const message = issue?.message ?? ''
  // Zod's own checks (for a wrong type inside a record, say) have their own messages, which the catalog doesn't
  // contain.
  return /^[a-z_]+(:[\s\S]*)?$/.test(message) ? message : field.kind === 'map' ? 'not_map' : 'not_text'
}

/** A name that the resource doesn't have is no key of its own: it is named as it was sent. */
function refused(field: string, code: string): Problem {
  return code === 'unknown_field' ? { field, code, isAsSent: true } : { field, code }
}

function refusalOf(resource: Resource, key: string, options: InputOptions, value: unknown): string | undefined {
  const field = findField(resource, key)
  if (!field) return 'unknown_field'
  const access = fieldAccess(resource, key, options.role)
  if (access === 'DENY') return 'forbidden_field'
  // Comparing a secret would confirm a guess, since its value was never shown.
  const isSame = field.kind !== 'secret' && options.current !== undefined && isEqualValue(options.current[key], value)
  if (field.readOnly) return isSame ? 'same' : 'read_only_field'
  if (access !== 'FULL') return isSame ? 'same' : 'forbidden_field'
  return undefined
}

/** Returns problems for required fields missing from a new row; fields with a problem already are not named twice. */
function missingFields(resource: Resource, values: AnyRow, problems: readonly Problem[]): Problem[] {
  const named = new Set(problems.map((problem) => problem.field))
  return Object.entries(resource.fields).flatMap(([key, field]) => {
    if (named.has(key) || !(key in values) || field.readOnly || !isEmptyValue(values[key])) return []
    const result = emptyResult(field)
    return 'code' in result ? [{ field: key, code: result.code }] : []
  })
}

/** Returns a problem for each pair of dates the values put out of order. A pair they don't touch may be as it is. */
function outOfOrder(resource: Resource, values: AnyRow, current: AnyRow | undefined): Problem[] {
  return resource.inOrder.flatMap(([first, second]) => {
    if (!(first in values || second in values)) return []
    const { [first]: from, [second]: to } = { ...current, ...values }
    const isWrong = typeof from === 'string' && typeof to === 'string' && to < from
    return isWrong ? [{ field: second, code: `out_of_order:${labelOf(resource, first)}` }] : []
  })
}

/**
 * Returns whether two values of a field are equal. Lists contain texts and maps map names to texts, so one level is
 * compared: anything nested deeper isn't a field's value and equals nothing.
 */
export function isEqualValue(a: unknown, b: unknown): boolean {
  if (isEmptyValue(a) && isEmptyValue(b)) return true
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return a === b
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key])
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
