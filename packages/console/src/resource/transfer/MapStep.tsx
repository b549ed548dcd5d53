import type { ImportState } from '@courtcrier/contract/calls/imports.ts'
import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../i18n/labels.ts'
import { fieldKey, type Mapping, startImport } from './calls.ts'
import classes from './transfer.module.css'

interface MapStepProps {
  resource: Resource
  state: ImportState
  onStarted: () => Promise<void>
  onAnother: () => void
}

/** Assigns a field to each column of the file, and starts its check. */
export function MapStep({ resource, state, onStarted, onAnother }: MapStepProps) {
  const { t } = useTranslation()
  const headers = state.header.filter((title) => Object.hasOwn(state.mapping, title))
  const [mapping, setMapping] = useState<Mapping>(state.mapping)
  const [deletesMissing, setDeletesMissing] = useState(state.delete_missing)
  const start = useMutation({
    mutationFn: () => startImport(state.id, { mode: 'dry_run', mapping, deletesMissing }),
    onSuccess: onStarted,
  })
  const chosen = headers.map((title) => mapping[title]).filter((name) => typeof name === 'string')
  const twice = chosen.filter((name, index) => chosen.indexOf(name) !== index)
  const missing = missingFields(resource, state, chosen)
  const rows = t('transfer.rows', { count: state.total })
  return (
    <>
      <div className={classes.outcome}>
        <p className={classes.note}>{t('transfer.import.received', { name: state.file_name, rows })}</p>
        <h2 className={classes.heading}>{t('transfer.import.mapTitle')}</h2>
        <p className={classes.note}>
          {t(state.is_remembered ? 'transfer.import.remembered' : 'transfer.import.guessed')}
        </p>
      </div>
      <ColumnTable
        resource={resource}
        state={state}
        headers={headers}
        mapping={mapping}
        twice={twice}
        onChange={(title, name) => setMapping({ ...mapping, [title]: name })}
      />
      {missing.length > 0 && (
        <p className={classes.warning}>
          {t('transfer.import.missing', {
            fields: missing.map((name) => fieldLabel(resource, fieldKey(name))).join(', '),
          })}
        </p>
      )}
      <p className={classes.note}>{t('transfer.import.keys', { keys: useKeyWords(resource, state.keys) })}</p>
      <Checkbox
        label={t('transfer.import.deleteMissing')}
        description={`${t('transfer.import.deleteHint')} ${resource.name === 'case' ? t('transfer.import.deleteLimit') : ''}`}
        checked={deletesMissing}
        onChange={(event) => setDeletesMissing(event.currentTarget.checked)}
      />
      {(start.error || chosen.length === 0) && (
        <p role="alert" className={classes.failure}>
          {start.error?.message ?? t('transfer.import.none')}
        </p>
      )}
      <div className={classes.actions}>
        <Button
          loading={start.isPending}
          disabled={chosen.length === 0 || twice.length > 0}
          onClick={() => start.mutate()}
        >
          {t('transfer.import.start')}
        </Button>
        <Button variant="default" onClick={onAnother}>
          {t('transfer.import.another')}
        </Button>
        <span className={classes.hint}>{t('transfer.import.startHint')}</span>
      </div>
    </>
  )
}

interface ColumnTableProps {
  resource: Resource
  state: ImportState
  headers: readonly string[]
  mapping: Mapping
  /** Fields assigned to more than one column. */
  twice: readonly string[]
  onChange: (title: string, name: string | null) => void
}

function ColumnTable({ resource, state, headers, mapping, twice, onChange }: ColumnTableProps) {
  const { t } = useTranslation()
  const options = [
    { value: '', label: t('transfer.import.leaveOut') },
    ...state.fields.map((name) => ({ value: name, label: optionLabel(name) })),
  ]
  function optionLabel(name: string): string {
    const field = fieldLabel(resource, fieldKey(name))
    return findField(resource, fieldKey(name))?.required ? t('transfer.import.requiredField', { field }) : field
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1)
    <section className={classes.scroller} tabIndex={0} aria-label={t('transfer.import.mapTitle')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('transfer.import.column')}</th>
            <th scope="col">{t('transfer.import.samples')}</th>
            <th scope="col">{t('transfer.import.field')}</th>
          </tr>
        </thead>
        <tbody>
          {headers.map((title) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td className={classes.sample}>
                {samplesOf(state, title).map((text, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells whose order never changes
                  <span key={index}>{text}</span>
                ))}
              </td>
              <td>
                <NativeSelect
                  className={classes.choice}
                  aria-label={t('transfer.import.fieldOf', { column: title })}
                  data={options}
                  value={mapping[title] ?? ''}
                  error={twice.includes(mapping[title] ?? '') && t('transfer.import.twice')}
                  onChange={(event) => onChange(title, event.currentTarget.value || null)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function samplesOf({ header, samples }: ImportState, title: string): string[] {
  const place = header.indexOf(title)
  return samples
    .map((cells) => cells[place] ?? '')
    .filter((text) => text.trim() !== '')
    .slice(0, 3)
}

/** Returns required fields of a new record without an assigned column. */
function missingFields(resource: Resource, state: ImportState, chosen: readonly unknown[]): string[] {
  return state.fields.filter((name) => {
    const field = findField(resource, fieldKey(name))
    return name !== 'id' && field?.required && field.default === undefined && !chosen.includes(name)
  })
}

/** Formats the keys: `Number`, or `Name and Client, or Email`. */
function useKeyWords(resource: Resource, keys: ImportState['keys']): string {
  const { t } = useTranslation()
  const groups = [['id'], ...keys].map((group) =>
    group.map((name) => fieldLabel(resource, fieldKey(name))).join(` ${t('transfer.import.keyAnd')} `),
  )
  return groups.join(` ${t('transfer.import.keyOr')} `)
}
