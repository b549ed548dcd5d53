import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { choiceLabel, fieldLabel } from '../i18n/labels.ts'
import { deleteRow, saveRow } from '../session/api.ts'
import { ApiFailure } from '../session/api-failure.ts'
import { notifyFailure } from '../session/notify-failure.ts'
import { offerUndo } from '../session/offer-undo.ts'
import { useRole } from '../session/session-store.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { isWritable } from './form-values.ts'
import { rowName } from './row-name.ts'

interface DeleteButtonProps {
  resource: Resource
  row: AnyRow
  onDeleted: () => void
}

/** Deletes a record immediately and offers undo; if it can't be undone, asks first, naming the record. */
export function DeleteButton({ resource, row, onDeleted }: DeleteButtonProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [isAsking, ask] = useDisclosure(false)
  const title = rowName(resource, row)
  const remove = useMutation({
    mutationFn: () => deleteRow(resource, String(row.id)),
    onSuccess: (undoId) => {
      offerUndo({ resource, text: t('formPanel.deleted', { title }), undoId })
      onDeleted()
      queryClient.removeQueries({ queryKey: [resource.name, 'row', String(row.id)] })
      void queryClient.invalidateQueries({ queryKey: [resource.name] })
    },
    onError: (error) => {
      if (error instanceof ApiFailure && error.problem?.code === 'in_use') setRefusal(error.message)
      notifyFailure(error)
    },
    onSettled: ask.close,
  })
  const isBusy = remove.isPending
  const [refusal, setRefusal] = useState<string | undefined>()
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        ml="auto"
        loading={isBusy && !isAsking}
        onClick={resource.isUndoable ? () => remove.mutate() : ask.open}
      >
        {t('formPanel.delete')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('formPanel.deleteTitle', { title })}
        text={t('formPanel.deleteText')}
        confirm={t('formPanel.deleteConfirm')}
        cancel={t('formPanel.keep')}
        isBusy={isBusy}
        onConfirm={() => remove.mutate()}
        onCancel={ask.close}
      />
      <DeactivateDialog resource={resource} row={row} refusal={refusal} onClose={() => setRefusal(undefined)} />
    </>
  )
}

interface DeactivateDialogProps {
  resource: Resource
  row: AnyRow
  /** Why the record wasn't deleted; nothing is shown without it. */
  refusal: string | undefined
  onClose: () => void
}

/** Offers to deactivate a record that couldn't be deleted because others refer to it. */
function DeactivateDialog({ resource, row, refusal, onClose }: DeactivateDialogProps) {
  const { t } = useTranslation()
  const role = useRole()
  const queryClient = useQueryClient()
  const { deactivation } = resource
  const title = rowName(resource, row)
  const deactivate = useMutation({
    mutationFn: (values: AnyRow) => saveRow(resource, { id: String(row.id), values }),
    onSuccess: ({ row: saved, undoId }) => {
      queryClient.setQueryData([resource.name, 'row', String(saved.id)], saved)
      void queryClient.invalidateQueries({ queryKey: [resource.name] })
      offerUndo({ resource, text: t('deactivate.done', { title }), undoId })
    },
    onError: notifyFailure,
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
