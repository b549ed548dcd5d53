import {
  type UserFactors as Factors,
  readUserFactors,
  resetUserFactors,
} from '@courtcrier/contract/calls/second-factors.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCanWrite } from '../../resource/use-can-write.ts'
import { ask } from '../../session/ask.ts'
import { notifyFailure } from '../../session/notify-failure.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { formatList } from '../../ui/format-list.ts'
import { notify } from '../../ui/notices.ts'
import classes from './users.module.css'

/** Says which second factors a user has, and removes them for someone who has lost them. */
export function UserFactors({ row }: { row: AnyRow }) {
  const { t } = useTranslation()
  const id = String(row.id)
  const name = String(row.fullName ?? '')
  const canWrite = useCanWrite(user)
  const { data } = useQuery({ queryKey: keyOf(id), queryFn: ({ signal }) => ask(readUserFactors, { id }, { signal }) })
  const [isAsking, setAsking] = useState(false)
  const reset = useReset({ id, name, onSettled: () => setAsking(false) })
  if (!data) return null
  const list = listOf(data, t)
  return (
    <>
      <p className={classes.line}>
        {list === '' ? t('userAccess.factors.none') : t('userAccess.factors.some', { list })}
      </p>
      {list !== '' && canWrite && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('userAccess.factors.reset')}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={t('userAccess.factors.title', { name })}
        text={t('userAccess.factors.text')}
        confirm={t('userAccess.factors.reset')}
        cancel={t('userAccess.factors.keep')}
        isBusy={reset.isPending}
        onConfirm={() => reset.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

const keyOf = (id: string) => [user.name, 'factors', id]

function useReset({ id, name, onSettled }: { id: string; name: string; onSettled: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask(resetUserFactors, { id }),
    onSuccess: () => notify({ color: 'success', text: t('userAccess.factors.done', { name }) }),
    onError: notifyFailure,
    onSettled: () => {
      onSettled()
      return client.invalidateQueries({ queryKey: keyOf(id) })
    },
  })
}

function listOf({ hasTotp, passkeys }: Factors, t: TFunction): string {
  return formatList([
    ...(hasTotp ? [t('userAccess.factors.totp')] : []),
    ...(passkeys > 0 ? [t('userAccess.factors.passkeys', { count: passkeys })] : []),
  ])
}
