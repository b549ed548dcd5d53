import type { Role } from '@courtcrier/contract/access.ts'
import { type Field, isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { type AnyRow, fieldAccess, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { useTranslation } from 'react-i18next'
import { isApplicable, isBooked } from '../fields/offered.ts'
import { controlOf } from '../fields/registry.ts'
import { fieldLabel } from '../i18n/labels.ts'
import { formatDateTime } from '../ui/format-time.ts'
import classes from './form.module.css'
import './form-text.ts'
import { RecordReference } from './RecordReference.tsx'

interface RecordFactsProps {
  resource: Resource
  row: AnyRow
  role: Role
  keys: readonly string[]
}

/** Shows read-only fields, without empty ones, and when the record was created and last changed. */
export function RecordFacts({ resource, row, role, keys }: RecordFactsProps) {
  const { t } = useTranslation()
  const told = keys.filter((key) => {
    const field = findField(resource, key)
    const isMeant = field && isBooked(field) && isApplicable(field, row)
    return isMeant && fieldAccess(resource, key, role) !== 'DENY' && !isEmptyValue(row[key])
  })
  return (
    <>
      <dl className={classes.list}>
        {told.map((key) => (
          <Fact key={key} resource={resource} fieldKey={key} row={row} />
        ))}
      </dl>
      {/* Rows of the program itself have no history. */}
      {!resource.isVirtual && (
        <p className={classes.times}>
          {(['createdAt', 'updatedAt'] as const).map((key) => (
            <Time
              key={key}
              text={row[key]}
              sentence={(time) => t(key === 'createdAt' ? 'formPanel.created_at' : 'formPanel.updated_at', { time })}
            />
          ))}
        </p>
      )}
    </>
  )
}

function Fact({ resource, fieldKey, row }: { resource: Resource; fieldKey: string; row: AnyRow }) {
  const field = findField(resource, fieldKey)
  if (!field) return null
  return (
    <div data-wide={field.kind === 'longText' || undefined}>
      <dt>{fieldLabel(resource, fieldKey)}</dt>
      <dd>
        <Value field={field} value={row[fieldKey]} />
      </dd>
    </div>
  )
}

function Value({ field, value }: { field: Field; value: unknown }) {
  const { t } = useTranslation()
  const { Cell } = controlOf(field)
  if (field.kind === 'secret') return t('secretFact')
  if (field.resource) return <References entity={field.resource} ids={[value].flat().map(String)} />
  return <Cell value={value} field={field} isFull />
}

/** Each on a line of its own, as a link. */
function References({ entity, ids }: { entity: string; ids: readonly string[] }) {
  return ids.map((id) => (
    <div key={id}>
      <RecordReference entity={entity} id={id} />
    </div>
  ))
}

function Time({ text, sentence }: { text: unknown; sentence: (time: string) => string }) {
  return typeof text === 'string' ? <span>{sentence(formatDateTime(text))}</span> : null
}
