import { subjectAccess } from '@courtcrier/contract/access.ts'
import { type Delivery, delivery as deliveryResource } from '@courtcrier/contract/resources/delivery.ts'
import { useTranslation } from 'react-i18next'
import { useRole } from '../../../session/session-store.ts'
import { formatDay, formatTime } from '../../../ui/format-time.ts'
import { StatusDot } from '../../../ui/StatusDot.tsx'
import { translated } from '../../../ui/translated.ts'
import { deliveryState, howTold } from './delivery-words.ts'
import { FailedCount } from './FailedCount.tsx'
import { failedFirst } from './failed-first.ts'
import panel from './ItemPanel.module.css'
import type { ItemView } from './item-view.ts'

/** Shows who was notified of the filing, when, how, and why. Those who couldn't be notified are first. */
export function DeliveryList({ deliveries }: { deliveries: ItemView['deliveries'] }) {
  const { t } = useTranslation()
  const isHidden = subjectAccess(deliveryResource.subject, useRole()) === 'DENY'
  return (
    <section className={panel.section}>
      <h3 className={panel.heading}>{t('inbox.deliveries.title')}</h3>
      {deliveries.length === 0 && (
        <p className={panel.quiet}>{t(isHidden ? 'inbox.deliveries.hidden' : 'inbox.deliveries.none')}</p>
      )}
      <FailedCount rows={deliveries} />
      <ul className={panel.list}>
        {failedFirst(deliveries).map((delivery) => (
          <DeliveryLine key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    </section>
  )
}

function DeliveryLine({ delivery }: { delivery: ItemView['deliveries'][number] }) {
  const { t } = useTranslation()
  const { email, status, reason, sentence, sentAt }: Partial<Delivery> = delivery
  const state = status && deliveryState(status)
  const how = [howTold(delivery, t), sentAt && `${formatDay(sentAt)} ${formatTime(sentAt)}`]
  return (
    <li className={panel.entry}>
      <div className={panel.entryText}>
        {email}
        <small className="num">{how.filter(Boolean).join(' · ')}</small>
        {reason && <small>{translated(reason)}</small>}
        {sentence && status !== 'sent' && (
          <small data-tone={status === 'failed' ? 'bad' : undefined}>{translated(sentence)}</small>
        )}
      </div>
      {state && (
        <span className={panel.entryStatus}>
          <StatusDot tone={state.tone}>{state.word}</StatusDot>
        </span>
      )}
    </li>
  )
}
