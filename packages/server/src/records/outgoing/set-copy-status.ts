import type { DocumentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Before, type Follows, type StatusChange, startOver, statusChange } from './status-change.ts'

/** What may become of a copy. Nothing saved is canceled or saved again. */
export const copyFollows = {
  new: ['started', 'canceled'],
  started: ['started', 'succeeded', 'delayed', 'failed'],
  delayed: ['started', 'canceled'],
  succeeded: [],
  // A person saves it again, or has all copies planned again, so that it no longer counts as missing.
  failed: ['new', 'canceled'],
  // It may have been canceled while it was being saved.
  canceled: ['succeeded', 'new', 'canceled'],
} as const satisfies Follows<DocumentCopy['status']>

/** Returns the statement that changes the status of copies, `c` in its parts; nothing else does. */
export function setCopyStatus<To extends DocumentCopy['status']>(
  change: StatusChange<To, Before<typeof copyFollows, To>>,
): RawBuilder<unknown> {
  return statusChange({ table: 'document_copies', row: 'c', follows: copyFollows }, change)
}

/**
 * Follows the statement that adds copies: a copy that is planned again and isn't saved starts over. The case may be in
 * another matter by now, so it takes its path there, and not where it would have been saved before.
 */
export const orSaveAgain = startOver({
  table: 'document_copies',
  unique: sql`firm_id, copy_key`,
  over: ['failed', 'canceled'] satisfies Before<typeof copyFollows, 'new'>[],
  to: sql`'new'`,
  set: sql`inbox_item_id = excluded.inbox_item_id, file_id = excluded.file_id, path = null, place = null, link = null`,
})
