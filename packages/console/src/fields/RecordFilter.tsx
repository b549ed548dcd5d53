import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FilterProps } from './face.ts'
import { useRecordSearch } from './record-search.ts'

/** Rows that lead to one of some records. */
export function RecordFilter({ name, field, filter, onChange }: FilterProps) {
  const { t } = useTranslation()
  const ids = filter && 'in' in filter ? [...filter.in] : []
  const search = useRecordSearch(field.resource ?? '', ids)
  return (
    <MultiSelect
      searchable
      data-autofocus
      aria-label={t('input.typeToSearch')}
      placeholder={t('input.typeToSearch')}
      nothingFoundMessage={search.message}
      filter={({ options }) => options}
      comboboxProps={{ withinPortal: false }}
      data={search.options}
      value={ids}
      onChange={(next) => onChange(next.length > 0 ? { field: name, in: next } : undefined)}
      onSearchChange={search.setText}
      onDropdownOpen={search.open}
    />
  )
}
