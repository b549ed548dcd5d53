import type { Tracking } from '@courtcrier/contract/calls/tracking.ts'
import type { TrackingAction } from '@courtcrier/contract/tracking.ts'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SelectCell } from '../../fields/select.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { formatMoney } from './format-money.ts'
import { TrackingQuestion } from './TrackingQuestion.tsx'
import './text.ts'
import classes from './tracking.module.css'
import { retrievalField, trackingField } from './tracking-fields.ts'

interface TrackingStateProps {
  id: string
  name: string
  tracking: Tracking
  /** The action to be confirmed, if one was chosen. */
  asked: TrackingAction | undefined
  onAsk: (action: TrackingAction | undefined) => void
}

/** Shows how a case is tracked and what that cost, with the actions; each is confirmed with its cost. */
export function TrackingState({ id, name, tracking, asked, onAsk }: TrackingStateProps) {
  if (!asked) return <State tracking={tracking} onAsk={onAsk} />
  const end = () => onAsk(undefined)
  return <TrackingQuestion key={asked} id={id} name={name} action={asked} tracking={tracking} onEnd={end} />
}

function State({ tracking, onAsk }: { tracking: Tracking; onAsk: (action: TrackingAction) => void }) {
  const { t } = useTranslation()
  const { isOn, whyNot, provider, allowed } = tracking
  return (
    <>
      <TrackingFacts tracking={tracking} />
      {whyNot && <p className={classes.note}>{whyNot}</p>}
      {isOn && !provider && <p className={classes.note}>{t('tracking.noProvider')}</p>}
      {isOn && provider && allowed.length === 0 && <p className={classes.note}>{t('tracking.readOnly')}</p>}
      <div className={classes.buttons}>
        {allowed.map((action, index) => (
          <Button
            key={action}
            variant={index === 0 ? 'filled' : 'default'}
            data-autofocus={index === 0 || undefined}
            onClick={() => onAsk(action)}
          >
            {t(`tracking.act.${action}`)}
          </Button>
        ))}
      </div>
    </>
  )
}

/** Shows the current tracking, and what was ordered before. */
function TrackingFacts({ tracking }: { tracking: Tracking }) {
  const { t } = useTranslation()
  const { trackingStatus, retrievalStatus, cents, changedAt, orders } = tracking
  return (
    <>
      <dl className={classes.facts}>
        <dt>{t('tracking.facts.tracking')}</dt>
        <dd>
          <SelectCell value={trackingStatus} field={trackingField} />
        </dd>
        <dt>{t('tracking.facts.retrieval')}</dt>
        <dd>
          <SelectCell value={retrievalStatus} field={retrievalField} />
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
