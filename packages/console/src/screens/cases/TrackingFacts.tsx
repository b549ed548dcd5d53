import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../ui/format-time.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { formatMoney } from './format-money.ts'
import classes from './tracking.module.css'
import type { Tracking } from './tracking.ts'
import { retrievalTones, trackingTones } from './tracking-tone.ts'

/** What is so now, and what was ordered before. */
export function TrackingFacts({ tracking }: { tracking: Tracking }) {
  const { t } = useTranslation()
  const { trackingStatus, retrievalStatus, cents, changedAt, orders } = tracking
  return (
    <>
      <dl className={classes.facts}>
        <dt>{t('tracking.facts.tracking')}</dt>
        <dd>
          <StatusDot tone={trackingTones[trackingStatus]}>{t(`tracking.status.${trackingStatus}`)}</StatusDot>
        </dd>
        <dt>{t('tracking.facts.retrieval')}</dt>
        <dd>
          <StatusDot tone={retrievalTones[retrievalStatus]}>{t(`tracking.retrieval.${retrievalStatus}`)}</StatusDot>
        </dd>
        <dt>{t('tracking.facts.cost')}</dt>
        <dd className="num">{cents ? formatMoney(cents / 100) : t('tracking.noCost')}</dd>
        {changedAt && (
          <>
            <dt>{t('tracking.facts.changed')}</dt>
            <dd className="num">{formatDateTime(changedAt)}</dd>
          </>
        )}
      </dl>
      {orders.length > 0 && (
        <section>
          <h3 className={classes.heading}>{t('tracking.orders')}</h3>
          <ul className={classes.orders}>
            {orders.map(({ id, at, action, status, sentence }) => (
              <li key={id}>
                <time dateTime={at} className="num">
                  {formatDateTime(at)}
                </time>{' '}
                {t(`tracking.act.${action}`)}: {t(`tracking.order.${status}`)}
                {sentence && <small>{sentence}</small>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
