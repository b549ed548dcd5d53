import type { Field, FieldKindName } from '@courtcrier/contract/fields/field.ts'
import { booleanInput } from './boolean-input.tsx'
import { colorInput } from './color-input.tsx'
import type { FieldInput } from './control.ts'
import { dateInput, timeOfDayInput, timestampInput } from './date-input.tsx'
import { LineInput } from './LineInput.tsx'
import { mapInput } from './map-input.tsx'
import { numberInput } from './number-input.tsx'
import { referenceInput, referenceListInput } from './reference-input.tsx'
import { secretInput } from './secret-input.tsx'
import { selectInput, timeZoneInput } from './select-input.tsx'
import { emailInput, longTextInput, textInput } from './text-input.tsx'
import { itemListInput, textListInput } from './text-list-input.tsx'

/** How every kind of field is edited and filtered by, by name. */
export const fieldInputs: Readonly<Record<FieldKindName, FieldInput>> = {
  text: textInput,
  longText: longTextInput,
  number: numberInput,
  boolean: booleanInput,
  timestamp: timestampInput,
  date: dateInput,
  timeOfDay: timeOfDayInput,
  timeZone: timeZoneInput,
  email: emailInput,
  emailList: itemListInput,
  domainList: itemListInput,
  textList: textListInput,
  select: selectInput,
  reference: referenceInput,
  referenceList: referenceListInput,
  map: mapInput,
  color: colorInput,
  secret: secretInput,
  // The server sets all of them; a user could only name an existing file.
  file: { Input: LineInput },
}

/** Returns a field's input. */
export function inputOf(field: Field): FieldInput['Input'] {
  return fieldInputs[field.kind].Input
}

/** Returns a field's filter; undefined if it has none. */
export function filterOf(field: Field): FieldInput['Filter'] {
  return fieldInputs[field.kind].Filter
}
