import type { Field } from '@courtcrier/contract/fields/field.ts'
import type { Filter } from '@courtcrier/contract/query.ts'
import { useTranslation } from 'react-i18next'
import { RecordTitle } from '../fields/RecordTitle.tsx'
import { ResourceNameCell } from '../fields/ResourceNameCell.tsx'
import { formatDate, formatHour } from '../ui/format-time.ts'
import { choiceLabel } from './labels.ts'
import { isDateKind } from './table-state.ts'

interface FilterTextProps {
  filter: Filter
  field: Field
  /** The entity that ids in this filter belong to, where another filter says so. */
  entity?: string | undefined
}

/** What a filter says, in a few words. */
export function FilterText({ filter, field, entity }: FilterTextProps) {
  const { t } = useTranslation()
  if ('contains' in filter) return <b>“{filter.contains}”</b>
  if ('isEmpty' in filter) return <b>{t(filter.isEmpty ? 'filter.empty' : 'filter.notEmpty')}</b>
  if ('in' in filter) return <ChoiceText values={filter.in} field={field} entity={entity} />
  const show = (text: string) => (isDateKind(field) ? formatDate(text) : text)
  const { from, to, hour } = filter
  const between = from && to ? t('filter.between', { from: show(from), to: show(to) }) : undefined
  if (hour !== undefined) return <b>{[between, formatHour(hour)].filter(Boolean).join(', ')}</b>
  if (between) return <b>{between}</b>
  return <b>{from ? t('filter.atLeast', { from: show(from) }) : t('filter.atMost', { to: show(to ?? '') })}</b>
}

function ChoiceText({ values, field, entity }: Omit<FilterTextProps, 'filter'> & { values: readonly string[] }) {
  const { t } = useTranslation()
  const [first = ''] = values
  if (field.kind === 'boolean')
    return <b>{values.map((value) => t(value === 'true' ? 'input.yes' : 'input.no')).join(', ')}</b>
  if (field.kind === 'select') return <b>{values.map((value) => choiceLabel(field, value)).join(', ')}</b>
  return (
    <b>
      <Value field={field} entity={entity} value={first} />
      {values.length > 1 && ` +${values.length - 1}`}
    </b>
  )
}

function Value({ field, entity, value }: Omit<FilterTextProps, 'filter'> & { value: string }) {
  const of = field.resource ?? (field.holds === 'recordId' ? entity : undefined)
  if (of) return <RecordTitle entity={of} id={value} />
  return field.holds === 'resource' ? <ResourceNameCell name={value} /> : value
}
