import { eventLevels } from '../event-levels.ts'
import { longText } from '../fields/long-text.ts'
import { map } from '../fields/map.ts'
import { reference } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { defineResource, type RowOf } from '../resource.ts'

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

/** Who was there: in a firm at work, most of the log. */
const visitTypes: readonly EventType[] = ['page view', 'login success', 'login failure']
/** What every notice does. */
const routineTypes: readonly EventType[] = [
  'notification sent',
  'duplicate document',
  'DMS upload success',
  'webhook submitted',
]
/** What people changed, and what went wrong. */
const changeTypes = eventTypes.filter((type) => ![...visitTypes, ...routineTypes].includes(type))

/** One line of the firm's log; append-only. */
export const systemEvent = defineResource('system_event', {
  label: ['System event', 'Event logs'],
  route: '/event-logs',
  access: 'firmAccess',
  title: 'sentence',
  isReadOnly: true,
  createdLabel: 'Time',
  fields: {
    level: select(4, eventLevels, { required: true, readOnly: true }),
    type: select(5, eventTypes, { required: true, readOnly: true }),
    sentence: text(6, { required: true, readOnly: true, max: 2000, search: true, label: 'Event' }),
    userId: reference(7, 'user', { readOnly: true }),
    entity: text(8, { readOnly: true, max: 60, label: 'About', holds: 'resource' }),
    entityId: text(9, { readOnly: true, max: 64, label: 'Record', holds: 'recordId' }),
    details: longText(10, { readOnly: true }),
    action: text(11, { readOnly: true, max: 60 }),
    recordTitle: text(12, { readOnly: true, max: 1000, label: 'Record name' }),
    facts: map(13, { readOnly: true }),
  },
  list: {
    columns: ['createdAt', 'sentence', 'level', 'type'],
    sort: '-createdAt',
    sortable: ['createdAt'],
    filters: ['createdAt', 'level', 'type', 'userId', 'entity', 'entityId'],
    parts: [
      { name: 'changes', field: 'type', values: changeTypes },
      { name: 'visits', field: 'type', values: visitTypes },
    ],
  },
})
export type SystemEvent = RowOf<typeof systemEvent>
