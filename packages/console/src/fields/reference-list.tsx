import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { addChoice, useInPlace } from './create-in-place.ts'
import type { FieldFace, InputProps } from './face.ts'
import { idsOf } from './ids-of.ts'
import { RecordFilter } from './RecordFilter.tsx'
import { useRecordSearch } from './record-search.ts'

export const referenceListFace: FieldFace = { Input: ReferenceListInput, Filter: RecordFilter }

/** Several records, found by typing, in the order they were chosen. */
function ReferenceListInput({ field, value, onChange, ...rest }: InputProps) {
  const { t } = useTranslation()
  const ids = idsOf(value)
  const entity = field.resource ?? ''
  const search = useRecordSearch(entity, ids)
  const inPlace = useInPlace()
  const choose = (chosen: string[]) => {
    if (!chosen.includes(addChoice)) return onChange(chosen)
    inPlace?.open({ entity, text: search.sought, onCreated: (made) => onChange([...ids, made]) })
  }
  return (
    <MultiSelect
      {...rest}
      openOnFocus={false}
      searchable
      required={Boolean(field.minItems)}
      description={field.help}
      placeholder={ids.length === 0 ? t('input.typeToSearch') : undefined}
      nothingFoundMessage={search.message}
      filter={({ options }) => options}
      data={search.options}
      value={ids}
      onChange={choose}
      onSearchChange={search.setText}
      onDropdownOpen={search.open}
    />
  )
}
