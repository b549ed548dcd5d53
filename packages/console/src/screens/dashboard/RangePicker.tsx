import { dateRanges } from '@courtcrier/contract/dashboard.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LatePopup } from '../../ui/LatePopup.tsx'
import classes from './dashboard.module.css'
import { type DashboardSearch, formatDashboardSearch } from './dashboard-search.ts'

const loadDays = () => import('./CustomDays.tsx')

/** Chooses which days are counted; each choice is an address. */
export function RangePicker({ search }: { search: DashboardSearch }) {
  const { t } = useTranslation()
  return (
    <nav className={classes.ranges} aria-label={t('dashboard.range')}>
      {dateRanges
        .filter((range) => range !== 'custom')
        .map((range) => (
          <Link
            key={range}
            to="/dashboard"
            search={formatDashboardSearch({ range }) as never}
            // The links differ only by their parameters, and the default range has none.
            activeOptions={{ exact: true }}
            {...(range === search.range ? { 'aria-current': 'true', 'data-chosen': true } : {})}
          >
            {t(`dashboard.ranges.${range}`)}
          </Link>
        ))}
      <CustomDays search={search} />
    </nav>
  )
}

function CustomDays({ search }: { search: DashboardSearch }) {
  const { t } = useTranslation()
  const isChosen = search.range === 'custom'
  return (
    <LatePopup
      kind="dialog"
      load={loadDays}
      props={{ search }}
      target={(target) => (
        <button {...target} type="button" {...(isChosen ? { 'aria-current': 'true', 'data-chosen': true } : {})}>
          {t('dashboard.ranges.custom')}…
        </button>
      )}
    />
  )
}
