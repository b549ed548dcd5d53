import { booleanKind } from './boolean.ts'
import { colorKind } from './color.ts'
import { dateKind } from './date.ts'
import { domainListKind } from './domain-list.ts'
import { emailKind, emailListKind } from './email.ts'
import type { Field, FieldKind, FieldKindName } from './field.ts'
import { fileKind } from './file.ts'
import { longTextKind } from './long-text.ts'
import { mapKind } from './map.ts'
import { numberKind } from './number.ts'
import { referenceKind, referenceListKind } from './reference.ts'
import { secretKind } from './secret.ts'
import { selectKind } from './select.ts'
import { textKind } from './text.ts'
import { textListKind } from './text-list.ts'
import { timeOfDayKind } from './time-of-day.ts'
import { timeZoneKind } from './time-zone.ts'
import { timestampKind } from './timestamp.ts'

/** Every kind of field, by name. */
export const fieldKinds: Readonly<Record<FieldKindName, FieldKind>> = {
  text: textKind,
  longText: longTextKind,
  number: numberKind,
  boolean: booleanKind,
  timestamp: timestampKind,
  date: dateKind,
  timeOfDay: timeOfDayKind,
  timeZone: timeZoneKind,
  email: emailKind,
  emailList: emailListKind,
  domainList: domainListKind,
  textList: textListKind,
  select: selectKind,
  reference: referenceKind,
  referenceList: referenceListKind,
  map: mapKind,
  color: colorKind,
  secret: secretKind,
  file: fileKind,
}

export function kindOf(field: Field): FieldKind {
  return fieldKinds[field.kind]
}
