import type { Dashboard } from '@courtcrier/contract/calls/dashboard.ts'
import { type CourtSystemGroup, courtSystems, lengthOf, type SystemCounts } from '@courtcrier/contract/dashboard.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { offsetAt } from '@courtcrier/lib/zoned-time.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import { findCourt } from '../../courts/directory/directory.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { madeWithin, type Period } from './period.ts'

/** A range of more days is shown by months only. */
const mostDays = 62

/** Returns the number of notices received in the period, by court and time. */
export async function countNotices(
  trx: Trx,
  scope: SearchScope,
  period: Period,
): Promise<NonNullable<Dashboard['notices']>> {
  const [counts, before] = await Promise.all([readCounts(trx, scope, period), countBefore(trx, scope, period)])
  const of = (by: Count['by']) => counts.filter((count) => count.by === by)
  const months = of('month')
  const [peak] = of('peak')
  return {
    total: sum(months),
    ...(before === undefined ? {} : { before }),
    by_month: bySlot(months).map(([month, slot]) => ({ month, ...slot })),
    ...(hasDays(period) ? { by_day: bySlot(of('day')).map(([day, slot]) => ({ day, ...slot })) } : {}),
    by_hour: hoursOf(of('hour')),
    by_system: bySystem(months),
    courts: courtsOf(months),
    ...(peak ? { peak: { day: peak.slot.slice(0, 10), hour: Number(peak.slot.slice(11)), count: peak.n } } : {}),
  }
}

interface Count {
  by: 'month' | 'day' | 'hour' | 'peak'
  slot: string
  court: string | null
  n: number
}

/**
 * Counts rows by whole hours and by court first, so that conversions to the time zone run for some thousand hours
 * instead of a million rows.
 */
async function readCounts(trx: Trx, scope: SearchScope, period: Period): Promise<readonly Count[]> {
  const minutes = hasWholeHours(period.zone) ? 60 : 15
  const { rows } = await sql<Count>`
    with counted as materialized (
      select date_bin(${`${minutes} minutes`}::interval, t.created_at, timestamptz '2000-01-01T00:00:00Z') as bin,
        t.ecfx_jurisdiction_id as court, count(*)::int as n
      from ${firmRows(envelope)} t
      where t.firm_id = ${scope.firmId} and ${madeWithin('t', period.days, period.zone)} and ${isVisible('t', envelope, scope)}
      group by 1, 2
    ), placed as materialized (
      select bin at time zone ${period.zone}::text as at, court, n from counted
    )
    select 'month' as by, to_char(at, 'YYYY-MM') as slot, court, sum(n)::int as n from placed group by 2, 3
    union all
    select 'day', to_char(at, 'YYYY-MM-DD'), court, sum(n)::int from placed where ${hasDays(period)}::boolean group by 2, 3
    union all
    select 'hour', to_char(at, 'HH24'), null, sum(n)::int from placed group by 2
    union all
    (select 'peak', to_char(at, 'YYYY-MM-DD HH24'), null, sum(n)::int from placed group by 2 order by 4 desc, 2 limit 1)
  `.execute(trx)
  return rows
}

async function countBefore(trx: Trx, scope: SearchScope, { before, zone }: Period): Promise<number | undefined> {
  if (!before) return undefined
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${firmRows(envelope)} t
    where t.firm_id = ${scope.firmId} and ${madeWithin('t', before, zone)} and ${isVisible('t', envelope, scope)}`.execute(
    trx,
  )
  return rows[0]?.n
}

function hasDays({ days }: Period): boolean {
  return lengthOf(days) <= mostDays
}

/** Returns false for a zone with a half-hour or quarter-hour offset, in summer or always. */
function hasWholeHours(zone: string): boolean {
  const year = new Date().getUTCFullYear()
  return [0, 6].every((month) => offsetAt(Date.UTC(year, month, 1), zone) % 3_600_000 === 0)
}

function sum(counts: readonly Count[]): number {
  return counts.reduce((total, { n }) => total + n, 0)
}

function bySlot(counts: readonly Count[]): [string, SystemCounts][] {
  return [...Map.groupBy(counts, ({ slot }) => slot)]
    .map(([slot, own]): [string, SystemCounts] => [slot, bySystem(own)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function bySystem(counts: readonly Count[]): SystemCounts {
  const of = Map.groupBy(counts, ({ court }) => systemOf(court))
  return Object.fromEntries(courtSystems.map((system) => [system, sum(of.get(system) ?? [])])) as SystemCounts & {
    [S in CourtSystemGroup]: number
  }
}

function courtsOf(counts: readonly Count[]): Record<CourtSystemGroup, readonly string[]> {
  const courts = [...new Set(counts.flatMap(({ court }) => court ?? []))].toSorted()
  const of = (system: CourtSystemGroup) => courts.filter((court) => systemOf(court) === system)
  return { federal: of('federal'), state: of('state'), other: of('other'), unknown: [] }
}

function systemOf(courtId: string | null): CourtSystemGroup {
  if (courtId === null) return 'unknown'
  const system = findCourt(courtId)?.system
  return system === 'federal' || system === 'state' ? system : 'other'
}

function hoursOf(counts: readonly Count[]): number[] {
  const byHour = new Map(counts.map(({ slot, n }) => [Number(slot), n]))
  return Array.from({ length: 24 }, (_, hour) => byHour.get(hour) ?? 0)
}
