import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { addChoice, useInPlace } from './create-in-place.ts'
import type { FieldFace, FilterProps, InputProps } from './face.ts'
import { RecordFilter } from './RecordFilter.tsx'
import { useRecordSearch } from './record-search.ts'

export const referenceFace: FieldFace = { Input: ReferenceInput, Filter: ReferenceFilter }

/** One record, found by typing. */
function ReferenceInput({ field, value, onChange, ...rest }: InputProps) {
  const { t } = useTranslation()
  const id = typeof value === 'string' ? value : null
  const entity = field.resource ?? ''
  const search = useRecordSearch(entity, id ? [id] : [], field.only)
  const inPlace = useInPlace()
  const choose = (chosen: string | null) => {
    if (chosen !== addChoice) return onChange(chosen)
    inPlace?.open({ entity, text: search.sought, onCreated: onChange })
  }
  return (
    <Select
      {...rest}
      openOnFocus={false}
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
      onChange={choose}
      onSearchChange={search.setText}
      onDropdownOpen={search.open}
    />
  )
}

function ReferenceFilter(props: FilterProps) {
  return <RecordFilter {...props} />
}
