import { forgetPassword } from '@courtcrier/contract/calls/session.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import panel from '../../resource/FormPanel.module.css'
import { useCanWrite } from '../../resource/use-can-write.ts'
import { ask } from '../../session/ask.ts'
import { notify } from '../../ui/notices.ts'
import { InvitationState } from './InvitationState.tsx'
import { InviteNew } from './InviteNew.tsx'
import { useInvitation, useInvite } from './invitation.ts'
import { UserFactors } from './UserFactors.tsx'
import classes from './users.module.css'

interface LoginHelpProps {
  isNew: boolean
  isActive: boolean
  /** The user as saved. */
  row: AnyRow
  isSaved: boolean
  follow: (act: ((saved: AnyRow) => void) | undefined) => void
}

/** Says how a user gets to log in, and sends what is needed for it. */
export function LoginHelp({ isNew, isActive, row, isSaved, follow }: LoginHelpProps) {
  const { t } = useTranslation()
  const titleId = useId()
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

/** A user without a password is invited; any other is sent a link to set a new one. */
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
    onError: (error) => notify({ color: 'error', text: error.message }),
  })
  if (!data) return null
  const isInvited = !data.hasPassword
  const { mutate, isPending } = isInvited ? { ...invite, mutate: () => invite.mutate({ id, email }) } : reset
  const label = isInvited ? (data.invitedAt ? 'userAccess.again' : 'userAccess.invite') : 'userAccess.send'
  return (
    <>
      <InvitationState invitation={data} />
      {!isInvited && <p className={classes.line}>{t('userAccess.receives')}</p>}
      {canWrite && (
        <Button
          variant="default"
          loading={isPending}
          disabled={!isSaved || (isInvited && !data.canSend)}
          onClick={() => mutate()}
        >
          {t(label)}
        </Button>
      )}
      {canWrite && !isSaved && <p className={classes.quiet}>{t('userAccess.saveFirst')}</p>}
    </>
  )
}
