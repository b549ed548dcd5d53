import { type RawBuilder, sql } from 'kysely'

/**
 * What `updated_at` of a row `t` becomes by a change: never what it was, also when two changes fall into the same
 * millisecond, so that it tells whether a row was changed since it was read.
 */
export const nextVersion: RawBuilder<unknown> = sql`greatest(now()::timestamp(3) with time zone, t.updated_at + interval '1 millisecond')`
