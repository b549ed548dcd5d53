import type { SearchQuery } from '@courtcrier/contract/query.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { Button, Radio, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Total } from '../../ui/format-total.ts'
import type { Selection } from '../list/row-selection.ts'
import './text.ts'
import { type ExportFormat, exportFormats } from '@courtcrier/contract/calls/transfer.ts'
import { resourceLabel, resourceWord } from '../../i18n/labels.ts'
import { dayOf } from '../../ui/format-time.ts'
import { formatTotal } from '../../ui/format-total.ts'
import { SteadyModal } from '../../ui/SteadyModal.tsx'
import { countOf, rowSelectionOf } from '../list/row-selection.ts'
import { beginExport } from './calls.ts'
import { ExportFailure, reasonOf } from './ExportFailure.tsx'
import classes from './transfer.module.css'
import { watchExport } from './watched-exports.ts'

export interface TransferView {
  resource: Resource
  query: SearchQuery
  /** Columns in the table's order. */
  columns: readonly string[]
  total: Total
  selection: Selection
}

/** Chooses which part of a view is exported, and in which format. The file is written in the background. */
export default function ExportDialog({ view, onClose }: { view: TransferView; onClose: () => void }) {
  const { t } = useTranslation()
  const { resource, total, selection } = view
  const selected = countOf(selection)
  const wish = useWish(view, onClose)
  const { name, format, columnChoice, rowChoice, begin } = wish
  return (
    <SteadyModal
      onClose={onClose}
      title={t('transfer.export.title', { records: resourceWord(resource, 'many') })}
      size={480}
      withCloseButton={false}
    >
      <form onSubmit={wish.submit} noValidate className={classes.dialog}>
        <TextInput
          data-autofocus
          required
          label={t('transfer.export.name')}
          maxLength={200}
          value={name}
          error={wish.isNameless && t('transfer.export.nameRequired')}
          onChange={(event) => wish.setName(event.currentTarget.value)}
        />
        <Choice
          label={t('transfer.export.format')}
          value={format}
          options={exportFormats.map((known) => [known, t(`transfer.export.formats.${known}`)])}
          onChange={wish.setFormat}
        />
        <Choice
          label={t('transfer.export.columns')}
          value={columnChoice}
          options={[
            ['shown', t('transfer.export.shownColumns')],
            ['all', t('transfer.export.allColumns')],
          ]}
          onChange={wish.setColumnChoice}
        />
        <Choice
          label={t('transfer.export.rows')}
          value={rowChoice}
          options={[
            ['all', t('transfer.export.matching', { count: total.total, total: formatTotal(total) })],
            ...(selected > 0 ? [['selected', t('transfer.export.selected', { count: selected })] as const] : []),
          ]}
          onChange={wish.setRowChoice}
        />
        <p className={classes.hint}>{t('transfer.export.notes')}</p>
        {begin.error && (
          <p role="alert" className={classes.failure}>
            <ExportFailure reason={reasonOf(begin.error)} />
          </p>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('transfer.export.cancel')}
          </Button>
          <Button type="submit" loading={begin.isPending}>
            {t('transfer.export.begin')}
          </Button>
        </div>
      </form>
    </SteadyModal>
  )
}

/** Returns the choices for the export, and how to start it. */
function useWish({ resource, query, columns, selection }: TransferView, onClose: () => void) {
  const [name, setName] = useState(`${resourceLabel(resource, 'many')} ${dayOf(new Date().toISOString())}`)
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [columnChoice, setColumnChoice] = useState<'shown' | 'all'>('shown')
  const [rowChoice, setRowChoice] = useState<'all' | 'selected'>(countOf(selection) > 0 ? 'selected' : 'all')
  const [isTried, setTried] = useState(false)
  const begin = useMutation({
    mutationFn: () =>
      beginExport(resource, {
        fileName: name,
        format,
        query,
        columns: columnChoice === 'shown' ? columns : undefined,
        ...(rowChoice === 'selected' ? { selection: rowSelectionOf(selection) } : {}),
      }),
    onSuccess: ({ id }) => {
      watchExport(id)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() !== '') begin.mutate()
  }
  const isNameless = isTried && name.trim() === ''
  const choices = { name, setName, format, setFormat, columnChoice, setColumnChoice, rowChoice, setRowChoice }
  return { ...choices, begin, submit, isNameless }
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <Radio.Group label={label} value={value} onChange={(chosen) => onChange(chosen as Value)}>
      <Stack gap={6} mt={6}>
        {options.map(([name, text]) => (
          <Radio key={name} value={name} label={text} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
