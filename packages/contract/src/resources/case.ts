import { caseStatuses } from '../case-statuses.ts'
import { date } from '../fields/date.ts'
import { longText } from '../fields/long-text.ts'
import { number } from '../fields/number.ts'
import { reference, referenceList } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { timestamp } from '../fields/timestamp.ts'
import { defineResource, type RowOf } from '../resource.ts'
import { retrievalStatuses, trackingStatuses } from '../tracking.ts'

/** Whether a rule made the case, and whether a person has reviewed it. */
export const makings = ['NO', 'TO_REVIEW', 'REVIEWED'] as const

export const courtCase = defineResource('case', {
  label: ['Case', 'Cases'],
  route: '/cases',
  access: 'caseAccess',
  title: 'name',
  fields: {
    name: text(4, { required: true, max: 500, search: true }),
    caseNumber: text(5, { required: true, max: 120, search: true, label: 'Number' }),
    jurisdictionId: reference(6, 'jurisdiction', { required: true }),
    matterId: reference(7, 'matter', { required: true }),
    assignedTimekeepers: referenceList(8, 'timekeeper', { minItems: 1 }),
    status: select(25, caseStatuses, {
      required: true,
      moreIn: 'caseStatuses',
      formerly: 9,
      default: 'Open',
      tones: { Open: 'ok', Closed: 'neutral' },
    }),
    caption: text(10, { max: 1000 }),
    description: longText(11, { max: 4000 }),
    referenceId: text(12, { max: 120, search: true, label: 'Reference' }),
    uniqueKey: text(13, {
      max: 120,
      label: 'Court case ID',
      help: "The court's own ID for the case, as in its links.",
    }),
    judgeId: reference(14, 'judge'),
    openDate: date(15),
    closeDate: date(16),
    filedDate: date(17),
    storagePolicyId: reference(18, 'storage_policy', { directs: 'to' }),
    trackingStatus: select(20, trackingStatuses, {
      required: true,
      readOnly: true,
      default: 'not_subscribed',
      label: 'Tracking',
      valueLabels: { not_subscribed: 'Not tracked', subscribed: 'Tracked', stopped: 'Stopped' },
      tones: { not_subscribed: 'neutral', subscribed: 'ok', stopped: 'warn' },
      feature: 'tracking',
    }),
    retrievalStatus: select(21, retrievalStatuses, {
      required: true,
      readOnly: true,
      default: 'none',
      label: 'Retrieval',
      valueLabels: {
        none: 'Nothing retrieved',
        updating: 'Updating',
        update_succeeded: 'Updated',
        update_failed: 'Update failed',
        retrieve_succeeded: 'Retrieved',
        retrieve_in_progress: 'Retrieving',
        retrieve_failed: 'Retrieval failed',
      },
      tones: {
        none: 'neutral',
        updating: 'busy',
        update_succeeded: 'ok',
        update_failed: 'bad',
        retrieve_succeeded: 'ok',
        retrieve_in_progress: 'busy',
        retrieve_failed: 'bad',
      },
      feature: 'tracking',
    }),
    trackingCents: number(22, { readOnly: true, min: 0, label: 'Tracking cost in cents', feature: 'tracking' }),
    trackingChangedAt: timestamp(23, { readOnly: true, label: 'Tracking changed', feature: 'tracking' }),
    madeByRule: select(24, makings, {
      required: true,
      readOnly: true,
      default: 'NO',
      help: 'Whether an auto case creation made it from a notice.',
      valueLabels: { NO: 'No', TO_REVIEW: 'To review', REVIEWED: 'Reviewed' },
      tones: { NO: 'neutral', TO_REVIEW: 'warn', REVIEWED: 'ok' },
    }),
    envelopeCount: number(19, {
      ...{ readOnly: true, isComputed: true, label: 'Notifications' },
      workedOutOf: [['envelope', 'case_id']],
    }),
  },
  steps: [
    { name: 'matters', fields: ['matterId'] },
    {
      name: 'caseInfo',
      label: 'Case info',
      fields: [
        'name',
        'caseNumber',
        'status',
        'caption',
        'description',
        'referenceId',
        'uniqueKey',
        'openDate',
        'closeDate',
        'filedDate',
      ],
    },
    { name: 'jurisdiction', fields: ['jurisdictionId'] },
    { name: 'timekeepers', fields: ['assignedTimekeepers'] },
    { name: 'judgeAndStorage', label: 'Judge and storage policy', fields: ['judgeId', 'storagePolicyId'] },
  ],
  tellsApart: ['caseNumber', 'jurisdictionId'],
  likeness: { name: 'name', number: 'caseNumber', with: ['jurisdictionId', 'status'] },
  deactivation: { field: 'status', value: 'Closed' },
  unique: [['jurisdictionId', 'caseNumber']],
  inOrder: [['openDate', 'closeDate']],
  list: {
    columns: [
      'name',
      'caseNumber',
      'jurisdictionId',
      'matterId',
      'assignedTimekeepers',
      'status',
      'trackingStatus',
      'envelopeCount',
    ],
    sort: 'name',
    mappedBy: ['uniqueKey'],
    sortable: [
      'name',
      'caseNumber',
      'status',
      'referenceId',
      'openDate',
      'closeDate',
      'filedDate',
      'createdAt',
      'updatedAt',
    ],
  },
})
export type CourtCase = RowOf<typeof courtCase>
