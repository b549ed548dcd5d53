import { caseOfFiling } from '../case-of-filing.ts'
import { cadences, deliveryMethods, methodLabels } from '../delivery-methods.ts'
import { email } from '../fields/email.ts'
import { number } from '../fields/number.ts'
import { reference, referenceList } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { timestamp } from '../fields/timestamp.ts'
import { defineResource, type RowOf } from '../resource.ts'

/** The reason an address is a recipient. */
export const recipientLevels = ['case', 'timekeeper', 'rule', 'firm'] as const

/**
 * The parameter of a document's link in an email that identifies the recipient, so that opening it is recorded there.
 */
export const deliveryParameter = 'told'

/** How long the sentence that says why someone was notified may be. */
export const longestReason = 500

/** One person notified of one filing; an address is notified of a filing again only on request, counted by `repeat`. */
export const delivery = defineResource('delivery', {
  label: ['Delivery', 'Deliveries'],
  route: '/deliveries',
  access: 'envelopeAccess',
  title: 'email',
  isReadOnly: true,
  fields: {
    envelopeId: reference(4, 'envelope', { required: true, readOnly: true, label: 'Filing' }),
    inboxItemId: reference(5, 'inbox_item', { required: true, readOnly: true }),
    timekeeperId: reference(6, 'timekeeper', { readOnly: true }),
    email: email(7, { required: true, readOnly: true, search: true }),
    method: select(8, deliveryMethods, { required: true, readOnly: true, valueLabels: methodLabels }),
    status: select(9, ['waiting', 'sending', 'sent', 'failed', 'canceled', 'held', 'scheduled'], {
      required: true,
      readOnly: true,
      default: 'waiting',
      valueLabels: { held: 'Waiting for the DMS', scheduled: 'In the next daily message' },
      tones: {
        waiting: 'busy',
        sending: 'busy',
        sent: 'ok',
        failed: 'bad',
        canceled: 'neutral',
        held: 'busy',
        scheduled: 'neutral',
      },
    }),
    reason: text(10, { readOnly: true, max: longestReason, label: 'Why notified', holds: 'sentence' }),
    sentence: text(11, { readOnly: true, max: 1000, label: 'Result', holds: 'sentence' }),
    attempts: number(12, { readOnly: true }),
    messageId: text(13, { required: true, readOnly: true, max: 255 }),
    sentAt: timestamp(14, { readOnly: true }),
    repeat: number(15, { required: true, readOnly: true, default: 0, label: 'Times resent' }),
    attachedCount: number(16, { readOnly: true, label: 'Documents attached' }),
    firstOpenedAt: timestamp(17, { readOnly: true, label: 'First opened' }),
    lastOpenedAt: timestamp(18, { readOnly: true, label: 'Last opened' }),
    openCount: number(19, { readOnly: true, label: 'Times opened' }),
    cadence: select(20, cadences, { readOnly: true }),
    level: select(21, recipientLevels, {
      readOnly: true,
      label: 'Recipient type',
      valueLabels: {
        case: 'person on the case',
        timekeeper: 'additional address',
        rule: 'notification rule',
        firm: 'firm address',
      },
    }),
    notificationRuleId: reference(22, 'notification_rule', { readOnly: true }),
    // Not a reference, so that a template can be deleted after emails were created with it.
    emailTemplate: text(23, { readOnly: true, max: 36, label: 'Email template (ID)' }),
    caseId: caseOfFiling(24),
    // Its reason names them.
    formerCaseIds: referenceList(25, 'case', { readOnly: true, isAside: true, label: 'Former cases' }),
  },
  unique: [['envelopeId', 'email', 'repeat']],
  list: {
    columns: ['email', 'envelopeId', 'caseId', 'method', 'status', 'sentAt'],
    sort: '-createdAt',
    sortable: ['createdAt'],
  },
})
export type Delivery = RowOf<typeof delivery>
