import { type RawBuilder, sql } from 'kysely'

/** None lasts longer: one that ends later was given by a clock that was ahead, and is right again. */
export const longestLeaseMs = 60 * 60_000

/** Whether the lease that a column gives until then is over, or there is none. */
export function isLeaseOver(until: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${until} is null or ${until} <= now()
    or ${until} > now() + ${longestLeaseMs} * interval '1 millisecond')`
}
