import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session-store.ts'
import { lazy } from '../../ui/lazy.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { WhenSeen } from '../../ui/WhenSeen.tsx'
import { SecondFactors } from '../second-factors/SecondFactors.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { OwnDelivery } from './OwnDelivery.tsx'
import classes from './profile.module.css'
import { RoleDetails } from './RoleDetails.tsx'
import { Sessions } from './Sessions.tsx'
import { SignIns } from './SignIns.tsx'

const OwnKeys = lazy(() => import('./OwnKeys.tsx'))

/** Shows the user's own account: profile, notifications, sessions, second factors, API keys, password, and the role's permissions. */
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
      <OwnDelivery />
      <Sessions />
      <SignIns />
      <section id="second-factors" className={classes.section} aria-labelledby="own-factors">
        <h2 id="own-factors">{t('factors.title')}</h2>
        <SecondFactors />
      </section>
      <WhenSeen>
        <OwnKeys />
      </WhenSeen>
      <ChangePassword userId={user.id} email={user.email} />
      <RoleDetails role={role} />
    </div>
  )
}
