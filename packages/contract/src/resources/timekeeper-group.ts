import { chatServiceNames, chatServices } from '../chat-services.ts'
import { cadences, deliveryMethods, methodLabels } from '../delivery-methods.ts'
import { boolean } from '../fields/boolean.ts'
import { reference, referenceList } from '../fields/reference.ts'
import { secret } from '../fields/secret.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { timeOfDay } from '../fields/time-of-day.ts'
import { timeZone } from '../fields/time-zone.ts'
import { defineResource } from '../resource.ts'
import { templatesFor } from '../template-kinds.ts'

/** Timekeepers with the same notification settings. */
export const timekeeperGroup = defineResource('timekeeper_group', {
  label: ['Preference group', 'Preference groups'],
  route: '/preference-groups',
  access: 'timekeeperGroupAccess',
  title: 'name',
  fields: {
    name: text(4, { required: true, max: 120, search: true }),
    timeZone: timeZone(5, { required: true }),
    deliveryMethod: select(6, deliveryMethods, {
      required: true,
      default: 'INHERIT_METHOD',
      valueLabels: { ...methodLabels, INHERIT_METHOD: 'Same as the firm' },
    }),
    notificationCadence: select(7, cadences, {
      required: true,
      default: 'INHERIT_CADENCE',
      label: 'Cadence',
      valueLabels: { INHERIT_CADENCE: 'Same as the firm' },
    }),
    dailyCadenceDeliveryTime: timeOfDay(8, {
      label: 'Delivery time',
      help: "When the daily message is sent, in the group's time zone; the firm's time if empty.",
    }),
    emailTemplateId: reference(9, 'email_template', { ...templatesFor('FILING'), label: 'Email template' }),
    receiveDailyActivityReport: boolean(10, {
      directs: 'to',
      label: 'Daily activity report',
      help: 'Everyone in the group is emailed what its people were notified of, as far as they and the person who turned it on may see that.',
    }),
    timekeeperIds: referenceList(11, 'timekeeper', {
      isComputed: true,
      workedOutOf: [['timekeeper', 'timekeeper_group_id']],
      label: 'Timekeepers',
      help: 'A timekeeper is in one group: adding one here takes that timekeeper out of any other.',
    }),
    chatService: select(12, chatServices, {
      directsSecrets: true,
      valueLabels: chatServiceNames,
      help: 'Where the group has a channel. Filings are announced there once, with a link that needs a login, when someone in the group is notified in real time. Daily messages are sent by email only.',
    }),
    chatUrl: secret(13, {
      directs: 'to',
      max: 2000,
      label: 'Webhook address',
      help: 'From the workflow in Teams, or the incoming webhook in Slack. Anyone who has it can write to the channel.',
    }),
    isChatActive: boolean(14, {
      directs: 'what',
      default: true,
      label: 'Notify the channel',
      help: 'Everyone in the channel reads what is announced there. Nothing is announced about a case that an ethical wall keeps anyone in the group out of.',
    }),
    chatHealth: select(15, ['unknown', 'healthy', 'paused'], {
      required: true,
      readOnly: true,
      default: 'unknown',
      label: 'Channel',
      valueLabels: { unknown: 'Nothing sent yet', healthy: 'Healthy', paused: 'Paused' },
      tones: { unknown: 'neutral', healthy: 'ok', paused: 'bad' },
    }),
    chatSentence: text(16, { readOnly: true, max: 1000, label: 'Why the channel is paused', holds: 'sentence' }),
  },
  steps: [
    { name: 'group', fields: ['name', 'timeZone'] },
    { name: 'timekeepers', fields: ['timekeeperIds'] },
    {
      name: 'delivery',
      fields: ['deliveryMethod', 'notificationCadence', 'dailyCadenceDeliveryTime'],
    },
    { name: 'message', fields: ['emailTemplateId', 'receiveDailyActivityReport'] },
    { name: 'chat', label: 'Chat channel', fields: ['chatService', 'chatUrl', 'isChatActive'] },
  ],
  unique: [['name']],
  list: {
    columns: ['name', 'deliveryMethod', 'notificationCadence', 'dailyCadenceDeliveryTime', 'timeZone', 'timekeeperIds'],
    sort: 'name',
  },
})
