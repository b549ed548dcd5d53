import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { resourceLabel } from '../resource/labels.ts'
import { useRole } from '../session/session-store.ts'
import classes from './Navigation.module.css'
import { type NavEntry, navigationOf } from './nav-plan.ts'

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
    </nav>
  )
}

function Entry({ entry }: { entry: NavEntry }) {
  const { t } = useTranslation()
  const { icon: EntryIcon, badge: Badge } = entry
  return (
    <Link to={entry.route} className={classes.entry} activeOptions={{ exact: false, includeSearch: false }}>
      <EntryIcon size={18} stroke={1.6} aria-hidden />
      <span>{entry.resource ? resourceLabel(entry.resource, 'many') : t(entry.titleKey ?? '')}</span>
      {Badge && (
        <Suspense>
          <Badge />
        </Suspense>
      )}
    </Link>
  )
}
