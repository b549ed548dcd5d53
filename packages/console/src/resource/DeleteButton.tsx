import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deleteRow } from '../session/api.ts'
import { ApiFailure } from '../session/api-failure.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { notify } from '../ui/notices.ts'

interface DeleteButtonProps {
  resource: Resource
  row: AnyRow
  onDeleted: () => void
}

/** Deletes a record after asking, by its name. */
export function DeleteButton({ resource, row, onDeleted }: DeleteButtonProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [isAsking, ask] = useDisclosure(false)
  const title = String(row[resource.title] ?? row.id)
  const remove = useMutation({
    mutationFn: () => deleteRow(resource, String(row.id)),
    onSuccess: () => {
      notify({ color: 'success', text: t('formPanel.deleted', { title }) })
      onDeleted()
      queryClient.removeQueries({ queryKey: [resource.name, 'row', String(row.id)] })
      void queryClient.invalidateQueries({ queryKey: [resource.name] })
    },
    onError: (error) => {
      // Other records leading to it is announced with the call itself.
      const isTold = error instanceof ApiFailure && [401, 409, 500].includes(error.status)
      if (!isTold) notify({ color: 'error', text: error.message })
    },
    onSettled: ask.close,
  })
  return (
    <>
      <Button variant="subtle" color="red" ml="auto" onClick={ask.open}>
        {t('formPanel.delete')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('formPanel.deleteTitle', { title })}
        text={t('formPanel.deleteText')}
        confirm={t('formPanel.deleteConfirm')}
        cancel={t('formPanel.keep')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={ask.close}
      />
    </>
  )
}
