import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FieldFace, InputProps } from './face.ts'
import { idsOf } from './ids-of.ts'
import { RecordFilter } from './RecordFilter.tsx'
import { useRecordSearch } from './record-search.ts'

export const referenceListFace: FieldFace = { Input: ReferenceListInput, Filter: RecordFilter }

/** Several records, found by typing, in the order they were chosen. */
function ReferenceListInput({ field, value, onChange, ...rest }: InputProps) {
  const { t } = useTranslation()
  const ids = idsOf(value)
  const search = useRecordSearch(field.resource ?? '', ids)
  return (
    <MultiSelect
      {...rest}
      searchable
      required={Boolean(field.minItems)}
      description={field.help}
      placeholder={ids.length === 0 ? t('input.typeToSearch') : undefined}
      nothingFoundMessage={search.message}
      filter={({ options }) => options}
      data={search.options}
      value={ids}
      onChange={onChange}
      onSearchChange={search.setText}
      onDropdownOpen={search.open}
    />
  )
}
