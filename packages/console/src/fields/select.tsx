import { useTranslation } from 'react-i18next'
import { choiceLabel } from '../i18n/labels.ts'
import { formatZone } from '../ui/format-time.ts'
import { StatusDot } from '../ui/StatusDot.tsx'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import { ContainsFilter } from './ContainsFilter.tsx'
import { useChoices } from './choices.ts'
import type { CellProps, FieldControl, FilterProps, InputProps } from './control.ts'
import { lateInputs } from './late-inputs.ts'

export const selectControl: FieldControl = {
  Cell: SelectCell,
  width: 140,
  text: (value, field) => (typeof value === 'string' ? choiceLabel(field, value) : ''),
  isWhole: true,
  isChosen: true,
  Input: SelectInput,
  Filter: SelectFilter,
}
export const timeZoneControl: FieldControl = {
  Cell: TimeZoneCell,
  width: 170,
  text: (value) => (typeof value === 'string' ? formatZone(value) : ''),
  isChosen: true,
  Input: TimeZoneInput,
  Filter: ContainsFilter,
}

/** Shows a choice by its label, with a dot in its tone if the definition gives it one. */
export function SelectCell({ value, field }: Pick<CellProps, 'value' | 'field'>) {
  if (typeof value !== 'string') return null
  // A status of the firm's own says nothing about urgency.
  const tone = field.tones?.[value] ?? (field.tones && field.moreIn ? 'neutral' : undefined)
  const label = choiceLabel(field, value)
  return tone ? <StatusDot tone={tone}>{label}</StatusDot> : label
}

/** Shows a time zone as people call it; its IANA name is what is saved. */
function TimeZoneCell({ value, isFull }: CellProps) {
  if (typeof value !== 'string') return null
  return isFull ? value : <span title={value}>{formatZone(value)}</span>
}

function SelectInput({ field, value, onChange, ...rest }: InputProps) {
  const { Select } = lateInputs()
  const { t } = useTranslation()
  return (
    <Select
      placeholder={t('input.choose')}
      {...rest}
      required={field.required}
      clearable={!field.required}
      allowDeselect={!field.required}
      description={field.help}
      data={useChoices(field)}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
    />
  )
}

function SelectFilter(props: FilterProps) {
  return <ChoiceFilter {...props} choices={useChoices(props.field)} />
}

function TimeZoneInput({ field, value, onChange, ...rest }: InputProps) {
  const { Select } = lateInputs()
  const { t } = useTranslation()
  const zones = Intl.supportedValuesOf('timeZone')
  const known = typeof value === 'string' && !zones.includes(value) ? [value, ...zones] : zones
  return (
    <Select
      {...rest}
      searchable
      clearable={!field.required}
      limit={50}
      required={field.required}
      description={field.help}
      placeholder={t('input.typeToSearch')}
      nothingFoundMessage={t('input.noMatch')}
      data={known}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
    />
  )
}
