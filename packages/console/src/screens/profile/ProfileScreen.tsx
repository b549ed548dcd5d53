import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session-store.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import classes from './profile.module.css'
import { RoleDetails } from './RoleDetails.tsx'

/** Who one is, changing the password, and what one's role allows. */
export default function ProfileScreen() {
  const { t } = useTranslation()
  const session = useSession()
  if (!session) return null
  const { user, role } = session
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav.profile')} />
      <dl className={classes.person}>
        <dt>{t('profile.name')}</dt>
        <dd>{user.fullName}</dd>
        <dt>{t('login.email')}</dt>
        <dd>{user.email}</dd>
        <dt>{t('profile.role')}</dt>
        <dd>{role.name}</dd>
      </dl>
      <ChangePassword userId={user.id} email={user.email} />
      <RoleDetails role={role} />
    </div>
  )
}
