import type { UnhealthyThing } from '@courtcrier/contract/calls/dashboard.ts'
import { addDays } from '@courtcrier/contract/dashboard.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { dayIn } from '@courtcrier/lib/zoned-time.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import { findShortName } from '../../courts/directory/short-name.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'

/** The number of days a court's usual volume is calculated from. */
const habitDays = 60
/** A court isn't called quiet sooner: one business day may be a holiday. */
const fewestQuietDays = 2
/**
 * This many notices must be missing: with this many expected, none at all happens by chance once in 2,980 times (e⁻⁸).
 */
const fewestMissing = 8

interface Habit {
  court: string
  n: number
  first: Date
  last: Date
}

/** Courts that regularly send notices and have stopped: their email may no longer arrive. */
export async function findQuietCourts(
  trx: Trx,
  scope: SearchScope,
  { zone, now }: { zone: string; now: Date },
): Promise<UnhealthyThing[]> {
  const { rows } = await sql<Habit>`
    select t.ecfx_jurisdiction_id as court, count(*)::int as n, min(t.created_at) as first, max(t.created_at) as last
    from ${firmRows(envelope)} t
    where t.firm_id = ${scope.firmId} and t.created_at > ${now}::timestamptz - make_interval(days => ${habitDays}::integer)
      and t.ecfx_jurisdiction_id is not null and ${isVisible('t', envelope, scope)}
    group by 1 having count(*) >= ${fewestMissing}`.execute(trx)
  return rows
    .map((habit) => quietness(habit, { zone, now }))
    .filter((quiet) => quiet.days >= fewestQuietDays && quiet.days * quiet.perDay >= fewestMissing)
    .toSorted((a, b) => b.days * b.perDay - a.days * a.perDay)
    .map(({ court, last, perDay }) => ({
      kind: 'court_quiet',
      count: 1,
      is_at_least: false,
      court: {
        id: court,
        name: findShortName(court) ?? court,
        last_at: last.toISOString(),
        usual_per_day: Math.round(perDay),
      },
    }))
}

function quietness({ court, n, first, last }: Habit, { zone, now }: { zone: string; now: Date }) {
  const [start, end] = [dayIn(zone, first), dayIn(zone, last)]
  // Neither the day of the last notice nor the current one counts as quiet.
  const days = workingDays(addDays(end, 1), addDays(dayIn(zone, now), -1))
  return { court, last, days, perDay: n / Math.max(1, workingDays(start, end)) }
}

/** Mondays to Fridays from one day to another, both included. */
function workingDays(from: string, to: string): number {
  let count = 0
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    if (weekday > 0 && weekday < 6) count++
  }
  return count
}
