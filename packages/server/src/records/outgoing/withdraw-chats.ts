import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the statement that withdraws messages `m` to chat channels that wait. No one sees them any more, and one starts
 * over when people are notified of the filing after all (`planChat`). The row stays: a process that stood still may turn
 * out to have sent the message at an earlier attempt.
 */
export function withdrawChats(firmId: number, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`update chat_messages m set status = 'withdrawn', updated_at = now()
    where m.firm_id = ${firmId}::integer and m.status = 'waiting' and ${where}`
}
