import type { DocumentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Before, type Follows, mayChange, newStatus, type StatusChange } from './status-change.ts'

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

/**
 * The statement that changes the status of copies, `c` in its parts; nothing else does. It can be part of a larger one,
 * and a `returning` can follow it.
 */
export function setCopyStatus<To extends DocumentCopy['status']>({
  firmId,
  from,
  to,
  set,
  joined,
  where,
}: StatusChange<To, Before<typeof copyFollows, To>>): RawBuilder<unknown> {
  return sql`update document_copies c set status = ${newStatus(to)}, updated_at = now()${set ? sql`, ${set}` : sql``}
    ${joined ? sql`from ${joined}` : sql``}
    where c.firm_id = ${firmId} and ${where} and ${mayChange(copyFollows, { status: sql`c.status`, from, to })}`
}
