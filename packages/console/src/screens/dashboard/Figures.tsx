import type { Dashboard } from '@courtcrier/contract/calls/dashboard.ts'
import { type HandWork, handMinutes } from '@courtcrier/contract/dashboard.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberLink } from '../../resource/NumberLink.tsx'
import { useRole } from '../../session/session-store.ts'
import { formatBytes } from '../../ui/format-bytes.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { formatChange } from '../../ui/format-slot.ts'
import classes from './dashboard.module.css'
import { deliveriesLink, documentsLink, noticesLink } from './list-links.ts'

/** Shows the four key figures. */
export function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation()
  const role = useRole()
  const { notices, documents, deliveries, from, to } = dashboard
  if (!notices) return null
  const days = { from, to }
  return (
    <div className={classes.grid}>
      <Figure
        title={t('dashboard.notices')}
        value={
          <NumberLink
            link={noticesLink({ days }, role)}
            label={`${formatNumber(notices.total)} ${t('dashboard.notices')}`}
          >
            {formatNumber(notices.total)}
          </NumberLink>
        }
        aside={formatChange(notices.total, notices.before)}
        how={<Comparison dashboard={dashboard} />}
      />
      {documents && (
        <Figure
          title={t('dashboard.kept')}
          value={
            <NumberLink
              link={documentsLink(days, 'fetched', role)}
              label={`${formatNumber(documents.fetched)} ${t('dashboard.kept')}`}
            >
              {formatNumber(documents.fetched)}
            </NumberLink>
          }
          how={t('dashboard.keptOf', { count: documents.pages, size: formatBytes(documents.bytes) })}
        />
      )}
      <TimeSaved dashboard={dashboard} />
      {deliveries !== undefined && (
        <Figure
          title={t('dashboard.told')}
          value={
            <NumberLink
              link={deliveriesLink(days, undefined, role)}
              label={`${formatNumber(deliveries)} ${t('dashboard.told')}`}
            >
              {formatNumber(deliveries)}
            </NumberLink>
          }
          how={t('dashboard.toldHow')}
        />
      )}
    </div>
  )
}

function Comparison({ dashboard: { range, notices } }: { dashboard: Dashboard }) {
  const { t } = useTranslation()
  if (notices?.before !== undefined) return t('dashboard.before', { count: notices.before })
  return t(range === 'today' ? 'dashboard.soFar' : 'dashboard.allOfThem')
}

interface FigureProps {
  title: string
  value: ReactNode
  aside?: string | undefined
  how: ReactNode
}

function Figure({ title, value, aside, how }: FigureProps) {
  return (
    <section className={classes.card} data-span={3}>
      <h2>{title}</h2>
      <p className={classes.figure}>
        {value}
        {aside && <small>{aside}</small>}
      </p>
      <div className={classes.how}>{how}</div>
    </section>
  )
}

/** Shows how the sum is calculated: each count, the minutes assumed for it, and the work they cover. */
function TimeSaved({
  dashboard: { notices, documents, deliveries, minutes_saved: minutes },
}: {
  dashboard: Dashboard
}) {
  const { t } = useTranslation()
  if (minutes === undefined) return null
  const counts = { notice: notices?.total ?? 0, document: documents?.fetched ?? 0, delivery: deliveries ?? 0 }
  const isLong = minutes >= 120
  return (
    <Figure
      title={t('dashboard.saved')}
      value={formatNumber(isLong ? Math.round(minutes / 60) : minutes)}
      aside={t(isLong ? 'dashboard.hours' : 'dashboard.minutes')}
      how={
        <details>
          <summary>{t('dashboard.arithmetic')}</summary>
          <dl>
            {(Object.keys(handMinutes) as HandWork[]).map((work) => (
              <div key={work}>
                <dt>
                  {t(`dashboard.work.${work}`, {
                    count: counts[work],
                    minutes: handMinutes[work],
                  })}
                </dt>
                <dd>{t(`dashboard.why.${work}`)}</dd>
              </div>
            ))}
          </dl>
          <p>{t('dashboard.estimate')}</p>
        </details>
      }
    />
  )
}
