import { boolean } from '../fields/boolean.ts'
import { file } from '../fields/file.ts'
import { number } from '../fields/number.ts'
import { reference, referenceList } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { textList } from '../fields/text-list.ts'
import { timestamp } from '../fields/timestamp.ts'
import {
  actionsRequired,
  dispositions,
  dmsStatuses,
  itemStatuses,
  mostUrgentFirst,
  senderFlags,
  stageNames,
  trustLevels,
} from '../notice.ts'
import { defineResource, type RowOf } from '../resource.ts'

/** A received message and its status. */
export const inboxItem = defineResource('inbox_item', {
  label: ['Inbox item', 'Inbox items'],
  route: '/inbox-items',
  access: 'inboxItemAccess',
  title: 'subject',
  isReadOnly: true,
  // Forms don't write it, but what people decide about it can be undone.
  isUndoable: true,
  fields: {
    status: select(4, itemStatuses, { required: true, readOnly: true, default: 'New' }),
    subject: text(5, { readOnly: true, max: 1000, search: true }),
    sender: text(6, { readOnly: true, max: 400, search: true }),
    receivedAt: timestamp(7, { required: true, readOnly: true, label: 'Received' }),
    sourceType: select(8, ['smtp', 'imap', 'file', 'manual', 'provider'], {
      required: true,
      readOnly: true,
      default: 'smtp',
    }),
    source: text(9, { readOnly: true, max: 400 }),
    actionRequired: select(10, actionsRequired, {
      required: true,
      readOnly: true,
      default: 'NONE',
      valueLabels: { NONE: 'No one', ECFX: 'Operator', USER: 'Firm' },
    }),
    reason: text(11, { readOnly: true, max: 2000, label: 'Why', holds: 'sentence' }),
    disposition: select(12, dispositions, { required: true, readOnly: true, default: 'NO_DISPOSITION' }),
    dmsStatus: select(13, dmsStatuses, { readOnly: true, label: 'DMS status' }),
    trust: select(14, trustLevels, { readOnly: true, label: 'Sender check' }),
    ecfxJurisdictionId: reference(15, 'ecfx_jurisdiction', { readOnly: true, idKind: 'text', label: 'Court' }),
    caseId: reference(16, 'case', { readOnly: true }),
    envelopeId: reference(17, 'envelope', { readOnly: true, label: 'Filing' }),
    caseName: text(18, { readOnly: true, max: 1000, search: true }),
    docketNumber: text(19, { readOnly: true, max: 255, search: true }),
    event: text(20, { readOnly: true, max: 1000, search: true }),
    documentCount: number(21, { readOnly: true, label: 'Docs' }),
    documentsKept: number(22, { readOnly: true, label: 'Documents saved' }),
    attempts: number(23, { readOnly: true }),
    retryAt: timestamp(24, { readOnly: true }),
    finishedAt: timestamp(25, { readOnly: true }),
    rawContent: file(26, { required: true, readOnly: true }),
    size: number(27, { readOnly: true }),
    snippet: text(28, { readOnly: true, max: 500 }),
    hidden: boolean(29, { readOnly: true, label: 'Archived' }),
    fingerprint: text(30, { required: true, readOnly: true, max: 64 }),
    parentId: reference(31, 'inbox_item', { readOnly: true }),
    nextStage: select(32, stageNames, { readOnly: true }),
    senderFlag: select(34, senderFlags, {
      readOnly: true,
      label: 'Sender warning',
      valueLabels: { 'look-alike': 'Look-alike sender', fake: 'Probably a fake' },
    }),
    senderProof: text(35, { readOnly: true, max: 500, label: 'Sender proof' }),
    vouchedBy: text(36, { readOnly: true, max: 500, label: 'Trusted by' }),
    // Those it may be of, until a person has decided, and those of an email of Courtcrier that it returns or answers.
    otherCaseIds: referenceList(37, 'case', { readOnly: true, isAside: true, label: 'Other cases' }),
    jobs: textList(33, { readOnly: true, isComputed: true, label: 'Completed steps' }),
  },
  unique: [['fingerprint']],
  list: {
    columns: ['status', 'receivedAt', 'ecfxJurisdictionId', 'caseName', 'documentCount', 'actionRequired'],
    sort: '-receivedAt',
    sortable: ['receivedAt'],
    filters: [
      'status',
      'receivedAt',
      'ecfxJurisdictionId',
      'caseId',
      'docketNumber',
      'sender',
      'trust',
      'disposition',
      'dmsStatus',
      'nextStage',
      'actionRequired',
      'sourceType',
      'hidden',
    ],
    // One row per filing. Archived only when all its messages are; otherwise the message that most needs attention.
    fold: {
      by: 'envelopeId',
      first: [
        { field: 'hidden', order: ['false', 'true'] },
        { field: 'status', order: mostUrgentFirst },
      ],
    },
  },
})
export type InboxItem = RowOf<typeof inboxItem>
