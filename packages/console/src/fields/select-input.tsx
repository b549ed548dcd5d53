import { useTranslation } from 'react-i18next'
import { LateSelect } from '../ui/choice/LateSelect.tsx'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import { ContainsFilter } from './ContainsFilter.tsx'
import { useChoices } from './choices.ts'
import type { FieldInput, FilterProps, InputProps } from './control.ts'

export const selectInput: FieldInput = { Input: SelectInput, Filter: SelectFilter }
export const timeZoneInput: FieldInput = { Input: TimeZoneInput, Filter: ContainsFilter }

function SelectInput({ field, value, onChange, ...rest }: InputProps) {
  const { t } = useTranslation()
  return (
    <LateSelect
      placeholder={t('input.choose')}
      {...rest}
      required={field.required}
      clearable={!field.required}
      allowDeselect={!field.required}
      description={field.help}
      data={useChoices(field)}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
    />
  )
}

function SelectFilter(props: FilterProps) {
  return <ChoiceFilter {...props} choices={useChoices(props.field)} />
}

function TimeZoneInput({ field, value, onChange, ...rest }: InputProps) {
  const { t } = useTranslation()
  const zones = Intl.supportedValuesOf('timeZone')
  const known = typeof value === 'string' && !zones.includes(value) ? [value, ...zones] : zones
  return (
    <LateSelect
      {...rest}
      searchable
      clearable={!field.required}
      limit={50}
      required={field.required}
      description={field.help}
      placeholder={t('input.typeToSearch')}
      nothingFoundMessage={t('input.noMatch')}
      data={known}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
    />
  )
}
