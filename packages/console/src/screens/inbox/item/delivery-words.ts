import { inSentence } from '@courtcrier/contract/names.ts'
import { findField } from '@courtcrier/contract/resource.ts'
import { type Delivery, delivery } from '@courtcrier/contract/resources/delivery.ts'
import type { TFunction } from 'i18next'
import { choiceLabel } from '../../../resource/labels.ts'
import type { Tone } from '../../../ui/StatusDot.tsx'

type Told = Partial<Pick<Delivery, 'method' | 'status' | 'attachedCount'>>

const tones: Readonly<Record<string, Tone>> = {
  waiting: 'busy',
  held: 'busy',
  sending: 'busy',
  sent: 'ok',
  failed: 'bad',
}

/** What a delivery's state is called beside a dot of its colour. */
export function deliveryState(status: NonNullable<Told['status']>): { tone: Tone; word: string } {
  return { tone: tones[status] ?? 'neutral', word: inSentence(labelOfChoice('status', status)) }
}

/** How somebody was told: what went with the mail once it is sent, and until then what is meant to. */
export function howTold({ status, method, attachedCount }: Told, t: TFunction): string {
  if (status === 'sent' && attachedCount) return t('inbox.deliveries.attached', { count: attachedCount })
  if (status === 'sent' && attachedCount === 0) return t('inbox.deliveries.links')
  return method ? labelOfChoice('method', method) : ''
}

function labelOfChoice(key: 'status' | 'method', value: string): string {
  const field = findField(delivery, key)
  return field ? choiceLabel(field, value) : value
}
