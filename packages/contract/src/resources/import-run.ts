import { longText } from '../fields/long-text.ts'
import { number } from '../fields/number.ts'
import { reference } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { defineResource, type RowOf } from '../resource.ts'

const count = (fieldNumber: number, label: string) =>
  number(fieldNumber, { required: true, readOnly: true, label, default: 0 })

const statuses = [
  'checked',
  'committed',
  'committed_with_warnings',
  'stopped',
  'uploaded',
  'waiting',
  'running',
  'canceled',
  'failed',
] as const

/** A file that was imported or previewed in a dry run; problems with its rows are stored with it. */
export const importRun = defineResource('import_run', {
  label: ['Import', 'Imports'],
  route: '/imports',
  access: 'firmAccess',
  title: 'fileName',
  isReadOnly: true,
  fields: {
    entity: text(4, { required: true, readOnly: true, max: 60, search: true, label: 'Records' }),
    fileName: text(5, { required: true, readOnly: true, search: true, label: 'File' }),
    mode: select(6, ['dry_run', 'commit'], {
      required: true,
      readOnly: true,
      label: 'Kind',
      valueLabels: { dry_run: 'Dry run', commit: 'Import' },
    }),
    status: select(7, statuses, {
      required: true,
      readOnly: true,
      valueLabels: {
        checked: 'Checked',
        committed: 'Imported',
        committed_with_warnings: 'Imported with warnings',
        stopped: 'Nothing imported',
        uploaded: 'File received',
        waiting: 'Waiting',
        running: 'Running',
        canceled: 'Canceled',
        failed: 'Failed',
      },
      tones: {
        checked: 'neutral',
        committed: 'ok',
        committed_with_warnings: 'warn',
        stopped: 'bad',
        uploaded: 'busy',
        waiting: 'busy',
        running: 'busy',
        canceled: 'neutral',
        failed: 'bad',
      },
    }),
    reason: longText(8, { readOnly: true, max: 2000, holds: 'sentence' }),
    rowCount: count(9, 'Rows'),
    newCount: count(10, 'New'),
    changedCount: count(11, 'Changed'),
    unchangedCount: count(12, 'Unchanged'),
    deletedCount: count(13, 'Deleted'),
    errorCount: count(14, 'Errors'),
    userId: reference(15, 'user', { readOnly: true, label: 'Imported by' }),
  },
  list: {
    columns: [
      'createdAt',
      'fileName',
      'entity',
      'mode',
      'status',
      'newCount',
      'changedCount',
      'deletedCount',
      'errorCount',
      'userId',
    ],
    sort: '-createdAt',
  },
})
export type ImportRun = RowOf<typeof importRun>
