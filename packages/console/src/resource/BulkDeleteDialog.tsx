import type { Resource } from '@courtcrier/contract/resource.ts'
import type { RowOutcome } from '@courtcrier/contract/selection.ts'
import { Button, Loader, Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteSelected } from '../session/api.ts'
import classes from './BulkDeleteDialog.module.css'
import { resourceWord } from './labels.ts'
import { rowSelectionOf, type Selection } from './row-selection.ts'

interface BulkDeleteDialogProps {
  resource: Resource
  selection: Selection
  onClose: () => void
  onClear: () => void
}

/** Deletes what is selected: first what would become of each record, as the server sees it, then what became of it. */
export default function BulkDeleteDialog({ resource, selection, onClose, onClear }: BulkDeleteDialogProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  // As it was when the question was asked: what is selected afterwards is not what was agreed to.
  const [selected] = useState(() => rowSelectionOf(selection))
  const preview = useQuery({
    queryKey: ['bulk-delete', resource.name, selected],
    queryFn: () => deleteSelected(resource, selected, { isRehearsal: true }),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const remove = useMutation({
    mutationFn: () => deleteSelected(resource, selected, { isRehearsal: false }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [resource.name] }),
  })
  const leave = () => {
    if (remove.data) onClear()
    onClose()
  }
  const again = () => {
    onClear()
    onClose()
  }
  const title = t(remove.data ? 'bulkDelete.doneTitle' : 'bulkDelete.title', {
    records: resourceWord(resource, 'many'),
  })
  const error = remove.error ?? preview.error
  return (
    <Modal opened onClose={leave} title={title} size={560} withCloseButton={false}>
      {error && <Failed sentence={error.message} onAgain={again} />}
      {!error && remove.data && <Result outcomes={remove.data} onClose={leave} />}
      {!error && !remove.data && preview.isPending && (
        <Text>
          <Loader size="xs" aria-hidden /> {t('bulkDelete.checking')}
        </Text>
      )}
      {!error && !remove.data && preview.data && (
        <Preview
          outcomes={preview.data}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}

interface PreviewProps {
  outcomes: readonly RowOutcome[]
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
}

function Preview({ outcomes, isBusy, onConfirm, onCancel }: PreviewProps) {
  const { t } = useTranslation()
  const going = outcomes.filter(({ isDone }) => isDone)
  return (
    <>
      <Text>{going.length > 0 ? t('bulkDelete.preview', { count: going.length }) : t('bulkDelete.nothing')}</Text>
      <RowList rows={going} />
      <Kept outcomes={outcomes} />
      <div className={classes.buttons}>
        <Button variant="default" data-autofocus onClick={onCancel}>
          {t('bulkDelete.cancel')}
        </Button>
        {going.length > 0 && (
          <Button color="red" loading={isBusy} onClick={onConfirm}>
            {t('bulkDelete.confirm', { count: going.length })}
          </Button>
        )}
      </div>
    </>
  )
}

function Result({ outcomes, onClose }: { outcomes: readonly RowOutcome[]; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Text>{t('bulkDelete.done', { count: outcomes.filter(({ isDone }) => isDone).length })}</Text>
      <Kept outcomes={outcomes} />
      <div className={classes.buttons}>
        <Button data-autofocus onClick={onClose}>
          {t('bulkDelete.close')}
        </Button>
      </div>
    </>
  )
}

function Failed({ sentence, onAgain }: { sentence: string; onAgain: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <Text>{sentence}</Text>
      <div className={classes.buttons}>
        <Button onClick={onAgain}>{t('bulkDelete.again')}</Button>
      </div>
    </div>
  )
}

function Kept({ outcomes }: { outcomes: readonly RowOutcome[] }) {
  const { t } = useTranslation()
  const kept = outcomes.filter(({ isDone }) => !isDone)
  if (kept.length === 0) return null
  return (
    <>
      <Text>{t('bulkDelete.kept', { count: kept.length })}</Text>
      <RowList rows={kept} />
    </>
  )
}

const mostListed = 50

function RowList({ rows }: { rows: readonly RowOutcome[] }) {
  const { t } = useTranslation()
  const rest = rows.length - mostListed
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keys (WCAG 2.1.1)
    <ul className={classes.rows} tabIndex={0}>
      {rows.slice(0, mostListed).map(({ id, title, reason }) => (
        <li key={id}>
          <b>{title ?? t('bulkDelete.unnamed')}</b> {reason}
        </li>
      ))}
      {rest > 0 && <li>{t('bulkDelete.more', { count: rest })}</li>}
    </ul>
  )
}

function Text({ children }: { children: ReactNode }) {
  return <p className={classes.text}>{children}</p>
}
