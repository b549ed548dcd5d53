import { isEqualValue } from '@courtcrier/contract/input.ts'
import { type AnyRow, findField } from '@courtcrier/contract/resource.ts'
import { getSession } from '../session/session-store.ts'
import { readStored, writeStored } from '../ui/stored.ts'
import { type FormScope, formKeys, isWritable } from './form-values.ts'

/** What was typed into the form and not saved, if it can still be used; it outlives a reload and not the tab. */
export function readDraft(scope: FormScope): AnyRow | undefined {
  const kept = readStored<unknown>(nameOf(scope), 'session')
  if (typeof kept !== 'object' || kept === null) return undefined
  const draft = draftOf({ ...scope.row, ...kept }, scope)
  return Object.keys(draft).length > 0 ? draft : undefined
}

/** Keeps what differs from the record; nothing is kept when nothing does. */
export function keepDraft(values: AnyRow, scope: FormScope): void {
  const draft = draftOf(values, scope)
  writeStored(nameOf(scope), Object.keys(draft).length > 0 ? draft : undefined, 'session')
}

export function dropDraft(scope: FormScope): void {
  writeStored(nameOf(scope), undefined, 'session')
}

/** The values that differ from the record, as far as the role may set them; never a secret. */
export function draftOf(values: AnyRow, scope: FormScope): AnyRow {
  const keys = formKeys(scope).filter(
    (key) => isWritable(key, scope) && findField(scope.resource, key)?.kind !== 'secret',
  )
  const changed = keys.filter((key) => !isEqualValue(values[key] ?? null, scope.row[key] ?? null))
  return Object.fromEntries(changed.map((key) => [key, values[key] ?? null]))
}

/** By person, so that the next one who signs in on this tab is not shown it. */
function nameOf({ resource, row, isNew }: FormScope): string {
  return `draft.${getSession()?.user.id ?? ''}.${resource.name}.${isNew ? 'new' : row.id}`
}
