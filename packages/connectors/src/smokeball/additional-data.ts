import type { FileToStore } from '../connector.ts'
import { leftOut, type PlannedProperty, sentAs, sentOf, withoutValue } from '../planned-property.ts'
import { keyName } from './folder-listing.ts'

/** Returns what Smokeball keeps with a file as additional data, which takes any names but that of our key. */
export function planAdditionalData(properties: FileToStore['properties']): PlannedProperty[] {
  return Object.entries(properties).map(([property, text]) => {
    const [name, value] = [property.trim(), text.trim()]
    if (value === '') return withoutValue(property)
    if (name === keyName) return leftOut(property, value, 'Courtcrier keeps its own key under this name.')
    return sentAs(name, { property, value })
  })
}

/** The additional data of a copy, with its key. */
export function additionalDataOf({ properties, idempotencyKey }: FileToStore): Readonly<Record<string, string>> {
  const fields = sentOf(planAdditionalData(properties)).map(({ name, value }) => [name, value])
  return { ...Object.fromEntries(fields), [keyName]: idempotencyKey }
}
