import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the result `r` of an attempt may be recorded for a row. While no other attempt has begun, any may. Another
 * process begins the next one if this attempt's process shows no sign of life for a while; from then on only that
 * something was sent counts, so that it isn't sent again, even if the next one failed.
 */
export function mayEnd(row: 'c' | 'd' | 'm'): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  return sql<boolean>`(${of('status')} = 'sending' and ${of('attempts')} <= r.attempts
    or ${of('status')} in ('sending', 'waiting', 'failed') and r.status = 'sent')`
}
