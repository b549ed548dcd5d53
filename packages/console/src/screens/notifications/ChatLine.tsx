import type { ChatMessage } from '@courtcrier/contract/calls/chats.ts'
import { findField } from '@courtcrier/contract/resource.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { useTranslation } from 'react-i18next'
import { choiceLabel } from '../../i18n/labels.ts'
import { formatDay, formatTime } from '../../ui/format-time.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { translated } from '../../ui/translated.ts'
import { deliveryState } from '../inbox/item/delivery-words.ts'
import panel from '../inbox/item/ItemPanel.module.css'
import classes from './notifications.module.css'

/** A preference group's chat channel among the recipients of a filing. */
export function ChatLine({ chat: { group, service, status, sentence, sentAt } }: { chat: ChatMessage }) {
  const { t } = useTranslation()
  const field = findField(timekeeperGroup, 'chatService')
  const channel = t('told.deliveries.channel', { service: field ? choiceLabel(field, service) : service })
  const { tone, word } = deliveryState(status)
  return (
    <li className={panel.entry}>
      <div className={panel.entryText}>
        {group ?? channel}
        {group && <small>{channel}</small>}
        {sentAt && <small className="num">{`${formatDay(sentAt)} ${formatTime(sentAt)}`}</small>}
        {sentence && status !== 'sent' && (
          <small data-tone={status === 'failed' ? 'bad' : undefined}>{translated(sentence)}</small>
        )}
      </div>
      <div className={classes.side}>
        <StatusDot tone={tone}>{word}</StatusDot>
      </div>
    </li>
  )
}
