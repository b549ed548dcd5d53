import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import './dialog-text.ts'
import { commonValues, updateSelected } from '../session/api.ts'
import { BulkEditFields } from './BulkEditFields.tsx'
import { BulkEditPreview } from './BulkEditPreview.tsx'
import { Failed, Result } from './BulkOutcome.tsx'
import { resourceWord } from './labels.ts'
import { countOf, rowSelectionOf, type Selection } from './row-selection.ts'

interface BulkEditDialogProps {
  resource: Resource
  selection: Selection
  onClose: () => void
  onClear: () => void
}

/** Gives what is selected the same values: first which, then what would become of each record, then what became of it. */
export default function BulkEditDialog({ resource, selection, onClose, onClear }: BulkEditDialogProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  // As it was when the dialog opened: what is selected afterwards is not what the person looks at.
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
  const again = () => {
    onClear()
    onClose()
  }
  const count = countOf(selection)
  const title = apply.data
    ? t('bulkEdit.doneTitle')
    : t('bulkEdit.title', { count, records: resourceWord(resource, count === 1 ? 'one' : 'many') })
  // What is known stays known when it cannot be asked again, as after the connection was lost: somebody is typing there.
  const error = apply.error ?? preview.error ?? (common.data ? null : common.error)
  return (
    <Modal opened onClose={onClose} title={title} size={600} withCloseButton={false}>
      {error && <Failed sentence={error.message} onAgain={again} />}
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
