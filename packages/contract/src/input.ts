import * as z from 'zod/mini'
import type { Role } from './access.ts'
import { type Field, isEmptyValue } from './fields/field.ts'
import { kindOf } from './fields/registry.ts'
import type { Problem } from './messages.ts'
import { type AnyRow, baseFields, emptyRow, fieldAccess, findField, type Resource } from './resource.ts'

export type InputResult = { values: AnyRow } | { problems: readonly Problem[] }

export interface InputOptions {
  role: Role
  /** The row as it stands, when it is changed; absent when a row is created. */
  current?: AnyRow
}

/**
 * Checks what a person or a program wants to write. On creation the result holds every field; on a change
 * only the fields given. A field that is unknown, set by the server, or not FULL for the role is refused
 * by name, unless it repeats the value that the role can already see.
 */
export function validateInput(resource: Resource, input: AnyRow, options: InputOptions): InputResult {
  const problems: Problem[] = []
  const values: AnyRow = options.current ? {} : emptyRow(resource)
  for (const [key, value] of Object.entries(input)) {
    if ((baseFields as readonly string[]).includes(key)) continue
    const refusal = refusalOf(resource, key, options, value)
    if (refusal === 'same') continue
    if (refusal) {
      problems.push({ field: key, code: refusal })
      continue
    }
    const checked = validateValue(findField(resource, key) as Field, value)
    if ('code' in checked) problems.push({ field: key, code: checked.code })
    else values[key] = checked.value
  }
  problems.push(...missingFields(resource, values, problems))
  return problems.length > 0 ? { problems } : { values }
}

/**
 * Checks values that several rows are to get, before any of the rows is looked at: each must be a field that the role
 * may change, and right for it.
 */
export function validateValues(resource: Resource, input: AnyRow, role: Role): InputResult {
  const problems: Problem[] = []
  const values: AnyRow = {}
  for (const [key, value] of Object.entries(input)) {
    const refusal = refusalOf(resource, key, { role }, value)
    const checked = refusal ? { code: refusal } : validateValue(findField(resource, key) as Field, value)
    if ('code' in checked) problems.push({ field: key, code: checked.code })
    else values[key] = checked.value
  }
  return problems.length > 0 ? { problems } : { values }
}

/** One value checked and brought to the form in which it is kept; the code of the message when it is not right. */
export function validateValue(field: Field, value: unknown): { value: unknown } | { code: string } {
  if (isUnset(field, value)) return emptyResult(field)
  const result = z.safeParse(schemaOf(field), isForeignObject(field, value) ? undefined : value)
  if (!result.success) return { code: codeOf(result.error, field) }
  return isEmptyValue(result.data) ? emptyResult(field) : { value: result.data }
}

/** An empty list unsets a list and an empty object a map, but neither says anything of another kind. */
function isUnset(field: Field, value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  if (value === null || value === undefined) return true
  const empty = kindOf(field).empty()
  const isSameShape = typeof empty === 'object' && empty !== null && Array.isArray(empty) === Array.isArray(value)
  return isSameShape && isEmptyValue(value)
}

/**
 * Whether an object was sent where none is taken. Zod's length checks compare the `length` of whatever they are given,
 * and throw on an object whose own cannot be compared; any other wrong type gives the same message.
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

/** Zod schemas are dear to make and fields live as long as the program. */
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
  // Zod words its own checks (a wrong type inside a record, say) itself; the catalogue has no such sentence.
  return /^[a-z_]+(:[\s\S]*)?$/.test(message) ? message : field.kind === 'map' ? 'not_map' : 'not_text'
}

function refusalOf(resource: Resource, key: string, options: InputOptions, value: unknown): string | undefined {
  const field = findField(resource, key)
  if (!field) return 'unknown_field'
  const access = fieldAccess(resource, key, options.role)
  if (access === 'DENY') return 'forbidden_field'
  // A secret repeats nothing that its reader was shown; calling it the same would confirm a guess.
  const isSame = field.kind !== 'secret' && options.current !== undefined && isEqualValue(options.current[key], value)
  if (field.readOnly) return isSame ? 'same' : 'read_only_field'
  if (access !== 'FULL') return isSame ? 'same' : 'forbidden_field'
  return undefined
}

/** Required fields that a new row does not have; those with a problem already are not named twice. */
function missingFields(resource: Resource, values: AnyRow, problems: readonly Problem[]): Problem[] {
  const named = new Set(problems.map((problem) => problem.field))
  return Object.entries(resource.fields).flatMap(([key, field]) => {
    if (named.has(key) || !(key in values) || field.readOnly || !isEmptyValue(values[key])) return []
    const result = emptyResult(field)
    return 'code' in result ? [{ field: key, code: result.code }] : []
  })
}

/**
 * Whether two values of a field are the same. Lists hold texts and maps name texts, so one level is looked at:
 * whatever is nested deeper is no field's value, and equal to nothing.
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
