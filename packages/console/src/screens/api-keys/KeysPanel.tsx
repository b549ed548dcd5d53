import { type ApiKey, type IssuedKey, revokeKey } from '@courtcrier/contract/calls/api-keys.ts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { notify } from '../../ui/notices.ts'
import classes from './api-keys.module.css'
import { KeyTable } from './KeyTable.tsx'
import { MakeKeyDialog } from './MakeKeyDialog.tsx'
import { RotateDialog } from './RotateDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { useKeys, useReloadKeys } from './use-keys.ts'

type Task = { kind: 'make' } | { kind: 'rotate' | 'revoke'; key: ApiKey } | { kind: 'show'; issued: IssuedKey }

/** Lists keys; creates, rotates and revokes them. */
export function KeysPanel({ isAll }: { isAll: boolean }) {
  const { t } = useTranslation()
  const [task, setTask] = useState<Task>()
  const { data, error, refetch } = useKeys(isAll)
  const reload = useReloadKeys()
  const close = () => setTask(undefined)
  const show = (issued: IssuedKey) => {
    setTask({ kind: 'show', issued })
    void reload()
  }
  const create = <Button onClick={() => setTask({ kind: 'make' })}>{t('apiKeys.create')}</Button>
  return (
    <>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingRows count={3} />}
      {data?.keys.length === 0 && <EmptyState title={t('apiKeys.none')} text={t('apiKeys.noneText')} action={create} />}
      {data && data.keys.length > 0 && (
        <>
          <KeyTable keys={data.keys} hasOwners={isAll} onAct={(kind, key) => setTask({ kind, key })} />
          <div className={classes.actions}>{create}</div>
        </>
      )}
      {task?.kind === 'make' && <MakeKeyDialog isForService={isAll} onMade={show} onClose={close} />}
      {task?.kind === 'rotate' && <RotateDialog apiKey={task.key} onRotated={show} onClose={close} />}
      {task?.kind === 'show' && <SecretDialog issued={task.issued} onClose={close} />}
      <RevokeQuestion apiKey={task?.kind === 'revoke' ? task.key : undefined} onClose={close} />
    </>
  )
}

function RevokeQuestion({ apiKey, onClose }: { apiKey: ApiKey | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const reload = useReloadKeys()
  const revoke = useMutation({
    mutationFn: ({ id }: ApiKey) => ask(revokeKey, { id }),
    onSuccess: (_, { name }) => notify({ color: 'success', text: t('apiKeys.revoked', { name }) }),
    onError: (error) => notify({ color: 'error', text: error.message }),
    onSettled: async () => {
      onClose()
      await reload()
    },
  })
  return (
    <ConfirmDialog
      opened={apiKey !== undefined}
      title={t('apiKeys.revokeTitle', { name: apiKey?.name ?? '' })}
      text={t('apiKeys.revokeText')}
      confirm={t('apiKeys.revoke')}
      cancel={t('apiKeys.keep')}
      isBusy={revoke.isPending}
      onConfirm={() => apiKey && revoke.mutate(apiKey)}
      onCancel={onClose}
    />
  )
}
