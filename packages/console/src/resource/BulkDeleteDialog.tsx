import type { Resource } from '@courtcrier/contract/resource.ts'
import type { RowOutcome } from '@courtcrier/contract/selection.ts'
import { Button, Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '../ui/use-focus-back.ts'
import './dialog-text.ts'
import { resourceWord } from '../i18n/labels.ts'
import { deleteSelected } from '../session/api.ts'
import { focusOnMount } from '../ui/focus-on-mount.ts'
import classes from './BulkDialog.module.css'
import { Checking, Failed, Kept, Result, RowList, Text } from './BulkOutcome.tsx'
import { rowSelectionOf, type Selection } from './list/row-selection.ts'

interface BulkDeleteDialogProps {
  resource: Resource
  selection: Selection
  onClose: () => void
  onClear: () => void
}

/** Deletes the selection: first a preview from the server of what would happen to each record, then the results. */
export default function BulkDeleteDialog({ resource, selection, onClose, onClear }: BulkDeleteDialogProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  useFocusBack()
  // The selection when the dialog opened: a later one isn't what the user agreed to.
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
  const retry = () => {
    remove.reset()
    void preview.refetch()
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
    // What is under way goes on; its results, and the undo, would be lost.
    <Modal opened onClose={() => !remove.isPending && leave()} title={title} size={560} withCloseButton={false}>
      {error && <Failed error={error} onRetry={retry} onAgain={again} />}
      {!error && remove.data && (
        <Result resource={resource} result={remove.data} onClose={leave}>
          {t('bulkDelete.done', { count: remove.data.outcomes.filter(({ isDone }) => isDone).length })}
        </Result>
      )}
      {!error && !remove.data && preview.isPending && <Checking />}
      {!error && !remove.data && preview.data && (
        <Preview
          outcomes={preview.data.outcomes}
          isUndoable={resource.isUndoable}
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
  isUndoable: boolean
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
}

function Preview({ outcomes, isUndoable, isBusy, onConfirm, onCancel }: PreviewProps) {
  const { t } = useTranslation()
  const going = outcomes.filter(({ isDone }) => isDone)
  const sentence = isUndoable ? 'bulkDelete.previewUndoable' : 'bulkDelete.preview'
  return (
    <>
      <Text>{going.length > 0 ? t(sentence, { count: going.length }) : t('bulkDelete.nothing')}</Text>
      <RowList rows={going} />
      <Kept outcomes={outcomes} />
      <div className={classes.buttons}>
        <Button variant="default" ref={focusOnMount} disabled={isBusy} onClick={onCancel}>
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
