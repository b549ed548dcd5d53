import { isEqualValue } from '@courtcrier/contract/input.ts'
import { type AnyRow, findField } from '@courtcrier/contract/resource.ts'
import { draftName } from '../session/draft-names.ts'
import { readStored, writeStored } from '../ui/stored.ts'
import { type FormScope, formKeys, isWritable } from './form-values.ts'

/** Unsaved input, and the step of the form. */
export interface Draft {
  values: AnyRow
  step: number
}

/** Returns a form's unsaved input, if it is still usable; it survives a reload, but not the tab or the session. */
export function readDraft(scope: FormScope): Draft | undefined {
  const name = nameOf(scope)
  const kept = name === undefined ? undefined : readStored<Partial<Draft> | null>(name, 'session')
  if (typeof kept?.values !== 'object' || kept.values === null) return undefined
  const values = draftOf({ ...scope.row, ...kept.values }, scope)
  const step = Number.isInteger(kept.step) ? Number(kept.step) : 0
  return Object.keys(values).length > 0 ? { values, step } : undefined
}

/** Saves what differs from the record; nothing if there is no difference or no one is signed in. */
export function keepDraft({ values, step }: Draft, scope: FormScope): void {
  const name = nameOf(scope)
  const changed = draftOf(values, scope)
  if (name !== undefined)
    writeStored(name, Object.keys(changed).length > 0 ? { values: changed, step } : undefined, 'session')
}

export function dropDraft(scope: FormScope): void {
  const name = nameOf(scope)
  if (name !== undefined) writeStored(name, undefined, 'session')
}

/** Returns the values that differ from the record, as far as the role may set them; never a secret. */
export function draftOf(values: AnyRow, scope: FormScope): AnyRow {
  const keys = formKeys(scope).filter(
    (key) => isWritable(key, scope) && findField(scope.resource, key)?.kind !== 'secret',
  )
  const changed = keys.filter((key) => !isEqualValue(values[key] ?? null, scope.row[key] ?? null))
  return Object.fromEntries(changed.map((key) => [key, values[key] ?? null]))
}

function nameOf({ resource, row, isNew, purpose }: FormScope): string | undefined {
  const made = purpose === undefined ? 'new' : `new.${purpose}`
  return draftName(`${resource.name}.${isNew ? made : row.id}`)
}
