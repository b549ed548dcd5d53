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
      {...search.choice}
      clearable={!field.required}
      allowDeselect={!field.required}
      required={field.required}
      description={field.help}
      value={id}
      onChange={choose}
    />
  )
}

/** Edits references: several records, found by typing, in the order chosen. */
function ReferenceListInput({ field, value, onChange, ...rest }: InputProps) {
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
      {...search.choice}
      placeholder={ids.length === 0 ? search.choice.placeholder : undefined}
      required={Boolean(field.minItems)}
      description={field.help}
      value={ids}
      onChange={choose}
    />
  )
}

/** Filters for rows that refer to one of these records. */
function RecordFilter({ name, field, filter, onChange }: FilterProps) {
  const ids = [...valuesIn(filter)]
  const search = useRecordSearch(field.resource ?? '', ids)
  return (
    <LateMultiSelect
      {...search.choice}
      openOnFocus
      data-autofocus
      aria-label={search.choice.placeholder}
      comboboxProps={{ withinPortal: false }}
      value={ids}
      onChange={(next) => onChange(choosing(name, ids, next))}
    />
  )
}
