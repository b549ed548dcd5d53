import type { Role } from '@courtcrier/contract/access.ts'
import type { Dashboard } from '@courtcrier/contract/calls/dashboard.ts'
import { type CourtSystemGroup, courtSystems, type Days, type SystemCounts } from '@courtcrier/contract/dashboard.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListLink } from '../../resource/list-link.ts'
import { NumberLink } from '../../resource/NumberLink.tsx'
import { useRole } from '../../session/session-store.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { formatSlot, formatTick } from '../../ui/format-slot.ts'
import { type Bar, BarChart } from './BarChart.tsx'
import { ChartCard } from './ChartCard.tsx'
import classes from './dashboard.module.css'
import { noticesLink } from './list-links.ts'
import { allSlots, daysOfSlot } from './slots.ts'

type Notices = NonNullable<Dashboard['notices']>
type Slot = SystemCounts & { slot: string }

interface NoticeCardProps {
  notices: Notices
  days: Days
}

/**
 * Shows notices over time, federal and state: by day if there are few enough days, otherwise or on request by month.
 */
export function NoticeCard({ notices, days: { from, to } }: NoticeCardProps) {
  const { t } = useTranslation()
  const role = useRole()
  const [wantsMonths, setWantsMonths] = useState(false)
  const days = { from, to }
  const isByDay = notices.by_day !== undefined && !wantsMonths
  const slots = allSlots(
    isByDay ? (notices.by_day ?? []).map(({ day, ...counts }) => ({ slot: day, ...counts })) : months(notices),
    {
      days,
      isByDay,
    },
  )
  const systems = courtSystems.filter((system) => notices.by_system[system] > 0)
  const linkOf = (system: CourtSystemGroup, slot?: string) =>
    systemLink(system, { notices, days: slot ? daysOfSlot(slot, days) : days, role })
  const title = t(isByDay ? 'dashboard.byDay' : 'dashboard.byMonth')
  const most = slots.toSorted((a, b) => totalOf(b) - totalOf(a))[0]
  return (
    <ChartCard
      title={title}
      span={8}
      aside={<Legend systems={systems} notices={notices} linkOf={linkOf} />}
      picture={
        <BarChart
          bars={slots.map((slot) =>
            barOf(slot, { systems, linkOf, name: (system) => t(`dashboard.system.${system}`) }),
          )}
          ticks={8}
          label={t('dashboard.pictureBy', {
            title,
            first: formatSlot(slots[0]?.slot ?? from),
            last: formatSlot(slots.at(-1)?.slot ?? to),
            most: formatSlot(most?.slot ?? from),
            count: (most ? totalOf(most) : 0) as never,
          })}
        />
      }
      table={<SlotTable title={title} slots={slots} systems={systems} linkOf={linkOf} />}
    >
      {notices.by_day && (
        <fieldset className={classes.units} aria-label={t('dashboard.unit')}>
          {([false, true] as const).map((isMonths) => (
            <button
              key={String(isMonths)}
              type="button"
              aria-pressed={wantsMonths === isMonths}
              onClick={() => setWantsMonths(isMonths)}
            >
              {t(isMonths ? 'dashboard.monthsShown' : 'dashboard.daysShown')}
            </button>
          ))}
        </fieldset>
      )}
    </ChartCard>
  )
}

function months({ by_month }: Notices): Slot[] {
  return by_month.map(({ month, ...counts }) => ({ slot: month, ...counts }))
}

function systemLink(
  system: CourtSystemGroup,
  { notices, days, role }: { notices: Notices; days: Days; role: Role },
): ListLink | undefined {
  if (system === 'unknown') return noticesLink({ days, isCourtUnknown: true }, role)
  return noticesLink({ days, courts: notices.courts[system] }, role)
}

type LinkOf = (system: CourtSystemGroup, slot?: string) => ListLink | undefined

function Legend({
  systems,
  notices,
  linkOf,
}: {
  systems: readonly CourtSystemGroup[]
  notices: Notices
  linkOf: LinkOf
}) {
  const { t } = useTranslation()
  return (
    <ul className={classes.legend}>
      {systems.map((system) => (
        <li key={system} data-part={system}>
          {t(`dashboard.system.${system}`)}{' '}
          <NumberLink
            link={linkOf(system)}
            label={t('dashboard.noticesOf', {
              count: notices.by_system[system],
              title: t(`dashboard.system.${system}`),
            })}
          >
            {formatNumber(notices.by_system[system])}
          </NumberLink>
        </li>
      ))}
    </ul>
  )
}

interface SlotParts {
  systems: readonly CourtSystemGroup[]
  linkOf: LinkOf
  name: (system: CourtSystemGroup) => string
}

function barOf(slot: Slot, { systems, linkOf, name }: SlotParts): Bar {
  const counts = systems
    .filter((system) => slot[system] > 0)
    .map((system) => `${name(system)} ${formatNumber(slot[system])}`)
  return {
    key: slot.slot,
    tick: formatTick(slot.slot),
    title: [`${formatSlot(slot.slot)}: ${formatNumber(totalOf(slot))}`, ...counts].join('\n'),
    parts: systems.map((system) => ({ name: system, count: slot[system], link: linkOf(system, slot.slot) })),
  }
}

interface SlotTableProps {
  title: string
  slots: readonly Slot[]
  systems: readonly CourtSystemGroup[]
  linkOf: LinkOf
}

function SlotTable({ title, slots, systems, linkOf }: SlotTableProps) {
  const { t } = useTranslation()
  return (
    <table className={classes.table} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{t('dashboard.when')}</th>
          {systems.map((system) => (
            <th key={system} scope="col">
              {t(`dashboard.system.${system}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {slots.map((slot) => (
          <tr key={slot.slot}>
            <th scope="row">{formatSlot(slot.slot)}</th>
            {systems.map((system) => (
              <td key={system}>
                <NumberLink
                  link={slot[system] > 0 ? linkOf(system, slot.slot) : undefined}
                  label={t('dashboard.noticesAt', {
                    count: slot[system],
                    when: `${formatSlot(slot.slot)}, ${t(`dashboard.system.${system}`)}`,
                  })}
                >
                  {formatNumber(slot[system])}
                </NumberLink>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function totalOf(slot: SystemCounts): number {
  return courtSystems.reduce((sum, system) => sum + slot[system], 0)
}
