import type { SearchQuery } from '@courtcrier/contract/query.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { Button, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Selection } from '../resource/row-selection.ts'
import type { Total } from '../ui/format-total.ts'
import './text.ts'
import { resourceLabel, resourceWord } from '../resource/labels.ts'
import { countOf, rowSelectionOf } from '../resource/row-selection.ts'
import { dayOf } from '../ui/format-time.ts'
import { formatTotal } from '../ui/format-total.ts'
import { beginExport, type ExportFormat, exportFormats } from './calls.ts'
import classes from './transfer.module.css'
import { watchExport } from './watched-exports.ts'

export interface TransferView {
  resource: Resource
  query: SearchQuery
  /** Columns as the table shows them. */
  columns: readonly string[]
  total: Total
  selection: Selection
}

/** What of a view becomes a file, and of what kind. The file is written in the background. */
export default function ExportDialog({ view, onClose }: { view: TransferView; onClose: () => void }) {
  const { t } = useTranslation()
  const { resource, query, columns, total, selection } = view
  const selected = countOf(selection)
  const [name, setName] = useState(`${resourceLabel(resource, 'many')} ${dayOf(new Date().toISOString())}`)
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [isShownOnly, setShownOnly] = useState(true)
  const [isSelection, setIsSelection] = useState(selected > 0)
  const [isTried, setTried] = useState(false)
  const begin = useMutation({
    mutationFn: () =>
      beginExport(resource, {
        filename: name,
        format,
        query,
        columns: isShownOnly ? columns : undefined,
        ...(isSelection ? { selection: rowSelectionOf(selection) } : {}),
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
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('transfer.export.title', { records: resourceWord(resource, 'many') })}
      size={480}
      withCloseButton={false}
    >
      <form onSubmit={submit} noValidate className={classes.dialog}>
        <TextInput
          data-autofocus
          required
          label={t('transfer.export.name')}
          maxLength={200}
          value={name}
          error={isNameless && t('transfer.export.nameRequired')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group
          label={t('transfer.export.format')}
          value={format}
          onChange={(value) => setFormat(exportFormats.find((known) => known === value) ?? 'csv')}
        >
          <Stack gap={6} mt={6}>
            {exportFormats.map((known) => (
              <Radio key={known} value={known} label={t(`transfer.export.formats.${known}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Radio.Group
          label={t('transfer.export.columns')}
          value={isShownOnly ? 'shown' : 'all'}
          onChange={(value) => setShownOnly(value === 'shown')}
        >
          <Stack gap={6} mt={6}>
            <Radio value="shown" label={t('transfer.export.shownColumns')} />
            <Radio value="all" label={t('transfer.export.allColumns')} />
          </Stack>
        </Radio.Group>
        <Radio.Group
          label={t('transfer.export.rows')}
          value={isSelection ? 'selected' : 'all'}
          onChange={(value) => setIsSelection(value === 'selected')}
        >
          <Stack gap={6} mt={6}>
            <Radio
              value="all"
              label={t('transfer.export.matching', { count: total.total, total: formatTotal(total) })}
            />
            {selected > 0 && <Radio value="selected" label={t('transfer.export.selected', { count: selected })} />}
          </Stack>
        </Radio.Group>
        <p className={classes.hint}>{t('transfer.export.notes')}</p>
        {begin.error && (
          <p role="alert" className={classes.failure}>
            {begin.error.message}
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
    </Modal>
  )
}
