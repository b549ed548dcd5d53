import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the statement that withdraws messages `m` to chat channels that haven't started. Nothing is left of them, so that
 * the filing is announced when people are notified of it after all.
 */
export function withdrawChats(firmId: number, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`delete from chat_messages m where m.firm_id = ${firmId}::integer and m.status = 'waiting' and ${where}`
}
