import type { FieldFace, InputProps } from './face.ts'
import { LineInput } from './LineInput.tsx'
import { RangeFilter } from './RangeFilter.tsx'

export const numberFace: FieldFace = { Input: NumberInput, Filter: RangeFilter }

/** What is no number stays as it was typed, so that the validator can say so. */
function NumberInput(props: InputProps) {
  const change = (text: unknown) => {
    const isNumber = typeof text === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(text)
    props.onChange(isNumber ? Number(text) : text)
  }
  return <LineInput {...props} inputMode={props.field.integer ? 'numeric' : 'decimal'} onChange={change} />
}
