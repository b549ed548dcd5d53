import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveRow } from '../session/api.ts'
import { offerUndo } from '../session/offer-undo.ts'
import { useRole } from '../session/session-store.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { notify } from '../ui/notices.ts'
import { isWritable } from './form-values.ts'
import { choiceLabel, fieldLabel } from './labels.ts'

interface DeactivateDialogProps {
  resource: Resource
  row: AnyRow
  /** Why the record was not deleted; nothing is shown without. */
  refusal: string | undefined
  onClose: () => void
}

/** Offers to take a record out of use, when others lead to it and it was therefore not deleted. */
export function DeactivateDialog({ resource, row, refusal, onClose }: DeactivateDialogProps) {
  const { t } = useTranslation()
  const role = useRole()
  const queryClient = useQueryClient()
  const { deactivation } = resource
  const title = String(row[resource.title] ?? row.id)
  const deactivate = useMutation({
    mutationFn: (values: AnyRow) => saveRow(resource, { id: String(row.id), values }),
    onSuccess: ({ row: saved, undoId }) => {
      queryClient.setQueryData([resource.name, 'row', String(saved.id)], saved)
      void queryClient.invalidateQueries({ queryKey: [resource.name] })
      offerUndo({ resource, text: t('deactivate.done', { title }), undoId })
    },
    onError: (error) => notify({ color: 'error', text: error.message }),
    onSettled: onClose,
  })
  if (!deactivation || row[deactivation.field] === deactivation.value) return null
  if (!isWritable(deactivation.field, { resource, role, isNew: false })) return null
  const { field, value } = deactivation
  const definition = findField(resource, field)
  const word =
    typeof value === 'boolean' ? t(value ? 'input.yes' : 'input.no') : definition && choiceLabel(definition, value)
  return (
    <ConfirmDialog
      opened={refusal !== undefined}
      title={t('deactivate.title', { title })}
      text={refusal ?? ''}
      confirm={t('deactivate.action', { field: fieldLabel(resource, field), value: word })}
      cancel={t('deactivate.keep')}
      isBusy={deactivate.isPending}
      onConfirm={() => deactivate.mutate({ [field]: value })}
      onCancel={onClose}
    />
  )
}
