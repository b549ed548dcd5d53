import { addDays, type DateRange, type Days, daysOfRange, lengthOf } from '@courtcrier/contract/dashboard.ts'
import { isTimeZone } from '@courtcrier/contract/fields/time-zone.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { firmRows } from '../base/db/firm-rows.ts'
import type { SearchScope } from '../resources/viewer.ts'
import { isVisible } from '../resources/visible-rows.ts'

/** The days that are counted, as days go in the firm's time zone. */
export interface Period {
  days: Days
  zone: string
  /** As many days before; undefined where a comparison would say nothing. */
  before: Days | undefined
}

export interface WantedPeriod {
  range: DateRange
  /** Of a range of one's own. */
  custom?: Days
  /** The zone of whoever asks, for a firm that has set none. */
  zone?: string
  now: Date
}

/** The period that a range means to this firm. */
export async function periodOf(trx: Trx, scope: SearchScope, wanted: WantedPeriod): Promise<Period> {
  const { rows } = await sql<{ zone: string | null; first: Date | null }>`
    select default_time_zone as zone, (select t.created_at from ${firmRows(envelope)} t
      where t.firm_id = ${scope.firmId} and ${isVisible(envelope, scope)} order by t.created_at limit 1) as first
    from firms where firm_id = ${scope.firmId}`.execute(trx)
  const zone = [rows[0]?.zone, wanted.zone].find((name) => name && isTimeZone(name)) ?? 'UTC'
  const days = daysWanted(wanted, { zone, first: rows[0]?.first ?? wanted.now })
  const length = lengthOf(days)
  // Today is not over, so a whole day is nothing to hold it against; before the first notice there was none.
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

/** The calendar day of a moment in a zone, `2026-11-21`. */
export function dayIn(zone: string, moment: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(moment)
  const part = (type: string) => parts.find((entry) => entry.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

/** Whether a row `t` was made on these days, from the first one's midnight to the last one's end. */
export function madeWithin({ from, to }: Days, zone: string): RawBuilder<boolean> {
  const midnight = (day: string) => sql`(${day}::date::timestamp at time zone ${zone}::text)`
  return sql<boolean>`(t.created_at >= ${midnight(from)} and t.created_at < ${midnight(addDays(to, 1))})`
}
