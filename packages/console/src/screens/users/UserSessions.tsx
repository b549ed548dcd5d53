import type { OwnSession } from '@courtcrier/contract/calls/own-sessions.ts'
import { endUserSession, endUserSessions, listUserSessions } from '@courtcrier/contract/calls/user-sessions.ts'
import { signIn } from '@courtcrier/contract/resources/sign-in.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { i18next } from '../../i18n/i18n.ts'
import { FormPanel } from '../../resource/FormPanel.tsx'
import { listLink } from '../../resource/list-link.ts'
import { ask } from '../../session/ask.ts'
import { notifyFailure } from '../../session/notify-failure.ts'
import { queryClient } from '../../session/query-client.ts'
import { useRole } from '../../session/session-store.ts'
import { formatAgo, formatDateTime } from '../../ui/format-time.ts'
import { notify } from '../../ui/notices.ts'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { FromLine } from '../profile/FromLine.tsx'
import classes from './users.module.css'

/** Shows where a user is logged in, ends sessions, and leads to the user's history of sign-ins. */
export function UserSessions({ id }: { id: string }) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: [user.name, 'sessions', id],
    queryFn: ({ signal }) => ask(listUserSessions, { id }, { signal }),
  })
  const history = listLink(signIn, [{ field: 'userId', in: [id] }], useRole())
  const endAll = useEnding(async () => {
    const { ended } = await ask(endUserSessions, { id })
    return i18next.t('userSessions.endedAll', { count: ended })
  })
  return (
    <FormPanel title={t('userSessions.title')} query={query} lines={2}>
      {({ sessions }) => (
        <>
          {sessions.length === 0 && <p className={classes.line}>{t('userSessions.none')}</p>}
          {sessions.length > 0 && <SessionTable id={id} sessions={sessions} />}
          <div className={classes.buttons}>
            {sessions.some(({ is_current }) => !is_current) && (
              <Button variant="default" loading={endAll.isPending} onClick={() => endAll.mutate(undefined)}>
                {t('userSessions.endAll')}
              </Button>
            )}
            {history && (
              <Link to={history.to} search={history.search} className={classes.history}>
                {t('userSessions.history')}
              </Link>
            )}
          </div>
        </>
      )}
    </FormPanel>
  )
}

function SessionTable({ id, sessions }: { id: string; sessions: readonly OwnSession[] }) {
  const { t } = useTranslation()
  return (
    <div className={classes.sessions}>
      <PlainTable heads={[t('userSessions.device'), t('userSessions.used'), t('userSessions.action')]} isFramed>
        {sessions.map((session) => (
          <SessionRow key={session.id} id={id} session={session} />
        ))}
      </PlainTable>
    </div>
  )
}

function SessionRow({ id, session }: { id: string; session: OwnSession }) {
  const { t } = useTranslation()
  const device = session.device ?? t('userSessions.unknownDevice')
  const ago = formatAgo(session.last_seen_at)
  const end = useEnding(async () => {
    await ask(endUserSession, { id, sessionId: session.id })
    return i18next.t('userSessions.ended', { device })
  })
  return (
    <tr>
      <th scope="row" title={session.user_agent ?? undefined}>
        {device}
        <FromLine place={session.place} network={session.network} />
        <small>{t('userSessions.signedIn', { at: formatDateTime(session.signed_in_at) })}</small>
      </th>
      <td title={formatDateTime(session.last_seen_at)}>{ago}</td>
      <td>
        {session.is_current ? (
          <StatusDot tone="ok">{t('userSessions.current')}</StatusDot>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            loading={end.isPending}
            aria-label={t('userSessions.endOf', { device, ago })}
            onClick={() => end.mutate(undefined)}
          >
            {t('userSessions.end')}
          </Button>
        )}
      </td>
    </tr>
  )
}

/** Ends sessions, confirms which, and reloads the list. */
function useEnding(end: () => Promise<string>) {
  return useMutation<string, Error, undefined>({
    mutationFn: end,
    onSuccess: (text) => notify({ color: 'success', text }),
    onError: notifyFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [user.name, 'sessions'] }),
  })
}
