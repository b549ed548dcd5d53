import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { useTranslation } from 'react-i18next'
import { cellOf } from '../../fields/cells.ts'
import { fieldLabel } from '../../resource/labels.ts'
import table from '../../ui/plain-table.module.css'
import type { FieldChange } from './event.ts'
import classes from './event-logs.module.css'

/** What each field was and became. */
export function ChangeTable({ resource, changes }: { resource: Resource; changes: readonly FieldChange[] }) {
  const { t } = useTranslation()
  return (
    <table className={`${table.table} ${table.even} ${classes.changes}`}>
      <caption className={classes.heading}>{t('events.changes')}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('events.was')}</th>
          <th scope="col">{t('events.is')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ key, from, to, isSecret }) => (
          <tr key={key}>
            <th scope="row">{fieldLabel(resource, key)}</th>
            {isSecret ? (
              <td colSpan={2} className={classes.quiet}>
                {t('events.secret')}
              </td>
            ) : (
              [from, to].map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: before and after, always in this order
                <td key={index}>
                  <Value resource={resource} fieldKey={key} value={value} />
                </td>
              ))
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ resource, fieldKey, value }: { resource: Resource; fieldKey: string; value: unknown }) {
  const { t } = useTranslation()
  const field = findField(resource, fieldKey)
  if (isEmptyValue(value)) return <span className={classes.quiet}>{t('events.empty')}</span>
  if (!field) return <>{String(value)}</>
  const { Cell } = cellOf(field)
  return <Cell value={value} field={field} isFull />
}
