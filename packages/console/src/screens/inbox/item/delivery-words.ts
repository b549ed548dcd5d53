import { inSentence } from '@courtcrier/contract/names.ts'
import { findField } from '@courtcrier/contract/resource.ts'
import { type Delivery, delivery } from '@courtcrier/contract/resources/delivery.ts'
import type { TFunction } from 'i18next'
import { choiceLabel } from '../../../i18n/labels.ts'
import type { Tone } from '../../../ui/StatusDot.tsx'

type Told = Partial<Pick<Delivery, 'method' | 'status' | 'attachedCount'>>

const tones: Readonly<Record<string, Tone>> = {
  waiting: 'busy',
  held: 'busy',
  sending: 'busy',
  sent: 'ok',
  failed: 'bad',
}

/** Returns the word for a delivery's state, shown next to a dot of its color. */
export function deliveryState(status: NonNullable<Told['status']>): { tone: Tone; word: string } {
  return { tone: tones[status] ?? 'neutral', word: inSentence(labelOfChoice('status', status)) }
}

/** Returns how a person was notified: what the email contained once sent, and until then what it will contain. */
export function howTold({ status, method, attachedCount }: Told, t: TFunction): string {
  if (status === 'sent' && attachedCount) return t('inbox.deliveries.attached', { count: attachedCount })
  if (status === 'sent' && attachedCount === 0) return t('inbox.deliveries.links')
  return method ? labelOfChoice('method', method) : ''
}

function labelOfChoice(key: 'status' | 'method', value: string): string {
  const field = findField(delivery, key)
  return field ? choiceLabel(field, value) : value
}
