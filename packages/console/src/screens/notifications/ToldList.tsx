import { subjectAccess } from '@courtcrier/contract/access.ts'
import { delivery as deliveryResource } from '@courtcrier/contract/resources/delivery.ts'
import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useRole } from '../../session/session-store.ts'
import { formatDay, formatTime } from '../../ui/format-time.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { translated } from '../../ui/translated.ts'
import { deliveryState, howTold } from '../inbox/item/delivery-words.ts'
import { FailedCount } from '../inbox/item/FailedCount.tsx'
import { failedFirst } from '../inbox/item/failed-first.ts'
import panel from '../inbox/item/ItemPanel.module.css'
import { ChatLine } from './ChatLine.tsx'
import type { FilingView, ToldPerson } from './filing-view.ts'
import classes from './notifications.module.css'

interface ToldListProps {
  view: FilingView
  /** Asks who to send it to; the delivery's recipient is preselected. */
  onSend: (deliveryId?: string) => void
}

/**
 * Lists who was notified, when, how, by which rule, and whether the person opened a link in the email. Those who
 * couldn't be notified are first.
 */
export function ToldList({ view: { deliveries, chats, mayResend }, onSend }: ToldListProps) {
  const { t } = useTranslation()
  const lines = [...deliveries, ...chats]
  const isHidden = subjectAccess(deliveryResource.subject, useRole()) === 'DENY'
  return (
    <section className={panel.section} aria-labelledby="told-people">
      <div className={panel.heading}>
        <h3 id="told-people" className={panel.heading} style={{ margin: 0 }}>
          {t('told.deliveries.title')}
        </h3>
        {mayResend && (
          <Button className={classes.headingAction} size="compact-xs" variant="default" onClick={() => onSend()}>
            {t('told.deliveries.send')}
          </Button>
        )}
      </div>
      {deliveries.length === 0 && (
        <p className={panel.quiet}>{t(isHidden ? 'told.deliveries.hidden' : 'told.deliveries.none')}</p>
      )}
      <FailedCount rows={lines} />
      <ul className={panel.list}>
        {failedFirst(lines).map((line) =>
          'service' in line ? (
            <ChatLine key={line.id} chat={line} />
          ) : (
            <ToldLine key={line.id} delivery={line} mayResend={mayResend} onSend={() => onSend(line.id)} />
          ),
        )}
      </ul>
    </section>
  )
}

interface ToldLineProps {
  delivery: ToldPerson
  mayResend: boolean
  onSend: () => void
}

function ToldLine({ delivery, mayResend, onSend }: ToldLineProps) {
  const { t } = useTranslation()
  const { name, email, status, reason, sentence, sentAt, repeat } = delivery
  const how = [sentAt && momentOf(sentAt), howTold(delivery, t), repeat ? t('told.deliveries.resent') : '']
  const opened = status === 'sent' && openedText(delivery, t)
  const state = status && deliveryState(status)
  const isUnderWay = status === 'waiting' || status === 'sending'
  const who = name ?? email ?? ''
  return (
    <li className={panel.entry}>
      <div className={panel.entryText}>
        <bdi>{who}</bdi>
        {name && email && <small>{email}</small>}
        <small className="num">{how.filter(Boolean).join(' · ')}</small>
        {reason && <small>{translated(reason)}</small>}
        {opened && <small className="num">{opened}</small>}
        {sentence && status !== 'sent' && (
          <small data-tone={status === 'failed' ? 'bad' : undefined}>{translated(sentence)}</small>
        )}
      </div>
      <div className={classes.side}>
        {state && <StatusDot tone={state.tone}>{state.word}</StatusDot>}
        {mayResend && !isUnderWay && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t('told.deliveries.againTo', { name: who })}
            onClick={onSend}
          >
            {t('told.deliveries.again')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Describes whether it is known to have been read: an email with attached documents can be read without a trace. */
function openedText({ openCount, firstOpenedAt, lastOpenedAt, attachedCount }: ToldPerson, t: TFunction): string {
  if (!openCount || !firstOpenedAt) return attachedCount ? '' : t('told.deliveries.unopened')
  const [first, last] = [momentOf(firstOpenedAt), momentOf(lastOpenedAt ?? firstOpenedAt)]
  return t('told.deliveries.opened', { count: openCount, first, last })
}

/** Formats a timestamp: `today 9:41 AM`. */
export function momentOf(iso: string): string {
  return `${formatDay(iso)} ${formatTime(iso)}`
}
