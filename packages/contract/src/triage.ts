import type { ItemStatus } from './notice.ts'

/** What can be done with several inbox items at once. */
export const bulkActs = ['archive', 'unarchive', 'requeue', 'manual', 'cancel-dms', 'requeue-dms'] as const
export type BulkAct = (typeof bulkActs)[number]

/** The ways by which a person can answer what a stopped item waits for. */
export const fixKinds = ['choose-case', 'create-case', 'ignore-case', 'choose-court', 'trust', 'requeue'] as const
export type FixKind = (typeof fixKinds)[number]

/** Only what is over is put out of sight: what is under way or waits for a person would be lost from it. */
export function canArchive(status: ItemStatus): boolean {
  return status === 'Succeeded' || status === 'Failed' || status === 'Canceled'
}

/** Longest note on an inbox item. */
export const longestNote = 4000
