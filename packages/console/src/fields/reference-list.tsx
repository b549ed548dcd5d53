import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CellProps, FieldFace, InputProps } from './face.ts'
import { RecordFilter } from './RecordFilter.tsx'
import { useRecordSearch } from './record-search.ts'
import { RecordTitle } from './reference.tsx'

export const referenceListFace: FieldFace = {
  Cell: ReferenceListCell,
  Input: ReferenceListInput,
  Filter: RecordFilter,
  width: 220,
}

function ReferenceListCell({ value, field, isFull }: CellProps) {
  return (
    <>
      {idsOf(value).map((id, index) => (
        <span key={id}>
          {index > 0 && (isFull ? <br /> : ', ')}
          <RecordTitle entity={field.resource ?? ''} id={id} />
        </span>
      ))}
    </>
  )
}

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

function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
