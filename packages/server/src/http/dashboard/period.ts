import { addDays, type DateRange, type Days, daysOfRange, lengthOf } from '@courtcrier/contract/dashboard.ts'
import { isTimeZone } from '@courtcrier/contract/fields/time-zone.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { dayIn } from '@courtcrier/lib/zoned-time.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'

/** The days counted, in the firm's time zone. */
export interface Period {
  days: Days
  zone: string
  /** As many days before; undefined where a comparison would be meaningless. */
  before: Days | undefined
}

export interface WantedPeriod {
  range: DateRange
  /** The days of a custom range. */
  custom?: Days
  /** The caller's time zone, for a firm that has set none. */
  zone?: string
  now: Date
}

/** Returns the period a range covers for this firm. */
export async function periodOf(trx: Trx, scope: SearchScope, wanted: WantedPeriod): Promise<Period> {
  const { rows } = await sql<{ zone: string | null; first: Date | null }>`
    select default_time_zone as zone, (select t.created_at from ${firmRows(envelope)} t
      where t.firm_id = ${scope.firmId} and ${isVisible('t', envelope, scope)} order by t.created_at limit 1) as first
    from firms where firm_id = ${scope.firmId}`.execute(trx)
  const zone = [rows[0]?.zone, wanted.zone].find((name) => name && isTimeZone(name)) ?? 'UTC'
  const days = daysWanted(wanted, { zone, first: rows[0]?.first ?? wanted.now })
  const length = lengthOf(days)
  // Today isn't over, so comparing it with a whole day would be misleading; before the first notice there was none.
  const isComparable = wanted.range !== 'all_time' && wanted.range !== 'today'
  const before = isComparable ? { from: addDays(days.from, -length), to: addDays(days.from, -1) } : undefined
  return { days, zone, before }
}

function daysWanted({ range, custom, now }: WantedPeriod, { zone, first }: { zone: string; first: Date }): Days {
  const today = dayIn(zone, now)
  if (range === 'all_time') return { from: dayIn(zone, first), to: today }
  if (range === 'custom') return custom ?? { from: today, to: today }
  return daysOfRange(range, today)
}

/** Returns whether a row of the table `alias` was created on these days, from the first day's midnight to the end of the last. */
export function madeWithin(alias: string, { from, to }: Days, zone: string): RawBuilder<boolean> {
  const midnight = (day: string) => sql`(${day}::date::timestamp at time zone ${zone}::text)`
  const created = sql.ref(`${alias}.created_at`)
  return sql<boolean>`(${created} >= ${midnight(from)} and ${created} < ${midnight(addDays(to, 1))})`
}
