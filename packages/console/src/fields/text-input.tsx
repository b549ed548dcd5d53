import { resources } from '@courtcrier/contract/resources/registry.ts'
import { InputBase } from '@mantine/core'
import { resourceLabel } from '../i18n/labels.ts'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import { ContainsFilter } from './ContainsFilter.tsx'
import type { FieldInput, FilterProps, InputProps } from './control.ts'
import classes from './fields.module.css'
import { LineInput } from './LineInput.tsx'

export const textInput: FieldInput = { Input: LineInput, Filter: TextFilter }
export const emailInput: FieldInput = { Input: EmailInput, Filter: ContainsFilter }
export const longTextInput: FieldInput = { Input: LongTextInput }

function TextFilter(props: FilterProps) {
  return props.field.holds === 'resource' ? <ResourceFilter {...props} /> : <ContainsFilter {...props} />
}

/** Filters for rows about records of some of the firm's entities. */
function ResourceFilter(props: FilterProps) {
  const choices = resources
    .map((resource) => ({ value: resource.name, label: resourceLabel(resource, 'one') }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return <ChoiceFilter {...props} choices={choices} />
}

function EmailInput(props: InputProps) {
  return <LineInput {...props} inputMode="email" />
}

function LongTextInput({ field, value, onChange, ...rest }: InputProps) {
  return (
    // Mantine's own text area measures itself by script; a style sheet does that for one of Mantine's plain inputs.
    <InputBase
      component="textarea"
      multiline
      dir="auto"
      {...rest}
      rows={3}
      classNames={{ input: classes.longInput }}
      required={field.required}
      description={field.help}
      value={value === null || value === undefined ? '' : String(value)}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    />
  )
}
