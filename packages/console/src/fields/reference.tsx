import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FieldFace, FilterProps, InputProps } from './face.ts'
import { RecordFilter } from './RecordFilter.tsx'
import { useRecordSearch } from './record-search.ts'

export const referenceFace: FieldFace = { Input: ReferenceInput, Filter: ReferenceFilter }

/** One record, found by typing. */
function ReferenceInput({ field, value, onChange, ...rest }: InputProps) {
  const { t } = useTranslation()
  const id = typeof value === 'string' ? value : null
  const search = useRecordSearch(field.resource ?? '', id ? [id] : [])
  return (
    <Select
      {...rest}
      searchable
      clearable={!field.required}
      allowDeselect={!field.required}
      required={field.required}
      description={field.help}
      placeholder={t('input.typeToSearch')}
      nothingFoundMessage={search.message}
      filter={({ options }) => options}
      data={search.options}
      value={id}
      onChange={onChange}
      onSearchChange={search.setText}
      onDropdownOpen={search.open}
    />
  )
}

function ReferenceFilter(props: FilterProps) {
  return <RecordFilter {...props} />
}
