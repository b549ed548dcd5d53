import type { Field, FieldKindName } from '@courtcrier/contract/fields/field.ts'
import { booleanFace } from './boolean.tsx'
import { colourFace } from './colour.tsx'
import { dateFace } from './date.tsx'
import { domainListFace } from './domain-list.tsx'
import { emailFace } from './email.tsx'
import { emailListFace } from './email-list.tsx'
import type { FieldFace } from './face.ts'
import { fileFace } from './file.tsx'
import { longTextFace } from './long-text.tsx'
import { mapFace } from './map.tsx'
import { numberFace } from './number.tsx'
import { referenceFace } from './reference.tsx'
import { referenceListFace } from './reference-list.tsx'
import { secretFace } from './secret.tsx'
import { selectFace } from './select.tsx'
import { textFace } from './text.tsx'
import { textListFace } from './text-list.tsx'
import { timeOfDayFace } from './time-of-day.tsx'
import { timeZoneFace } from './time-zone.tsx'
import { timestampFace } from './timestamp.tsx'

/** The face of every kind of field, by name: loaded with a form or a filter, not with a table (see `cells.ts`). */
export const fieldFaces: Readonly<Record<FieldKindName, FieldFace>> = {
  text: textFace,
  longText: longTextFace,
  number: numberFace,
  boolean: booleanFace,
  timestamp: timestampFace,
  date: dateFace,
  timeOfDay: timeOfDayFace,
  timeZone: timeZoneFace,
  email: emailFace,
  emailList: emailListFace,
  domainList: domainListFace,
  textList: textListFace,
  select: selectFace,
  reference: referenceFace,
  referenceList: referenceListFace,
  map: mapFace,
  colour: colourFace,
  secret: secretFace,
  file: fileFace,
}

export function faceOf(field: Field): FieldFace {
  return fieldFaces[field.kind]
}
