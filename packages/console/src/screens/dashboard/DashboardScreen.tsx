import type { Dashboard } from '@courtcrier/contract/dashboard.ts'
import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { useSession } from '../../session/session-store.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDate, hourNow } from '../../ui/format-time.ts'
import { Charts } from './Charts.tsx'
import { DashboardLoading } from './DashboardLoading.tsx'
import classes from './dashboard.module.css'
import { readDashboardSearch } from './dashboard-search.ts'
import { Figures } from './Figures.tsx'
import { RangePicker } from './RangePicker.tsx'
import { TopLists } from './TopLists.tsx'
import { UnhealthyList } from './UnhealthyList.tsx'
import { useDashboard } from './use-dashboard.ts'

/** What needs a person, and what came, was kept and was told in a range of days. Each number opens its list. */
export default function DashboardScreen() {
  const search = readDashboardSearch(useSearch({ strict: false }))
  const { data, error, isPending, isPlaceholderData, refetch } = useDashboard(search)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>{useGreeting()}</h1>
          <Lead dashboard={data} />
        </div>
        <RangePicker search={search} />
      </header>
      {isPending && <DashboardLoading />}
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {data && (
        <div className={classes.body} data-stale={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
          <Parts dashboard={data} />
        </div>
      )}
    </div>
  )
}

function Parts({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation()
  const { notices, top_clients, top_matters, top_timekeepers } = dashboard
  const hasTops = Boolean(top_clients || top_matters || top_timekeepers)
  if (!notices && !hasTops) return <EmptyState title={t('dashboard.nothingShown')} text={t('dashboard.nothingText')} />
  return (
    <>
      <UnhealthyList dashboard={dashboard} />
      {notices?.total === 0 ? (
        <NothingCame isAll={dashboard.range === 'all_time'} />
      ) : (
        <>
          <Figures dashboard={dashboard} />
          <Charts dashboard={dashboard} />
          <TopLists dashboard={dashboard} />
        </>
      )}
    </>
  )
}

function NothingCame({ isAll }: { isAll: boolean }) {
  const { t } = useTranslation()
  if (isAll) {
    const action = (
      <Button component={Link} to="/inbox-items" variant="default">
        {t('dashboard.toInbox')}
      </Button>
    )
    return <EmptyState title={t('dashboard.firstTitle')} text={t('dashboard.firstText')} action={action} />
  }
  const action = (
    <Button component={Link} to="/dashboard" search={{ range: 'all_time' } as never} variant="default">
      {t('dashboard.ranges.all_time')}
    </Button>
  )
  return <EmptyState title={t('dashboard.emptyTitle')} text={t('dashboard.emptyText')} action={action} />
}

/** How many things wait, and which days are counted. */
function Lead({ dashboard }: { dashboard: Dashboard | undefined }) {
  const { t } = useTranslation()
  if (!dashboard) return <p className={classes.lead}>&nbsp;</p>
  const { from, to, unhealthy } = dashboard
  const count = unhealthy.reduce((sum, thing) => sum + thing.count, 0)
  const days = from === to ? formatDate(from) : t('dashboard.days', { from: formatDate(from), to: formatDate(to) })
  return (
    <p className={classes.lead}>
      {dashboard.notices && (count === 0 ? t('dashboard.calm') : t('dashboard.waiting', { count }))} {days}
    </p>
  )
}

function useGreeting(): string {
  const { t } = useTranslation()
  const user = useSession()?.user
  const name = user?.displayName || user?.fullName.split(' ')[0] || ''
  const hour = hourNow()
  return t(`dashboard.${hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'}`, { name })
}
