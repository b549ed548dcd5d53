import { useState } from 'react'
import type { FieldInput, InputProps } from './control.ts'
import { LineInput } from './LineInput.tsx'
import { RangeFilter } from './RangeFilter.tsx'

export const numberInput: FieldInput = { Input: NumberInput, Filter: RangeFilter }

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
