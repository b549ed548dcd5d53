import * as z from 'zod/mini'
import { isEmptyValue } from '../fields/field.ts'
import { validateValue } from '../input.ts'
import { findField, type Resource } from '../resource.ts'

/** Returns the schema of a text field in a draft of a resource; a missing value is an empty text. */
export function draftText(resource: Resource, key: string) {
  const max = findField(resource, key)?.max
  const text = z.string('not_text')
  return z.nullish(max === undefined ? text : text.check(z.maxLength(max, `too_long:${max}`)))
}

/** The schemas of some of a resource's fields in a draft, with the types that its rows have. */
type DraftOf<Row, Key extends keyof Row> = {
  [Each in Key]: z.ZodMiniOptional<z.ZodMiniType<NonNullable<Row[Each]> | null | undefined>>
}

/**
 * Returns the schemas of some fields in a draft, read in the form they would be saved in; an invalid value is refused
 * with the sentence the form shows.
 */
export function draftOf<Row, const Key extends keyof Row & string>(
  resource: Resource<Row>,
  ...keys: readonly Key[]
): DraftOf<Row, Key> {
  return Object.fromEntries(keys.map((key) => [key, draftValue(resource, key)])) as unknown as DraftOf<Row, Key>
}

function draftValue(resource: Resource, key: string) {
  const field = findField(resource, key)
  if (!field) throw new Error(`${resource.name} has no field ${key}.`)
  const check = z.check<unknown>((payload) => {
    const { value, issues } = payload
    const checked = isEmptyValue(value) ? undefined : validateValue(field, value)
    if (checked && 'code' in checked) issues.push({ code: 'custom', message: checked.code, input: value })
    else if (checked) payload.value = checked.value
  })
  return z.optional(z.unknown().check(check))
}
