import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import type { RowOutcome } from '@courtcrier/contract/selection.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { controlOf } from '../fields/registry.ts'
import { fieldLabel } from '../i18n/labels.ts'
import { focusOnMount } from '../ui/focus-on-mount.ts'
import classes from './BulkDialog.module.css'
import { Kept, RowList, Text } from './BulkOutcome.tsx'
import { changesOf } from './bulk-edit.ts'

interface BulkEditPreviewProps {
  resource: Resource
  values: AnyRow
  outcomes: readonly RowOutcome[]
  isBusy: boolean
  onConfirm: () => void
  onBack: () => void
}

/** Shows what would change, record by record, and which records would stay unchanged, and why. */
export function BulkEditPreview({ resource, values, outcomes, isBusy, onConfirm, onBack }: BulkEditPreviewProps) {
  const { t } = useTranslation()
  const known = useKnownRows(resource)
  const going = outcomes.filter(({ isDone }) => isDone)
  const detailOf = (id: string) => {
    const row = known.get(id)
    return row && <Changes resource={resource} row={row} values={values} />
  }
  return (
    <>
      <dl className={classes.values}>
        {Object.entries(values).map(([key, value]) => (
          <div key={key}>
            <dt>{fieldLabel(resource, key)}</dt>
            <dd>
              <Value resource={resource} fieldKey={key} value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <Text>{going.length > 0 ? t('bulkEdit.preview', { count: going.length }) : t('bulkEdit.nothing')}</Text>
      <RowList rows={going} detailOf={detailOf} />
      <Kept outcomes={outcomes} />
      <div className={classes.buttons}>
        <Button variant="default" disabled={isBusy} onClick={onBack}>
          {t('bulkEdit.back')}
        </Button>
        {going.length > 0 && (
          <Button ref={focusOnMount} loading={isBusy} onClick={onConfirm}>
            {t('bulkEdit.confirm', { count: going.length })}
          </Button>
        )}
      </div>
    </>
  )
}

/** Returns the rows this browser has displayed, by ID: their current values are known. */
function useKnownRows(resource: Resource): ReadonlyMap<string, AnyRow> {
  const lists = useQueryClient().getQueriesData<{ rows: AnyRow[] }>({ queryKey: [resource.name, 'search'] })
  return new Map(lists.flatMap(([, list]) => (list?.rows ?? []).map((row) => [String(row.id), row] as const)))
}

function Changes({ resource, row, values }: { resource: Resource; row: AnyRow; values: AnyRow }) {
  const { t } = useTranslation()
  const changes = changesOf(row, values)
  if (changes.length === 0) return t('bulkEdit.same')
  return changes.map(({ key, before, after }) => (
    <span key={key} className={classes.change}>
      <span>
        <Value resource={resource} fieldKey={key} value={before} />
      </span>
      <Value resource={resource} fieldKey={key} value={after} />
    </span>
  ))
}

function Value({ resource, fieldKey, value }: { resource: Resource; fieldKey: string; value: unknown }) {
  const { t } = useTranslation()
  const field = findField(resource, fieldKey)
  if (!field) return null
  if (isEmptyValue(value)) return <i>{t('bulkEdit.empty')}</i>
  const { Cell } = controlOf(field)
  return <Cell value={value} field={field} />
}
