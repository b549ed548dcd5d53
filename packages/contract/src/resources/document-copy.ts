import { file } from '../fields/file.ts'
import { number } from '../fields/number.ts'
import { reference } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { timestamp } from '../fields/timestamp.ts'
import { dmsStatuses } from '../notice.ts'
import { defineResource, type RowOf } from '../resource.ts'

/** One document, or the notice itself, saved to one DMS by one policy for one case of the filing. */
export const documentCopy = defineResource('document_copy', {
  label: ['Copy in DMS', 'Copies in DMS'],
  route: '/document-copies',
  access: 'documentAccess',
  title: 'path',
  isReadOnly: true,
  fields: {
    envelopeId: reference(4, 'envelope', { required: true, readOnly: true, label: 'Filing' }),
    inboxItemId: reference(5, 'inbox_item', { required: true, readOnly: true }),
    documentId: reference(6, 'document', { readOnly: true }),
    storagePolicyId: reference(7, 'storage_policy', { required: true, readOnly: true }),
    fileId: file(8, { required: true, readOnly: true }),
    status: select(9, dmsStatuses, {
      required: true,
      readOnly: true,
      default: 'new',
      valueLabels: {
        new: 'Waiting',
        started: 'Saving',
        failed: 'Not saved',
        succeeded: 'Saved',
        delayed: 'Delayed',
        canceled: 'Canceled',
      },
      tones: { new: 'busy', started: 'busy', failed: 'bad', succeeded: 'ok', delayed: 'warn', canceled: 'neutral' },
    }),
    path: text(10, { readOnly: true, max: 2000, search: true, holds: 'path' }),
    sentence: text(11, { readOnly: true, max: 1000, label: 'Result', holds: 'sentence' }),
    attempts: number(12, { readOnly: true }),
    storedAt: timestamp(13, { readOnly: true, label: 'Saved at' }),
    copyKey: text(14, { required: true, readOnly: true, max: 255 }),
    link: text(15, { readOnly: true, max: 4000, label: 'Address in the DMS' }),
    target: text(16, { readOnly: true, max: 120, label: 'Saved to' }),
    place: text(17, { readOnly: true, max: 64, label: 'DMS location' }),
    waitsFor: select(18, ['retry', 'folder', 'credential', 'missing', 'answer'], {
      readOnly: true,
      label: 'Waiting for',
      valueLabels: {
        retry: 'The next attempt',
        folder: 'The new folder',
        credential: 'A working credential',
        missing: 'A matter or folder in the DMS',
        answer: 'The DMS to answer',
      },
    }),
    caseId: reference(19, 'case', { readOnly: true }),
  },
  unique: [['copyKey'], ['place', 'path']],
  list: {
    columns: ['path', 'documentId', 'storagePolicyId', 'status', 'storedAt'],
    sort: '-createdAt',
    sortable: ['createdAt'],
  },
})
export type DocumentCopy = RowOf<typeof documentCopy>
