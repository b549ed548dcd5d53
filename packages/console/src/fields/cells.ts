import type { Field, FieldKindName } from '@courtcrier/contract/fields/field.ts'
import { BooleanCell } from './BooleanCell.tsx'
import { ColourCell } from './ColourCell.tsx'
import { DateCell } from './DateCell.tsx'
import { FileCell } from './FileCell.tsx'
import type { FieldCell } from './face.ts'
import { ListCell } from './ListCell.tsx'
import { LongTextCell } from './LongTextCell.tsx'
import { MapCell } from './MapCell.tsx'
import { NumberCell } from './NumberCell.tsx'
import { ReferenceCell } from './ReferenceCell.tsx'
import { ReferenceListCell } from './ReferenceListCell.tsx'
import { SelectCell } from './SelectCell.tsx'
import { TextCell } from './TextCell.tsx'
import { TimestampCell } from './TimestampCell.tsx'

/**
 * How every kind of field is seen, by name. Apart from `registry.ts`, how it is changed: a table stands there
 * before the inputs are loaded.
 */
export const fieldCells: Readonly<Record<FieldKindName, FieldCell>> = {
  text: { Cell: TextCell, width: 170 },
  longText: { Cell: LongTextCell, width: 260 },
  number: { Cell: NumberCell, width: 110, isRight: true },
  boolean: { Cell: BooleanCell, width: 100 },
  timestamp: { Cell: TimestampCell, width: 160 },
  date: { Cell: DateCell, width: 130 },
  timeOfDay: { Cell: TextCell, width: 110 },
  timeZone: { Cell: TextCell, width: 170 },
  email: { Cell: TextCell, width: 220 },
  emailList: { Cell: ListCell, width: 220 },
  domainList: { Cell: ListCell, width: 220 },
  textList: { Cell: ListCell, width: 220 },
  select: { Cell: SelectCell, width: 140 },
  reference: { Cell: ReferenceCell, width: 190 },
  referenceList: { Cell: ReferenceListCell, width: 220 },
  map: { Cell: MapCell, width: 240 },
  colour: { Cell: ColourCell, width: 120 },
  secret: { Cell: NoCell, width: 100 },
  file: { Cell: FileCell, width: 130 },
}

export function cellOf(field: Field): FieldCell {
  return fieldCells[field.kind]
}

/** A secret is never shown. */
function NoCell() {
  return null
}
