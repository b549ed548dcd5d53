import type { ApiKey, IssuedKey } from '@courtcrier/contract/calls/api-keys.ts'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { lazy } from '../../ui/lazy.ts'
import classes from './api-keys.module.css'
import { KeyTable } from './KeyTable.tsx'
import { RevokeQuestion } from './RevokeQuestion.tsx'
import { RotateDialog } from './RotateDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { useKeys, useReloadKeys } from './use-keys.ts'

const MakeKeyDialog = lazy(() => import('./MakeKeyDialog.tsx'))

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
      <Suspense>
        {task?.kind === 'make' && <MakeKeyDialog isForService={isAll} onMade={show} onClose={close} />}
      </Suspense>
      {task?.kind === 'rotate' && <RotateDialog apiKey={task.key} onRotated={show} onClose={close} />}
      {task?.kind === 'show' && <SecretDialog issued={task.issued} onClose={close} />}
      <RevokeQuestion apiKey={task?.kind === 'revoke' ? task.key : undefined} onClose={close} />
    </>
  )
}
