import type { Invitation } from '@courtcrier/contract/calls/invitations.ts'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../ui/format-time.ts'
import './text.ts'
import classes from './users.module.css'

/** Says when and by whom a user was invited, and what became of it. */
export function InvitationState({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation()
  const { canSend, way, isSettled, invitedAt, invitedBy, acceptedAt } = invitation
  return (
    <>
      {invitedAt && (
        <p className={classes.line}>
          {t(`userAccess.state.${stateOf(invitation)}`, {
            at: formatDateTime(invitedAt),
            by: invitedBy ?? t('userAccess.someoneElse'),
            accepted: acceptedAt ? formatDateTime(acceptedAt) : '',
          })}
        </p>
      )}
      {!invitedAt && !isSettled && (
        <p className={classes.line}>{t(`userAccess.state.${way === 'sign_on' ? 'noneSignOn' : 'none'}`)}</p>
      )}
      {!isSettled && !canSend && <p className={classes.line}>{t('userAccess.cannotSend')}</p>}
    </>
  )
}

function stateOf({ acceptedAt, isSettled, revokedAt, isOpen, way }: Invitation): string {
  if (acceptedAt) return 'accepted'
  if (isSettled) return 'settled'
  if (revokedAt) return way === 'sign_on' ? 'revokedSignOn' : 'revoked'
  return isOpen ? 'open' : 'lapsed'
}
