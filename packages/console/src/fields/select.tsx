import { choiceLabel } from '../i18n/labels.ts'
import { formatZone } from '../ui/format-time.ts'
import { StatusDot } from '../ui/StatusDot.tsx'
import type { CellProps, FieldControl } from './control.ts'

export const selectControl: FieldControl = {
  Cell: SelectCell,
  width: 140,
  text: (value, field) => (typeof value === 'string' ? choiceLabel(field, value) : ''),
  isWhole: true,
  isChosen: true,
}
export const timeZoneControl: FieldControl = {
  Cell: TimeZoneCell,
  width: 170,
  text: (value) => (typeof value === 'string' ? formatZone(value) : ''),
  isChosen: true,
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
