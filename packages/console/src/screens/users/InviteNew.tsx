import { invitationDays } from '@courtcrier/contract/calls/invitations.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { Checkbox } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCanInvite, useInvite } from './invitation.ts'
import classes from './users.module.css'

interface InviteNewProps {
  isActive: boolean
  follow: (act: ((saved: AnyRow) => void) | undefined) => void
}

/** Offers to invite a user as soon as they are created. */
export function InviteNew({ isActive, follow }: InviteNewProps) {
  const { t } = useTranslation()
  const { data } = useCanInvite()
  const [isWanted, setIsWanted] = useState(true)
  const { mutate } = useInvite()
  const isInvited = isActive && isWanted && data?.canSend === true
  useEffect(() => {
    follow(isInvited ? ({ id, email }) => mutate({ id: String(id), email: String(email ?? '') }) : undefined)
    return () => follow(undefined)
  }, [isInvited, follow, mutate])
  if (!isActive || !data) return null
  if (!data.canSend) return <p className={classes.line}>{t('userAccess.cannotSend')}</p>
  return (
    <Checkbox
      label={t('userAccess.invite')}
      description={
        data.way === 'sign_on' ? t('userAccess.inviteSignOn') : t('userAccess.inviteHelp', { count: invitationDays })
      }
      checked={isWanted}
      onChange={({ currentTarget }) => setIsWanted(currentTarget.checked)}
    />
  )
}
