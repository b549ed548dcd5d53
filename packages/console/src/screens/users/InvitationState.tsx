import type { Invitation } from '@courtcrier/contract/calls/invitations.ts'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../ui/format-time.ts'
import './text.ts'
import classes from './users.module.css'

/** Says when and by whom a user was invited, and what became of it. */
export function InvitationState({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation()
  const { canSend, hasPassword, invitedAt, invitedBy, acceptedAt, isOpen } = invitation
  const key = acceptedAt ? 'accepted' : hasPassword ? 'settled' : isOpen ? 'open' : 'lapsed'
  return (
    <>
      {invitedAt && (
        <p className={classes.line}>
          {t(`userAccess.state.${key}`, {
            at: formatDateTime(invitedAt),
            by: invitedBy ?? t('userAccess.someoneElse'),
            accepted: acceptedAt ? formatDateTime(acceptedAt) : '',
          })}
        </p>
      )}
      {!invitedAt && !hasPassword && <p className={classes.line}>{t('userAccess.state.none')}</p>}
      {!hasPassword && !canSend && <p className={classes.line}>{t('userAccess.cannotSend')}</p>}
    </>
  )
}
