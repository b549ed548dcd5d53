import type { ItemStatus } from './notice.ts'

/** Bulk actions on inbox items. */
export const bulkActs = ['archive', 'unarchive', 'requeue', 'manual', 'cancel-dms', 'requeue-dms'] as const
export type BulkAct = (typeof bulkActs)[number]

/** Actions on several items through the API: on a selection, or on all items of one filing. */
export const itemActs = [...bulkActs, 'cancel', 'finish'] as const
export type ItemAct = (typeof itemActs)[number]

/** The ways to resolve what a stopped item needs, in the order in which they are offered. */
export const fixKinds = [
  'approve',
  'upload-documents',
  'retrieve',
  'choose-case',
  'create-case',
  'assign-timekeeper',
  'choose-court',
  'trust',
  'manual',
  'requeue',
  'ignore-case',
  'not-needed',
] as const
export type FixKind = (typeof fixKinds)[number]

/** Returns whether an item may be archived. Anything in progress or in need of attention would be lost from sight. */
export function canArchive(status: ItemStatus): boolean {
  return status === 'Succeeded' || status === 'Failed' || status === 'Canceled'
}

/** The longest note on an inbox item. */
export const longestNote = 4000
