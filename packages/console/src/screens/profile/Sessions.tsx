import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type OwnSession,
} from '@courtcrier/contract/calls/own-sessions.ts'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { i18next } from '../../i18n/i18n.ts'
import { ask } from '../../session/ask.ts'
import { notifyFailure } from '../../session/notify-failure.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatAgo, formatDateTime } from '../../ui/format-time.ts'
import { LoadingRows } from '../../ui/Loading.tsx'
import { notify } from '../../ui/notices.ts'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { FromLine } from './FromLine.tsx'
import classes from './profile.module.css'
import { When } from './When.tsx'

const queryKey = ['session', 'own']

/** Lists the user's sessions, and ends them. */
export function Sessions() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(listOwnSessions, {}, { signal }),
  })
  const endOthers = useEnding<undefined>(async () => {
    const { ended } = await ask(endOtherSessions, {})
    return i18next.t('sessions.endedOthers', { count: ended })
  })
  const sessions = data?.sessions ?? []
  const hasOthers = sessions.some(({ is_current }) => !is_current)
  return (
    <section className={classes.section} aria-labelledby="own-sessions">
      <h2 id="own-sessions">{t('sessions.title')}</h2>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingRows count={2} />}
      {data && <p className={classes.about}>{t(hasOthers ? 'sessions.lead' : 'sessions.onlyThis')}</p>}
      {data && <SessionTable sessions={sessions} />}
      {hasOthers && (
        <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate(undefined)}>
          {t('sessions.endOthers')}
        </Button>
      )}
    </section>
  )
}

function SessionTable({ sessions }: { sessions: readonly OwnSession[] }) {
  const { t } = useTranslation()
  return (
    <PlainTable heads={[t('sessions.device'), t('sessions.signedIn'), t('sessions.lastSeen'), t('sessions.action')]}>
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </PlainTable>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const { t } = useTranslation()
  const device = session.device ?? t('sessions.unknownDevice')
  const ago = formatAgo(session.last_seen_at)
  const end = useEnding<string>(async (id) => {
    await ask(endOwnSession, { id })
    return i18next.t('sessions.ended', { device })
  })
  return (
    <tr data-current={session.is_current || undefined}>
      <th scope="row" title={session.user_agent ?? undefined}>
        {device}
        <FromLine place={session.place} network={session.network} />
      </th>
      <td>
        <When at={session.signed_in_at} />
      </td>
      <td title={formatDateTime(session.last_seen_at)}>{ago}</td>
      <td>
        {session.is_current ? (
          <StatusDot tone="ok">{t('sessions.thisOne')}</StatusDot>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            loading={end.isPending}
            aria-label={t('sessions.endOf', { device, ago })}
            onClick={() => end.mutate(session.id)}
          >
            {t('sessions.end')}
          </Button>
        )}
      </td>
    </tr>
  )
}

/** Ends sessions, confirms which, and reloads the list. */
function useEnding<Input>(end: (input: Input) => Promise<string>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: end,
    onSuccess: (text) => notify({ color: 'success', text }),
    onError: notifyFailure,
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
