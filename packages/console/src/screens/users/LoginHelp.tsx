import type { InvitationWay } from '@courtcrier/contract/calls/invitations.ts'
import { forgetPassword } from '@courtcrier/contract/calls/session.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import panel from '../../resource/FormPanel.module.css'
import { useCanWrite } from '../../resource/use-can-write.ts'
import { ask } from '../../session/ask.ts'
import { notifyFailure } from '../../session/notify-failure.ts'
import { notify } from '../../ui/notices.ts'
import { InvitationState } from './InvitationState.tsx'
import { InviteNew } from './InviteNew.tsx'
import { useInvitation, useInvite, useRevoke } from './invitation.ts'
import { UserFactors } from './UserFactors.tsx'
import classes from './users.module.css'

interface LoginHelpProps {
  isNew: boolean
  isActive: boolean
  /** Whether it is a program, which can't log in. */
  isService: boolean
  /** The user as saved. */
  row: AnyRow
  isSaved: boolean
  follow: (act: ((saved: AnyRow) => void) | undefined) => void
}

/** Says how a user gets to log in, and sends what is needed for it. */
export function LoginHelp({ isNew, isActive, isService, row, isSaved, follow }: LoginHelpProps) {
  const { t } = useTranslation()
  const titleId = useId()
  if (isService) return <ServiceHelp />
  return (
    <section className={panel.panel} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('userAccess.loginTitle')}</h3>
      {!isActive && <p className={classes.line}>{t('userAccess.inactive')}</p>}
      {isNew && <InviteNew isActive={isActive} follow={follow} />}
      {isActive && !isNew && <SendLink row={row} isSaved={isSaved} />}
      {!isNew && <UserFactors row={row} />}
    </section>
  )
}

/** A service account needs no way to log in, but a key. */
function ServiceHelp() {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <section className={panel.panel} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('userAccess.serviceTitle')}</h3>
      <p className={classes.line}>{t('userAccess.service')}</p>
      <p className={classes.line}>
        <Link to="/api-keys">{t('userAccess.toKeys')}</Link>
      </p>
    </section>
  )
}

/** A user with no way in yet is invited; any other is sent a link to set a new one. */
function SendLink({ row, isSaved }: { row: AnyRow; isSaved: boolean }) {
  const { t } = useTranslation()
  const id = String(row.id)
  const email = String(row.email ?? '')
  const canWrite = useCanWrite(user)
  const { data } = useInvitation(id)
  const invite = useInvite()
  const reset = useMutation({
    mutationFn: () => ask(forgetPassword, { body: { email } }),
    onSuccess: () => notify({ color: 'success', text: t('userAccess.sent', { email }) }),
    onError: notifyFailure,
  })
  if (!data) return null
  const { isSettled, invitedAt, isOpen, canSend, way } = data
  const { mutate, isPending } = isSettled ? reset : { ...invite, mutate: () => invite.mutate({ id, email }) }
  const label = isSettled ? 'userAccess.send' : invitedAt ? 'userAccess.again' : 'userAccess.invite'
  const isBlocked = !isSaved || (!isSettled && !canSend)
  return (
    <>
      <InvitationState invitation={data} />
      {isSettled && (
        <p className={classes.line}>{t(`userAccess.${way === 'sign_on' ? 'receivesSignOn' : 'receives'}`)}</p>
      )}
      {canWrite && (
        <div className={classes.buttons}>
          <Button variant="default" loading={isPending} disabled={isBlocked} onClick={() => mutate()}>
            {t(label)}
          </Button>
          {isOpen && !isSettled && <Revoke id={id} email={email} way={way} />}
        </div>
      )}
      {canWrite && !isSaved && <p className={classes.quiet}>{t('userAccess.saveFirst')}</p>}
    </>
  )
}

function Revoke(revoking: { id: string; email: string; way: InvitationWay }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useRevoke()
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate(revoking)}>
      {t('userAccess.revoke')}
    </Button>
  )
}
