import { isEmptyValue } from './fields/field.ts'
import { isEqualValue } from './input.ts'
import type { AnyRow, Resource } from './resource.ts'

/** A value of a row that directs something elsewhere: each entry of a list by itself, and any other value as ''. */
export interface Directing {
  field: string
  /** In lower case, as addresses are compared. */
  value: string
}

/** Returns whether rows of the resource direct something elsewhere. */
export function directsElsewhere(resource: Resource): boolean {
  return Object.values(resource.fields).some(({ directs }) => directs !== undefined)
}

/** Returns whether the field says where something goes, rather than what goes there. */
export function isDestination(resource: Resource, field: string): boolean {
  return resource.fields[field]?.directs === 'to'
}

/** Returns what a change directs elsewhere: entries that a list didn't have before, and other values that differ. */
export function directedBy(
  resource: Resource,
  { before, values }: { before: AnyRow | undefined; values: AnyRow },
): Directing[] {
  return Object.entries(values).flatMap(([field, value]): Directing[] => {
    const definition = resource.fields[field]
    if (definition?.directs === undefined) return []
    if (definition.kind === 'emailList') {
      const former = new Set(entriesOf(before?.[field]))
      return entriesOf(value).flatMap((entry) => (former.has(entry) ? [] : [{ field, value: entry }]))
    }
    // A new row's empty fields direct nothing; an emptied one does, such as a rule that had a condition. A secret's value
    // isn't known, and may differ.
    const isSame = before ? definition.kind !== 'secret' && isEqualValue(before[field], value) : isEmptyValue(value)
    return isSame ? [] : [{ field, value: '' }]
  })
}

function entriesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map((entry) => String(entry).toLowerCase()) : []
}
