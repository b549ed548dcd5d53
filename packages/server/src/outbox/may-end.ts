import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the result `r` of an attempt may be recorded for a row. While no other attempt has begun, any may. Another
 * process begins the next one if this attempt's process shows no sign of life for a while; from then on only that
 * something was sent counts, whatever has become of the row, so that it isn't sent again.
 */
export function mayEnd(row: 'c' | 'd' | 'm'): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  return sql<boolean>`(${of('status')} = 'sending' and ${of('begun')} <= r.begun
    or ${of('status')} <> 'sent' and r.status = 'sent')`
}
