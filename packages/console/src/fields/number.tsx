import type { Field } from '@courtcrier/contract/fields/field.ts'
import { formatBytes } from '../ui/format-bytes.ts'
import { formatNumber } from '../ui/format-number.ts'
import type { CellProps, FieldControl } from './control.ts'

export const numberControl: FieldControl = {
  Cell: NumberCell,
  width: 110,
  text: textOf,
  isWhole: true,
  isRight: true,
}

function NumberCell({ value, field }: CellProps) {
  return <span className="num">{textOf(value, field)}</span>
}

function textOf(value: unknown, { unit }: Field): string {
  if (typeof value !== 'number') return ''
  return unit === 'bytes' ? formatBytes(value) : formatNumber(value)
}
