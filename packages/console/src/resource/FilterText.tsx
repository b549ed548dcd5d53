import type { Field } from '@courtcrier/contract/fields/field.ts'
import type { Filter } from '@courtcrier/contract/query.ts'
import { useTranslation } from 'react-i18next'
import { RecordTitle } from '../fields/RecordTitle.tsx'
import { formatDate } from '../ui/format-time.ts'
import { choiceLabel } from './labels.ts'
import { isDateKind } from './table-state.ts'

/** What a filter says, in a few words. */
export function FilterText({ filter, field }: { filter: Filter; field: Field }) {
  const { t } = useTranslation()
  if ('contains' in filter) return <b>“{filter.contains}”</b>
  if ('isEmpty' in filter) return <b>{t(filter.isEmpty ? 'filter.empty' : 'filter.notEmpty')}</b>
  if ('in' in filter) return <ChoiceText values={filter.in} field={field} />
  const show = (text: string) => (isDateKind(field) ? formatDate(text) : text)
  const { from, to } = filter
  if (from && to) return <b>{t('filter.between', { from: show(from), to: show(to) })}</b>
  return <b>{from ? t('filter.atLeast', { from: show(from) }) : t('filter.atMost', { to: show(to ?? '') })}</b>
}

function ChoiceText({ values, field }: { values: readonly string[]; field: Field }) {
  const { t } = useTranslation()
  const [first = ''] = values
  if (field.kind === 'boolean')
    return <b>{values.map((value) => t(value === 'true' ? 'input.yes' : 'input.no')).join(', ')}</b>
  if (field.kind === 'select') return <b>{values.map((value) => choiceLabel(field, value)).join(', ')}</b>
  return (
    <b>
      {field.resource ? <RecordTitle entity={field.resource} id={first} /> : first}
      {values.length > 1 && ` +${values.length - 1}`}
    </b>
  )
}
