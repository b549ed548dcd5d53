import type { Field } from '@courtcrier/contract/fields/field.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'

/** The fields that say how a case is tracked: their labels and tones are those of every table. */
export const trackingField = getField('trackingStatus')
export const retrievalField = getField('retrievalStatus')

function getField(key: string): Field {
  const field = courtCase.fields[key]
  if (!field) throw new Error(`A case has no field ${key}.`)
  return field
}
