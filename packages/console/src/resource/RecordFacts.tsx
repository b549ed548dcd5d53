import type { Role } from '@courtcrier/contract/access.ts'
import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { type AnyRow, fieldAccess, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { useTranslation } from 'react-i18next'
import { cellOf } from '../fields/cells.ts'
import { isBooked } from '../fields/offered.ts'
import { formatDateTime } from '../ui/format-time.ts'
import classes from './form.module.css'
import { fieldLabel } from './labels.ts'

interface RecordFactsProps {
  resource: Resource
  row: AnyRow
  role: Role
  keys: readonly string[]
}

/** Fields to be read: what is empty is left out, and when the record came to be and was last changed. */
export function RecordFacts({ resource, row, role, keys }: RecordFactsProps) {
  const { t } = useTranslation()
  const told = keys.filter((key) => {
    const field = findField(resource, key)
    return field && isBooked(field) && fieldAccess(resource, key, role) !== 'DENY' && !isEmptyValue(row[key])
  })
  return (
    <>
      <dl className={classes.list}>
        {told.map((key) => (
          <Fact key={key} resource={resource} fieldKey={key} row={row} />
        ))}
      </dl>
      <p className={classes.times}>
        {(['createdAt', 'updatedAt'] as const).map((key) => (
          <Time
            key={key}
            text={row[key]}
            sentence={(time) => t(key === 'createdAt' ? 'formPanel.created_at' : 'formPanel.updated_at', { time })}
          />
        ))}
      </p>
    </>
  )
}

function Fact({ resource, fieldKey, row }: { resource: Resource; fieldKey: string; row: AnyRow }) {
  const field = findField(resource, fieldKey)
  if (!field || field.kind === 'secret') return null
  const { Cell } = cellOf(field)
  return (
    <div data-wide={field.kind === 'longText' || undefined}>
      <dt>{fieldLabel(resource, fieldKey)}</dt>
      <dd>
        <Cell value={row[fieldKey]} field={field} isFull />
      </dd>
    </div>
  )
}

function Time({ text, sentence }: { text: unknown; sentence: (time: string) => string }) {
  return typeof text === 'string' ? <span>{sentence(formatDateTime(text))}</span> : null
}
