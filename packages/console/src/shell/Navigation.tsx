import { IconLogout, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useRole } from '../session/session-store.ts'
import classes from './Navigation.module.css'
import { pageLabel } from './nav-label.ts'
import { type NavEntry, navigationOf } from './nav-plan.ts'
import { useLogOut } from './use-log-out.ts'

/** Where the role can go, by groups. */
export function Navigation() {
  const { t } = useTranslation()
  const sections = navigationOf(useRole())
  return (
    <nav className={classes.nav} aria-label={t('shell.navigation')}>
      {sections.map(({ group, entries }) => (
        <div key={group} className={classes.section}>
          {group !== 'work' && (
            <h2 id={`nav-${group}`} className={classes.heading}>
              {t(`navGroup.${group}`)}
            </h2>
          )}
          <ul aria-labelledby={group === 'work' ? undefined : `nav-${group}`}>
            {entries.map((entry) => (
              <li key={entry.route}>
                <Entry entry={entry} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Account />
    </nav>
  )
}

/** What is not about the firm but about whoever sits here. */
function Account() {
  const { t } = useTranslation()
  const logOut = useLogOut()
  return (
    <div className={classes.section}>
      <h2 id="nav-account" className={classes.heading}>
        {t('navGroup.account')}
      </h2>
      <ul aria-labelledby="nav-account">
        <li>
          <Link to="/profile" className={classes.entry}>
            <IconUser size={18} stroke={1.6} aria-hidden />
            <span>{t('nav.profile')}</span>
          </Link>
        </li>
        <li>
          <button type="button" className={classes.entry} onClick={() => void logOut()}>
            <IconLogout size={18} stroke={1.6} aria-hidden />
            <span>{t('user.logOut')}</span>
          </button>
        </li>
      </ul>
    </div>
  )
}

function Entry({ entry }: { entry: NavEntry }) {
  useTranslation()
  const { icon: EntryIcon, badge: Badge } = entry
  return (
    <Link to={entry.route} className={classes.entry} activeOptions={{ exact: false, includeSearch: false }}>
      <EntryIcon size={18} stroke={1.6} aria-hidden />
      <span>{pageLabel(entry)}</span>
      {Badge && (
        <Suspense>
          <Badge />
        </Suspense>
      )}
    </Link>
  )
}
