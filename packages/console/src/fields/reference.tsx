import { useTranslation } from 'react-i18next'
import { choosing, valuesIn } from './choosing.ts'
import type { CellProps, FieldControl, FilterProps, InputProps } from './control.ts'
import { addChoice, useInPlace } from './create-in-place.ts'
import { lateInputs } from './late-inputs.ts'
import { RecordTitle } from './RecordTitle.tsx'
import { useRecordSearch } from './record-search.ts'

export const referenceControl: FieldControl = {
  Cell: ReferenceCell,
  width: 190,
  text: (value, field, titleOf) => (typeof value === 'string' ? titleOf(field.resource ?? '', value) : ''),
  isChosen: true,
  Input: ReferenceInput,
  Filter: RecordFilter,
}
export const referenceListControl: FieldControl = {
  Cell: ReferenceListCell,
  width: 220,
  text: (value, field, titleOf) => joined(idsOf(value).map((id) => titleOf(field.resource ?? '', id))),
  Input: ReferenceListInput,
  Filter: RecordFilter,
}

function joined(titles: readonly (string | undefined)[]): string | undefined {
  return titles.includes(undefined) ? undefined : titles.join(', ')
}

function ReferenceCell({ value, field }: CellProps) {
  return <RecordTitle entity={field.resource ?? ''} id={typeof value === 'string' ? value : null} />
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

/** Edits a reference: one record, found by typing. */
function ReferenceInput({ field, value, onChange, ...rest }: InputProps) {
  const { Select } = lateInputs()
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
  const { MultiSelect } = lateInputs()
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
  const { MultiSelect } = lateInputs()
  const { t } = useTranslation()
  const ids = [...valuesIn(filter)]
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
      renderOption={search.renderOption}
      value={ids}
      onChange={(next) => onChange(choosing(name, ids, next))}
      onSearchChange={search.setText}
      onDropdownOpen={search.open}
    />
  )
}

/** Returns the IDs of a list of references. */
export function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
