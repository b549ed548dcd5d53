import { Link } from '@tanstack/react-router'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Crumbs.module.css'
import { type Crumb, PagesAbove } from './pages-above.ts'

interface CrumbsProps {
  /** The pages above this one, the outermost first, below those above the whole page. */
  above: readonly Crumb[]
  /** This page's name, if its title doesn't follow right below. */
  here?: string
}

/** Shows the position of a page that isn't in the navigation. */
export function Crumbs({ above, here }: CrumbsProps) {
  const { t } = useTranslation()
  const outer = useContext(PagesAbove)
  return (
    <nav className={classes.crumbs} aria-label={t('crumbs.label')}>
      <ol>
        {[...outer, ...above].map(({ to, label, search }) => (
          <li key={to}>
            <Link to={to} search={search ?? {}}>
              <bdi>{label}</bdi>
            </Link>
          </li>
        ))}
        {here && (
          <li aria-current="page">
            <bdi>{here}</bdi>
          </li>
        )}
      </ol>
    </nav>
  )
}
