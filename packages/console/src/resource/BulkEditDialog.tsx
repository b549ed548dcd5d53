import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '../ui/use-focus-back.ts'
import './dialog-text.ts'
import { resourceWord } from '../i18n/labels.ts'
import { commonValues, updateSelected } from '../session/api.ts'
import { useAskFirst } from '../ui/use-ask-first.tsx'
import { BulkEditFields } from './BulkEditFields.tsx'
import { BulkEditPreview } from './BulkEditPreview.tsx'
import { Failed, Result } from './BulkOutcome.tsx'
import { countOf, rowSelectionOf, type Selection } from './list/row-selection.ts'

interface BulkEditDialogProps {
  resource: Resource
  selection: Selection
  onClose: () => void
  onClear: () => void
}

/** Sets the same values on the selection: first the values, then a preview for each record, then the results. */
export default function BulkEditDialog({ resource, selection, onClose, onClear }: BulkEditDialogProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  useFocusBack()
  // The selection when the dialog opened: a later one isn't what the user is looking at.
  const [selected] = useState(() => rowSelectionOf(selection))
  const [values, setValues] = useState<AnyRow>({})
  const common = useQuery({
    queryKey: ['bulk-values', resource.name, selected],
    queryFn: () => commonValues(resource, selected),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const preview = useMutation({
    mutationFn: () => updateSelected(resource, { selection: selected, values }, { isRehearsal: true }),
  })
  const apply = useMutation({
    mutationFn: () => updateSelected(resource, { selection: selected, values }, { isRehearsal: false }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [resource.name] }),
  })
  // What was chosen stays.
  const retry = () => {
    apply.reset()
    preview.reset()
    if (common.error) void common.refetch()
  }
  const again = () => {
    onClear()
    onClose()
  }
  const count = countOf(selection)
  const title = apply.data
    ? t('bulkEdit.doneTitle')
    : t('bulkEdit.title', { count, records: resourceWord(resource, count === 1 ? 'one' : 'many') })
  // Known values stay if they can't be loaded again, as after a lost connection: someone is typing there.
  const error = apply.error ?? preview.error ?? (common.data ? null : common.error)
  const isEntered = !apply.data && Object.keys(values).length > 0
  const { close, isAsking, question } = useAskFirst(onClose, { isEntered })
  return (
    <Modal
      opened
      // What is under way goes on; its results, and the undo, would be lost.
      onClose={() => !apply.isPending && close()}
      closeOnEscape={!isAsking}
      title={title}
      size={600}
      withCloseButton={false}
    >
      {question}
      {error && <Failed error={error} onRetry={retry} onAgain={again} />}
      {!error && apply.data && (
        <Result resource={resource} result={apply.data} onClose={onClose}>
          {t('bulkEdit.done', { count: apply.data.outcomes.filter(({ isDone }) => isDone).length })}
        </Result>
      )}
      {!error && !apply.data && preview.data && (
        <BulkEditPreview
          resource={resource}
          values={values}
          outcomes={preview.data.outcomes}
          isBusy={apply.isPending}
          onConfirm={() => apply.mutate()}
          onBack={preview.reset}
        />
      )}
      {!error && !apply.data && !preview.data && (
        <BulkEditFields
          resource={resource}
          common={common.data}
          values={values}
          isBusy={preview.isPending}
          onChange={setValues}
          onLook={() => preview.mutate()}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}
