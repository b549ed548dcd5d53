import type { Field } from '@courtcrier/contract/fields/field.ts'
import { formatBytes } from '../ui/format-bytes.ts'
import { formatNumber } from '../ui/format-number.ts'
import type { CellProps, FieldControl, InputProps } from './control.ts'
import { LineInput } from './LineInput.tsx'
import { RangeFilter } from './RangeFilter.tsx'

export const numberControl: FieldControl = {
  Cell: NumberCell,
  width: 110,
  text: textOf,
  isWhole: true,
  isRight: true,
  Input: NumberInput,
  Filter: RangeFilter,
}

function NumberCell({ value, field }: CellProps) {
  return <span className="num">{textOf(value, field)}</span>
}

function textOf(value: unknown, { unit }: Field): string {
  if (typeof value !== 'number') return ''
  return unit === 'bytes' ? formatBytes(value) : formatNumber(value)
}

/** Edits a number. Anything else stays as typed, so that the validator can report it. */
function NumberInput(props: InputProps) {
  const change = (text: unknown) => {
    const isNumber = typeof text === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(text)
    props.onChange(isNumber ? Number(text) : text)
  }
  return <LineInput {...props} inputMode={props.field.integer ? 'numeric' : 'decimal'} onChange={change} />
}
