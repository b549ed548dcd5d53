import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the new `updated_at` of a changed row of the table `alias`: always a different one, even for two changes in
 * the same millisecond, so that it shows whether a row changed since it was read.
 */
export function nextVersion(alias: string): RawBuilder<unknown> {
  const last = sql.ref(`${alias}.updated_at`)
  return sql`greatest(now()::timestamp(3) with time zone, ${last} + interval '1 millisecond')`
}
