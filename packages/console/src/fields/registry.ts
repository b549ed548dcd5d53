import type { Field, FieldKindName } from '@courtcrier/contract/fields/field.ts'
import { booleanControl } from './boolean.tsx'
import { colorControl } from './color.tsx'
import type { FieldControl } from './control.ts'
import { dateControl, timeOfDayControl, timestampControl } from './date.tsx'
import { fileControl } from './file.tsx'
import { mapControl } from './map.tsx'
import { numberControl } from './number.tsx'
import { referenceControl, referenceListControl } from './reference.tsx'
import { selectControl, timeZoneControl } from './select.tsx'
import { emailControl, longTextControl, textControl } from './text.tsx'
import { textListControl } from './text-list.tsx'

/** How every kind of field is displayed, by name. How it is edited, `inputs.ts` says: tables load without that. */
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
  emailList: textListControl,
  domainList: textListControl,
  textList: textListControl,
  select: selectControl,
  reference: referenceControl,
  referenceList: referenceListControl,
  map: mapControl,
  color: colorControl,
  // Never shown.
  secret: { Cell: () => null, width: 100, text: () => '' },
  file: fileControl,
}

/** Returns how a field is displayed. */
export function controlOf(field: Field): FieldControl {
  return fieldControls[field.kind]
}
