import {
  type ImportTokenState,
  makeImportToken,
  readImportToken,
  revokeImportToken,
} from '@courtcrier/contract/calls/import-token.ts'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import './text.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatAgo, formatDateTime } from '../../ui/format-time.ts'
import { notify } from '../../ui/notices.ts'
import { SecretModal } from '../../ui/SecretModal.tsx'
import { useStayHere } from '../../ui/use-stay-here.ts'
import classes from './transfer.module.css'

/** Manages the token that programs use for imports: created and shown once, replaced, revoked. */
export default function ImportTokenField({ canChange }: { canChange: boolean }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<'replace' | 'revoke'>()
  const { data, error, refetch } = useQuery({
    queryKey: ['firm', 'import-token'],
    queryFn: ({ signal }) => ask(readImportToken, {}, { signal }),
  })
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['firm', 'import-token'] })
  const make = useMutation({ mutationFn: () => ask(makeImportToken, {}), onSettled: refresh })
  const revoke = useMutation({
    mutationFn: () => ask(revokeImportToken, {}),
    onSuccess: () => notify({ color: 'success', text: 'transfer.token.revoked' }),
    onSettled: refresh,
  })
  useStayHere(make.isPending)
  const confirm = () => {
    if (asked === 'replace') make.mutate()
    else revoke.mutate()
    setAsked(undefined)
  }
  const failure = make.error ?? revoke.error
  return (
    <section className={classes.token} aria-labelledby="import-token">
      <h2 id="import-token" className={classes.heading}>
        {t('transfer.token.title')}
      </h2>
      <p className={classes.hint}>{t('transfer.token.about')}</p>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {data && <TokenFacts state={data} />}
      {make.data && <NewToken token={make.data.token} onClose={make.reset} />}
      {failure && (
        <p role="alert" className={classes.failure}>
          {failure.message}
        </p>
      )}
      {data && canChange && (
        <div className={classes.actions}>
          <Button
            variant="default"
            loading={make.isPending}
            onClick={() => (data.is_set ? setAsked('replace') : make.mutate())}
          >
            {t(data.is_set ? 'transfer.token.replace' : 'transfer.token.make')}
          </Button>
          {data.is_set && (
            <Button variant="default" loading={revoke.isPending} onClick={() => setAsked('revoke')}>
              {t('transfer.token.revoke')}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        opened={asked !== undefined}
        title={t(asked === 'replace' ? 'transfer.token.replaceTitle' : 'transfer.token.revokeTitle')}
        text={t('transfer.token.stops')}
        confirm={t(asked === 'replace' ? 'transfer.token.replace' : 'transfer.token.revoke')}
        cancel={t('transfer.token.keep')}
        onConfirm={confirm}
        onCancel={() => setAsked(undefined)}
      />
    </section>
  )
}

function TokenFacts({ state }: { state: ImportTokenState }) {
  const { t } = useTranslation()
  if (!state.is_set || !state.created_at) return <p>{t('transfer.token.none')}</p>
  const time = formatDateTime(state.created_at)
  const made = state.created_by
    ? t('transfer.token.since', { time, name: state.created_by })
    : t('transfer.token.sinceUnknown', { time })
  const used = state.last_used_at
    ? t('transfer.token.used', { ago: formatAgo(state.last_used_at) })
    : t('transfer.token.unused')
  return (
    <p>
      {made} {used}
    </p>
  )
}

function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SecretModal
      title={t('transfer.token.made')}
      label={t('transfer.token.value')}
      description={t('transfer.token.shown')}
      secret={token}
      onClose={onClose}
    />
  )
}
