import * as z from 'zod/mini'
import { courtSystems, dateRanges, unhealthyKinds } from '../dashboard.ts'
import { isTimeZone } from '../fields/time-zone.ts'
import { defineCall, described, type Fixed } from './call.ts'

const count = z.int().check(z.minimum(0))
const perSystem = <Schema extends z.ZodMiniType>(schema: Schema) =>
  Object.fromEntries(courtSystems.map((system) => [system, schema])) as Record<(typeof courtSystems)[number], Schema>
const systems = perSystem(count)

const unhealthy = z.object({
  kind: z.enum(unhealthyKinds),
  count,
  is_at_least: described(z.boolean(), 'Whether there are more than were counted'),
  oldest_at: z.optional(described(z.string(), 'When the oldest one was received')),
  court: z.optional(
    described(
      z.object({ id: z.string(), name: z.string(), last_at: z.string(), usual_per_day: z.number() }),
      'The court that has gone quiet, when it last sent a notice, and how many it usually sends per business day',
    ),
  ),
})
export type UnhealthyThing = Fixed<z.output<typeof unhealthy>>

const top = z.object({
  id: z.string(),
  title: z.string(),
  count,
  case_ids: z.optional(
    described(z.array(z.string()), "Absent if there are too many to list or the role can't see cases"),
  ),
})
/** One of the ten clients, matters or timekeepers with the most. */
export type TopEntry = Fixed<z.output<typeof top>>

const notices = z.object({
  total: count,
  before: z.optional(
    described(count, 'Total for the preceding period of equal length; absent if there is nothing to compare with'),
  ),
  by_month: z.array(z.object({ month: z.string(), ...systems })),
  by_day: z.optional(
    described(z.array(z.object({ day: z.string(), ...systems })), 'Present if the range is short enough'),
  ),
  by_hour: described(z.array(count).check(z.length(24)), 'Starting at midnight'),
  by_system: z.object(systems),
  courts: described(z.object(perSystem(z.array(z.string()))), 'Courts that sent notices, by system'),
  peak: z.optional(described(z.object({ day: z.string(), hour: count, count }), 'The busiest hour')),
})

const documents = z.object({
  total: count,
  fetched: count,
  pages: count,
  bytes: count,
  by_verdict: z.record(z.string(), count),
})

const dashboard = z.object({
  range: z.enum(dateRanges),
  from: z.string(),
  to: z.string(),
  time_zone: z.string(),
  as_of: z.iso.datetime(),
  unhealthy: z.array(unhealthy),
  notices: z.optional(notices),
  documents: z.optional(documents),
  deliveries: z.optional(count),
  minutes_saved: z.optional(count),
  top_clients: z.optional(z.array(top)),
  top_matters: z.optional(z.array(top)),
  top_timekeepers: z.optional(z.array(top)),
})
export type Dashboard = Fixed<z.output<typeof dashboard>>

const day = z.string().check(z.refine(isDay, 'not_date'))

export const readDashboard = defineCall({
  method: 'GET',
  path: '/dashboard',
  tag: 'Dashboard',
  summary:
    "Notices received, documents retrieved and notifications sent in a date range, and what needs attention now; parts the role can't see are absent",
  query: z
    .object({
      range: z.optional(described(z.enum(dateRanges), "Date range in the firm's time zone; the last month if absent")),
      from: z.optional(described(z.string(), 'First day of a custom range')),
      to: z.optional(described(z.string(), 'Last day of a custom range')),
      timeZone: z.optional(
        described(z.string().check(z.refine(isTimeZone, 'not_zone')), "Time zone to use if the firm hasn't set one"),
      ),
    })
    .check(customHasDays()),
  answer: dashboard,
  refusals: [400, 403],
})

/** Checks that a custom range has both days; any other range ignores them. */
function customHasDays() {
  return z.check<{ range?: string | undefined; from?: string | undefined; to?: string | undefined }>(
    ({ value, issues }) => {
      if (value.range !== 'custom') return
      for (const name of ['from', 'to'] as const) {
        const given = value[name]
        if (given === undefined) issues.push({ code: 'custom', path: [name], message: 'required', input: given })
        else if (!z.safeParse(day, given).success)
          issues.push({ code: 'custom', path: [name], message: 'not_date', input: given })
      }
    },
  )
}

function isDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
