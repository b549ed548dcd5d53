import type { DocumentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import type { RawBuilder } from 'kysely'
import { type Before, type Follows, type StatusChange, statusChange } from './status-change.ts'

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
