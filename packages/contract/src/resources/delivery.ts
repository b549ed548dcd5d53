import { email } from '../fields/email.ts'
import { number } from '../fields/number.ts'
import { reference } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { timestamp } from '../fields/timestamp.ts'
import { defineResource, type RowOf } from '../resource.ts'

export const deliveryMethods = [
  'PDF',
  'WEB_LINK',
  'DMS_LINK',
  'PDF_AND_DMS_LINK',
  'INHERIT_METHOD',
  'PDF_NO_EMAIL',
  'PDF_AND_DMS_LINK_NO_EMAIL',
] as const

export const cadences = ['REALTIME', 'DAILY', 'NEVER', 'DAILY_AND_REALTIME', 'INHERIT_CADENCE'] as const

/** One person told of one filing; no address is told of a filing twice. */
export const delivery = defineResource('delivery', {
  label: ['Delivery', 'Deliveries'],
  route: '/deliveries',
  access: 'envelopeAccess',
  title: 'email',
  isReadOnly: true,
  fields: {
    envelopeId: reference(4, 'envelope', { required: true, readOnly: true }),
    inboxItemId: reference(5, 'inbox_item', { required: true, readOnly: true }),
    timekeeperId: reference(6, 'timekeeper', { readOnly: true }),
    email: email(7, { required: true, readOnly: true, search: true }),
    method: select(8, deliveryMethods, { required: true, readOnly: true }),
    status: select(9, ['waiting', 'sending', 'sent', 'failed', 'canceled'], {
      required: true,
      readOnly: true,
      default: 'waiting',
    }),
    reason: text(10, { readOnly: true, max: 500, label: 'Why this person' }),
    sentence: text(11, { readOnly: true, max: 1000, label: 'What happened' }),
    attempts: number(12, { readOnly: true }),
    messageId: text(13, { required: true, readOnly: true, max: 255 }),
    sentAt: timestamp(14, { readOnly: true }),
  },
  unique: [['envelopeId', 'email']],
  list: { columns: ['email', 'envelopeId', 'method', 'status', 'sentAt'], sort: '-createdAt', sortable: ['createdAt'] },
})
export type Delivery = RowOf<typeof delivery>
