import { type RawBuilder, sql } from 'kysely'

/** A mailbox in the hands of a reader. */
export interface Holding {
  firmId: number
  mailboxId: string
  /** How often it had changed hands by then. */
  term: number
}

/**
 * Whether a mailbox is still in the hands of the reader that asks. No other takes it before what is written on that
 * condition is committed: a reader that stood still must not write over what the next one has. True for an account of the
 * settings, which no one leases.
 */
export function isHeld(holding: Holding | undefined): RawBuilder<boolean> {
  if (!holding) return sql<boolean>`true`
  const { firmId, mailboxId, term } = holding
  return sql<boolean>`exists (select from (select from mailbox_readers h where h.firm_id = ${firmId}::integer
    and h.id = ${mailboxId}::uuid and h.term = ${term}::integer for share) as held)`
}
