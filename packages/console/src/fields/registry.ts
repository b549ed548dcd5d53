import type { Field, FieldKindName } from '@courtcrier/contract/fields/field.ts'
import { booleanControl } from './boolean.tsx'
import { colorControl } from './color.tsx'
import type { FieldControl } from './control.ts'
import { dateControl, timeOfDayControl, timestampControl } from './date.tsx'
import { fileControl } from './file.tsx'
import { mapControl } from './map.tsx'
import { numberControl } from './number.tsx'
import { referenceControl, referenceListControl } from './reference.tsx'
import { secretControl } from './secret.tsx'
import { selectControl, timeZoneControl } from './select.tsx'
import { emailControl, longTextControl, textControl } from './text.tsx'
import { domainListControl, emailListControl, textListControl } from './text-list.tsx'

/** The console's side of every kind of field, by name. */
export const fieldControls: Readonly<Record<FieldKindName, FieldControl>> = {
  text: textControl,
  longText: longTextControl,
  number: numberControl,
  boolean: booleanControl,
  timestamp: timestampControl,
  date: dateControl,
  timeOfDay: timeOfDayControl,
  timeZone: timeZoneControl,
  email: emailControl,
  emailList: emailListControl,
  domainList: domainListControl,
  textList: textListControl,
  select: selectControl,
  reference: referenceControl,
  referenceList: referenceListControl,
  map: mapControl,
  color: colorControl,
  secret: secretControl,
  file: fileControl,
}

/** Returns how a field is displayed. For its input or filter, use `inputs.ts`. */
export function controlOf(field: Field): FieldControl {
  return fieldControls[field.kind]
}
