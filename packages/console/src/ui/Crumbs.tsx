import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './Crumbs.module.css'

interface CrumbsProps {
  /** The pages above this one, the outermost first. */
  above: readonly { to: string; label: string; search?: Record<string, string> }[]
  /** What this page is called. */
  here: string
}

/** Where a page lies that no entry of the navigation leads to. */
export function Crumbs({ above, here }: CrumbsProps) {
  const { t } = useTranslation()
  return (
    <nav className={classes.crumbs} aria-label={t('crumbs.label')}>
      <ol>
        {above.map(({ to, label, search }) => (
          <li key={to}>
            <Link to={to} search={search ?? {}}>
              {label}
            </Link>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  )
}
