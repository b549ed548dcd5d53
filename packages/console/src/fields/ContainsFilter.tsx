import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FilterProps } from './control.ts'

/** Filters for rows whose text contains this. */
export function ContainsFilter({ name, filter, onChange }: FilterProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('filter.contains')}
      data-autofocus
      maxLength={200}
      value={filter && 'contains' in filter ? filter.contains : ''}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? undefined : { field: name, contains: value })}
    />
  )
}
