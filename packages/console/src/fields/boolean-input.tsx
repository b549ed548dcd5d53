import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import type { FieldInput, FilterProps, InputProps } from './control.ts'

export const booleanInput: FieldInput = { Input: BooleanInput, Filter: BooleanFilter }

function BooleanInput({ field, value, onChange, ...rest }: InputProps) {
  return (
    <Switch
      {...rest}
      description={field.help}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

function BooleanFilter(props: FilterProps) {
  const { t } = useTranslation()
  const choices = [
    { value: 'true', label: t('input.yes') },
    { value: 'false', label: t('input.no') },
  ]
  return <ChoiceFilter {...props} choices={choices} />
}
