import { lowered } from '@courtcrier/contract/lowered.ts'
import { nameKey } from '@courtcrier/contract/name-key.ts'
import { comparesNames, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * What the values of a field that are the same to a unique group have in common, for values of programs and for the
 * database's: a save that would be refused as taken and a row of a file that updates the record are the same comparison.
 */
interface SameValues {
  keyOf: (value: unknown) => string
  /** The key of a text in the database, a column or a parameter. */
  sqlKeyOf: (text: RawBuilder<unknown>) => RawBuilder<unknown>
}

const names: SameValues = { keyOf: (value) => nameKey(String(value)), sqlKeyOf: (text) => sql`name_key(${text})` }
const emails: SameValues = { keyOf: (value) => lowered(String(value)), sqlKeyOf: (text) => sql`lowered(${text})` }

/** Returns how a field's texts are compared; undefined if its values are only the same if they are equal. */
export function sameValuesOf(resource: Resource, key: string): SameValues | undefined {
  if (findField(resource, key)?.kind === 'email') return emails
  return comparesNames(resource, key) ? names : undefined
}
