import { TextInput } from '@mantine/core'
import type { InputProps } from './control.ts'

interface LineInputProps extends InputProps {
  type?: 'text' | 'email' | 'date' | 'time'
  inputMode?: 'text' | 'email' | 'numeric' | 'decimal'
  /** The ID of the element with suggestions. */
  list?: string
}

/** Edits a single line of text; empty means unset. */
export function LineInput({ field, value, onChange, type = 'text', inputMode, ...rest }: LineInputProps) {
  return (
    <TextInput
      {...rest}
      type={type}
      inputMode={inputMode}
      dir="auto"
      required={field.required}
      description={field.help}
      autoComplete="off"
      value={value === null || value === undefined ? '' : String(value)}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    />
  )
}
