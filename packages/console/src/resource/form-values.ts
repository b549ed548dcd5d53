import type { Role } from '@courtcrier/contract/access.ts'
import type { ProblemDetails } from '@courtcrier/contract/errors.ts'
import { isEqualValue, validateInput } from '@courtcrier/contract/input.ts'
import { describeProblem } from '@courtcrier/contract/messages.ts'
import { camelCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, fieldAccess, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { i18next } from '../i18n/i18n.ts'

export interface FormScope {
  resource: Resource
  role: Role
  /** The row as the server keeps it; a new row's empty values. */
  row: AnyRow
  isNew: boolean
  /** What a new record is made for, where several are begun at a time: each has a draft of its own. */
  purpose?: string | undefined
}

/** Keys of the form's fields that the role may at least read. */
export function formKeys({ resource, role }: Pick<FormScope, 'resource' | 'role'>): string[] {
  return resource.form.filter((key) => fieldAccess(resource, key, role) !== 'DENY')
}

export function isWritable(key: string, { resource, role, isNew }: Omit<FormScope, 'row'>): boolean {
  const field = findField(resource, key)
  const access = fieldAccess(resource, key, role)
  return field !== undefined && !field.readOnly && access === 'FULL' && (isNew || !resource.isReadOnly)
}

/** What to send: everything the role may set of a new row, only what changed of one that is there. */
export function valuesToSend(values: AnyRow, scope: FormScope): AnyRow {
  const keys = formKeys(scope).filter((key) => isWritable(key, scope))
  const sent = keys.filter((key) => scope.isNew || !isEqualValue(values[key], scope.row[key]))
  return Object.fromEntries(sent.map((key) => [key, values[key] ?? null]))
}

/** What is wrong with the values, a sentence a field, by the same rules as the server's. */
export function problemsOf(values: AnyRow, scope: FormScope): Record<string, string> {
  const { resource, role, row, isNew } = scope
  const result = validateInput(resource, valuesToSend(values, scope), isNew ? { role } : { role, current: row })
  if ('values' in result) return {}
  return Object.fromEntries(result.problems.map(({ field, code }) => [field, sentenceOf(code)]))
}

/** The server's problems by the form's field. */
export function problemsFrom(problem: ProblemDetails | undefined): Record<string, string> {
  const errors = problem?.errors ?? []
  return Object.fromEntries(
    errors.map(({ field, code, message }) => [camelCase(field), code ? sentenceOf(code) : message]),
  )
}

/** The sentence of a code such as `too_long:120`; a translation `validation.too_long` wins. */
export function sentenceOf(code: string): string {
  const colon = code.indexOf(':')
  const name = colon < 0 ? code : code.slice(0, colon)
  return i18next.t(`validation.${name}`, { 0: code.slice(colon + 1), defaultValue: describeProblem(code) })
}
