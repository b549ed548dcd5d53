import { longText } from '../fields/long-text.ts'
import { reference } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { defineResource, type RowOf } from '../resource.ts'

export const eventLevels = ['INFO', 'AUDIT', 'WARNING', 'ERROR', 'CRITICAL'] as const
export type EventLevel = (typeof eventLevels)[number]

export const eventTypes = [
  'other',
  'login success',
  'login failure',
  'page view',
  'object create',
  'object delete',
  'object update',
  'import success',
  'import error',
  'notification sent',
  'duplicate document',
  'notification process error (user)',
  'notification process error (ECFX)',
  'polling case not found',
  'DMS upload success',
  'DMS upload failure',
  'import warning',
  'webhook submitted',
  'webhook submission failure',
] as const
export type EventType = (typeof eventTypes)[number]

/** One line of the firm's log; append-only. */
export const systemEvent = defineResource('system_event', {
  label: ['System event', 'System events'],
  route: '/event-logs',
  access: 'firmAccess',
  title: 'sentence',
  isReadOnly: true,
  fields: {
    level: select(4, eventLevels, { required: true, readOnly: true }),
    type: select(5, eventTypes, { required: true, readOnly: true }),
    sentence: text(6, { required: true, readOnly: true, max: 2000, search: true }),
    userId: reference(7, 'user', { readOnly: true }),
    entity: text(8, { readOnly: true, max: 60 }),
    entityId: text(9, { readOnly: true, max: 64, label: 'Entity id' }),
    details: longText(10, { readOnly: true }),
  },
  list: { columns: ['createdAt', 'level', 'type', 'sentence', 'userId'], sort: '-createdAt', sortable: ['createdAt'] },
})
export type SystemEvent = RowOf<typeof systemEvent>
