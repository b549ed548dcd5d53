import { boolean } from '../fields/boolean.ts'
import { secret } from '../fields/secret.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { textList } from '../fields/text-list.ts'
import { defineResource } from '../resource.ts'

export const webhookEvents = [
  'notice.received',
  'notice.waiting',
  'notice.processed',
  'notice.failed',
  'document.kept',
  'document.failed',
  'delivery.sent',
  'delivery.failed',
  'storage.stored',
  'storage.failed',
  'case.created',
  'case.updated',
  'import.finished',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** A program at the firm that receives events. */
export const webhook = defineResource('webhook', {
  label: ['Webhook', 'Webhooks'],
  route: '/webhooks',
  access: 'firmAccess',
  title: 'name',
  fields: {
    name: text(4, { required: true, max: 120, search: true }),
    url: text(5, {
      directs: 'to',
      directsSecrets: true,
      required: true,
      max: 2000,
      pattern: /^https?:\/\/[^\s/@?#]+(?:[/?#]\S*)?$/i,
      patternCode: 'not_url',
      label: 'URL',
      search: true,
    }),
    events: textList(6, { directs: 'what', minItems: 1, values: webhookEvents }),
    webhookType: select(7, ['STANDARD', 'BOOMI'], {
      directsSecrets: true,
      required: true,
      default: 'STANDARD',
      label: 'Type',
      valueLabels: { STANDARD: 'Standard', BOOMI: 'Integration platform' },
    }),
    payloadVersion: text(8, { max: 20, isForPrograms: true, help: 'The newest if empty. So far, 1 is the only one.' }),
    signingSecret: secret(9, {
      max: 200,
      help: 'Signs every call, so that the receiver can verify it. If empty, one is created; see Calls.',
    }),
    isActive: boolean(10, { directs: 'what', default: true, label: 'In use' }),
  },
  steps: [
    { name: 'receiver', fields: ['name', 'url', 'isActive'] },
    { name: 'events', fields: ['events'] },
    { name: 'call', label: 'Calls', fields: ['webhookType', 'signingSecret'] },
  ],
  deactivation: { field: 'isActive', value: false },
  unique: [['name']],
  list: { columns: ['name', 'url', 'events', 'webhookType', 'isActive'], sort: 'name' },
})
