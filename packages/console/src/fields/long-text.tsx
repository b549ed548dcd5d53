import { Textarea } from '@mantine/core'
import type { CellProps, FieldFace, InputProps } from './face.ts'
import classes from './fields.module.css'

export const longTextFace: FieldFace = { Cell: LongTextCell, Input: LongTextInput, width: 260 }

/** Long text that nobody here wrote is a record, and is set as one. */
function LongTextCell({ value, field, isFull }: CellProps) {
  const text = value === null || value === undefined ? '' : String(value)
  if (!isFull) return <>{text.slice(0, 300)}</>
  return <div className={field.readOnly ? classes.record : classes.lines}>{text}</div>
}

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
