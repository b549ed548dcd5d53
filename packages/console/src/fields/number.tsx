import type { Field } from '@courtcrier/contract/fields/field.ts'
import { useState } from 'react'
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
function NumberInput({ value, ...props }: InputProps) {
  const [typed, setTyped] = useState<unknown>(value)
  const change = (text: unknown) => {
    setTyped(text)
    props.onChange(numberOf(text))
  }
  // Shown as typed while that is the value: 1.0 is the number 1, and on the way to 1.05.
  const shown = numberOf(typed) === value ? typed : value
  return (
    <LineInput {...props} value={shown} inputMode={props.field.integer ? 'numeric' : 'decimal'} onChange={change} />
  )
}

/** Returns the number that a text is; anything else unchanged. */
function numberOf(text: unknown): unknown {
  return typeof text === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : text
}
