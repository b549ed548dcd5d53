import type { Role } from '@courtcrier/contract/access.ts'
import { isEqualValue } from '@courtcrier/contract/input.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { type AnyRow, fieldAccess, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { keptSecret } from '@courtcrier/contract/secrets.ts'
import { isApplicable } from '../fields/offered.ts'

export interface FormScope {
  resource: Resource
  role: Role
  /** The row as the server has it; a new row's empty values. */
  row: AnyRow
  isNew: boolean
  /** The purpose of a new record, if several can be started at a time: each has its own draft. */
  purpose?: string | undefined
  /** The fields of a new record that were chosen before its form was opened, and aren't in it. */
  settled?: readonly string[] | undefined
}

/** Returns keys of the form's fields that the role may at least read. */
export function formKeys({ resource, role }: Pick<FormScope, 'resource' | 'role'>): string[] {
  return resource.form.filter((key) => fieldAccess(resource, key, role) !== 'DENY')
}

export function isWritable(key: string, { resource, role, isNew }: Omit<FormScope, 'row'>): boolean {
  const field = findField(resource, key)
  const access = fieldAccess(resource, key, role)
  const isAsked = field !== undefined && !field.readOnly && !field.isForPrograms
  return isAsked && access === 'FULL' && (isNew || !resource.isReadOnly)
}

/** Returns the values to send: for a new row everything the role may set, for an existing one only what changed. */
export function valuesToSend(values: AnyRow, scope: FormScope): AnyRow {
  const keys = formKeys(scope).filter((key) => isWritable(key, scope))
  const entered = (key: string) => (isLeftOver(key, values, scope) ? null : values[key])
  const sent = keys.filter((key) => scope.isNew || !isEqualValue(entered(key), scope.row[key]))
  return Object.fromEntries(sent.map((key) => [key, entered(key) ?? null]))
}

/** Returns whether it is a saved secret that means nothing beside the other values any more. */
function isLeftOver(key: string, values: AnyRow, { resource, row }: FormScope): boolean {
  const field = findField(resource, key)
  if (!field || values[key] !== keptSecret) return false
  return isApplicable(field, row) && !isApplicable(field, values)
}

/** Returns whether a field that isn't always required is, beside the form's other values. */
export function isNeeded(key: string, values: AnyRow, scope: FormScope): boolean {
  if (!scope.resource.rules) return false
  const without = valuesToSend({ ...values, [key]: null }, scope)
  return brokenRules(without, scope).some(({ field, code }) => field === key && code === 'required')
}

/** Returns what the resource's own rules say about values that are each valid. */
export function brokenRules(values: AnyRow, { resource, row, isNew }: FormScope): readonly Problem[] {
  return resource.rules?.({ values, current: isNew ? undefined : row }) ?? []
}
