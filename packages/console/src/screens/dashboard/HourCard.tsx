import type { Dashboard } from '@courtcrier/contract/calls/dashboard.ts'
import type { Days } from '@courtcrier/contract/dashboard.ts'
import { useTranslation } from 'react-i18next'
import { NumberLink } from '../../resource/NumberLink.tsx'
import { useRole } from '../../session/session-store.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { formatSlot } from '../../ui/format-slot.ts'
import { formatHour, formatHourStart } from '../../ui/format-time.ts'
import { BarChart } from './BarChart.tsx'
import { ChartCard } from './ChartCard.tsx'
import classes from './dashboard.module.css'
import { noticesLink } from './list-links.ts'

interface HourCardProps {
  notices: NonNullable<Dashboard['notices']>
  days: Days
}

/** Shows the hours of the day when notices are received, and the busiest single hour. */
export function HourCard({ notices: { by_hour, peak }, days: { from, to } }: HourCardProps) {
  const { t } = useTranslation()
  const role = useRole()
  const days = { from, to }
  const most = by_hour.indexOf(Math.max(...by_hour))
  const title = t('dashboard.byHour')
  const bars = by_hour.map((count, hour) => ({
    key: String(hour),
    tick: formatHourStart(hour),
    title: `${formatHour(hour)}: ${formatNumber(count)}`,
    parts: [{ name: 'hour', count, link: noticesLink({ days, hour }, role) }],
    isMost: hour === most,
  }))
  const label = t('dashboard.pictureBy', {
    title,
    first: formatHour(0),
    last: formatHour(23),
    most: formatHour(most),
    count: (by_hour[most] ?? 0) as never,
  })
  return (
    <ChartCard
      title={title}
      span={4}
      picture={<BarChart bars={bars} label={label} ticks={4} />}
      table={<HourTable title={title} byHour={by_hour} days={days} />}
    >
      {peak && (
        <p className={classes.how}>
          <NumberLink link={noticesLink({ days: { from: peak.day, to: peak.day }, hour: peak.hour }, role)}>
            {t('dashboard.peak', {
              day: formatSlot(peak.day),
              hour: formatHour(peak.hour),
              count: peak.count,
            })}
          </NumberLink>
        </p>
      )}
    </ChartCard>
  )
}

function HourTable({ title, byHour, days }: { title: string; byHour: readonly number[]; days: Days }) {
  const { t } = useTranslation()
  const role = useRole()
  return (
    <table className={classes.table} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{t('dashboard.hour')}</th>
          <th scope="col">{t('dashboard.notices')}</th>
        </tr>
      </thead>
      <tbody>
        {byHour.map((count, hour) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its index
          <tr key={hour}>
            <th scope="row">{formatHour(hour)}</th>
            <td>
              <NumberLink
                link={count > 0 ? noticesLink({ days, hour }, role) : undefined}
                label={t('dashboard.noticesAt', { count, when: formatHour(hour) })}
              >
                {formatNumber(count)}
              </NumberLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
