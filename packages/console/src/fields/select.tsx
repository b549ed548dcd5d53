import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { choiceLabel } from '../resource/labels.ts'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import type { CellProps, FieldFace, FilterProps, InputProps } from './face.ts'

export const selectFace: FieldFace = { Input: SelectInput, Filter: SelectFilter }

function SelectInput({ field, value, onChange, ...rest }: InputProps) {
  const { t } = useTranslation()
  return (
    <Select
      placeholder={t('input.choose')}
      {...rest}
      required={field.required}
      clearable={!field.required}
      allowDeselect={!field.required}
      description={field.help}
      data={choicesOf(field)}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
    />
  )
}

function SelectFilter(props: FilterProps) {
  return <ChoiceFilter {...props} choices={choicesOf(props.field)} />
}

function choicesOf(field: CellProps['field']) {
  return (field.values ?? []).map((value) => ({ value, label: choiceLabel(field, value) }))
}
