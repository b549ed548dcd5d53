import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteRow } from '../session/api.ts'
import { ApiFailure } from '../session/api-failure.ts'
import { offerUndo } from '../session/offer-undo.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { notify } from '../ui/notices.ts'
import { DeactivateDialog } from './DeactivateDialog.tsx'

interface DeleteButtonProps {
  resource: Resource
  row: AnyRow
  onDeleted: () => void
}

/** Deletes a record at once and offers to take that back; where it cannot be, it asks before, by the record's name. */
export function DeleteButton({ resource, row, onDeleted }: DeleteButtonProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [isAsking, ask] = useDisclosure(false)
  const title = String(row[resource.title] ?? row.id)
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
      // Other records leading to it is announced with the call itself.
      const isTold = error instanceof ApiFailure && [401, 409, 500].includes(error.status)
      if (!isTold) notify({ color: 'error', text: error.message })
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
