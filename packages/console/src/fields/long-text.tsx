import { Textarea } from '@mantine/core'
import type { FieldFace, InputProps } from './face.ts'

export const longTextFace: FieldFace = { Input: LongTextInput }

function LongTextInput({ field, value, onChange, ...rest }: InputProps) {
  return (
    <Textarea
      {...rest}
      autosize
      minRows={3}
      maxRows={12}
      required={field.required}
      description={field.help}
      value={value === null || value === undefined ? '' : String(value)}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    />
  )
}
