import { type Dashboard, readDashboard } from '@courtcrier/contract/calls/dashboard.ts'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { ask } from '../../session/ask.ts'
import { useSession } from '../../session/session-store.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDate, hourNow } from '../../ui/format-time.ts'
import { zoneShown } from '../../ui/time-zone.ts'
import classes from './dashboard.module.css'
import { type DashboardSearch, readDashboardSearch } from './dashboard-search.ts'
import { Figures } from './Figures.tsx'
import { HourCard } from './HourCard.tsx'
import { NoNotices } from './NoNotices.tsx'
import { NoticeCard } from './NoticeCard.tsx'
import { RangePicker } from './RangePicker.tsx'
import { TopLists } from './TopLists.tsx'
import { UnhealthyList } from './UnhealthyList.tsx'

/**
 * Shows what needs attention, and the notices, documents and notifications of a range of days. Each number opens its
 * list.
 */
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
        <NoNotices isAll={dashboard.range === 'all_time'} />
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

/** Shows the charts of when notices were received and from which courts. */
function Charts({ dashboard }: { dashboard: Dashboard }) {
  if (!dashboard.notices) return null
  return (
    <div className={classes.grid}>
      <NoticeCard notices={dashboard.notices} days={dashboard} />
      <HourCard notices={dashboard.notices} days={dashboard} />
    </div>
  )
}

const boxes = [
  { name: 'figure-1', span: 3, height: 118 },
  { name: 'figure-2', span: 3, height: 118 },
  { name: 'figure-3', span: 3, height: 118 },
  { name: 'figure-4', span: 3, height: 118 },
  { name: 'notices', span: 8, height: 300 },
  { name: 'hours', span: 4, height: 300 },
] as const

/** Shows gray boxes in place of the numbers, at their final size. */
function DashboardLoading() {
  const { t } = useTranslation()
  return (
    <div role="status">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      <div className={classes.grid} aria-hidden>
        {boxes.map(({ name, span, height }) => (
          <div key={name} data-span={span}>
            <Skeleton height={height} radius={8} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Shows the number of things that need attention, and the days counted. */
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

/** Counting is expensive in a large firm, so new notices don't trigger it. */
const refreshMs = 60_000

/** Returns the numbers for the days in the address. */
function useDashboard({ range, days }: DashboardSearch) {
  const query = { range, ...days, timeZone: zoneShown() }
  return useQuery({
    queryKey: ['dashboard', query],
    queryFn: ({ signal }) => ask(readDashboard, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
    staleTime: refreshMs / 2,
  })
}

function useGreeting(): string {
  const { t } = useTranslation()
  const user = useSession()?.user
  const name = user?.displayName || user?.fullName.split(' ')[0] || ''
  const hour = hourNow()
  return t(`dashboard.${hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'}`, { name })
}
