import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import './text.ts'
import classes from './about.module.css'

const pages = { releaseNotes: '/totest', dev: '/dev', slow: '/slow', demo: '/demo' } as const

/** Shows links to the pages about the program itself, which aren't in the navigation. */
export function AboutPages() {
  const { t } = useTranslation()
  return (
    <nav className={classes.pages} aria-label={t('aboutPages.label')}>
      {Object.entries(pages).map(([name, to]) => (
        <Link key={to} to={to}>
          {t(`nav.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
