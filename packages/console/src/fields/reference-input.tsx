import { useTranslation } from 'react-i18next'
import { LateMultiSelect } from '../ui/choice/LatePills.tsx'
import { LateSelect } from '../ui/choice/LateSelect.tsx'
import { choosing, valuesIn } from './choosing.ts'
import type { FieldInput, FilterProps, InputProps } from './control.ts'
import { addChoice, useInPlace } from './create-in-place.ts'
import { useRecordSearch } from './record-search.ts'
import { idsOf } from './reference.tsx'

export const referenceInput: FieldInput = { Input: ReferenceInput, Filter: RecordFilter }
export const referenceListInput: FieldInput = { Input: ReferenceListInput, Filter: RecordFilter }

/** Edits a reference: one record, found by typing. */
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
    <LateSelect
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
      renderOption={search.renderOption}
      value={id}
      onChange={choose}
      onSearchChange={search.setText}
      onDropdownOpen={search.open}
    />
  )
}

/** Edits references: several records, found by typing, in the order chosen. */
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
    <LateMultiSelect
      {...rest}
      openOnFocus={false}
      searchable
      required={Boolean(field.minItems)}
      description={field.help}
      placeholder={ids.length === 0 ? t('input.typeToSearch') : undefined}
      nothingFoundMessage={search.message}
      filter={({ options }) => options}
      data={search.options}
      renderOption={search.renderOption}
      value={ids}
      onChange={choose}
      onSearchChange={search.setText}
      onDropdownOpen={search.open}
    />
  )
}

/** Filters for rows that refer to one of these records. */
function RecordFilter({ name, field, filter, onChange }: FilterProps) {
  const { t } = useTranslation()
  const ids = [...valuesIn(filter)]
  const search = useRecordSearch(field.resource ?? '', ids)
  return (
    <LateMultiSelect
      searchable
      data-autofocus
      aria-label={t('input.typeToSearch')}
      placeholder={t('input.typeToSearch')}
      nothingFoundMessage={search.message}
      filter={({ options }) => options}
      comboboxProps={{ withinPortal: false }}
      data={search.options}
      renderOption={search.renderOption}
      value={ids}
      onChange={(next) => onChange(choosing(name, ids, next))}
      onSearchChange={search.setText}
      onDropdownOpen={search.open}
    />
  )
}
