import type { LevelSettings } from '@courtcrier/contract/delivery-settings.ts'
import { eventLevels } from '@courtcrier/contract/event-levels.ts'
import { sql } from 'kysely'
import type { Database, Trx } from '../../base/db/database.ts'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { reminderActions } from '../../stores/expiring-kinds.ts'
import type { DigestKind, Due } from './claim.ts'
import { lastDailyMoment } from './daily-moment.ts'
import { dailyTimeOf } from './daily-time.ts'

const dayMs = 86_400_000
/**
 * In milliseconds. A row's time is when its transaction began: a report ends this long before it is due, so that it
 * doesn't miss rows whose transaction took up to this long to commit.
 */
const commitMs = 60_000

/** The daily reports that are due, each about what happened since the last one. */
export async function findDueReports(database: Database, now: Date): Promise<readonly Due[]> {
  const readers = await withSystem(database, findReaders)
  return readers.flatMap(({ firmId, kind, email, groupId, since, setAt, firm, group }): Due[] => {
    const daily = dailyTimeOf(firm, group)
    const { day, at } = lastDailyMoment(now, daily)
    const until = new Date(at.getTime() - commitMs)
    // The first one is sent at the first due time after it was requested.
    if (since ? since >= until : setAt > at) return []
    return [
      {
        firmId,
        kind,
        email,
        day,
        timeZone: daily.timeZone,
        groupId,
        since: since ?? new Date(until.getTime() - dayMs),
        until,
      },
    ]
  })
}

interface Reader {
  firmId: number
  kind: DigestKind
  email: string
  groupId: string | null
  /** When the last report to this reader ended. */
  since: Date | null
  /** When the settings that request it were last changed. */
  setAt: Date
  firm: LevelSettings
  group: LevelSettings | null
}

async function findReaders(trx: Trx): Promise<readonly Reader[]> {
  const { rows } = await sql<Reader>`
    select r."firmId", r.kind, r.email, r."groupId", r."setAt", r."group",
      json_build_object('time', f.default_daily_cadence_delivery_time, 'timeZone', f.default_time_zone) as firm,
      (select max(g.until) from digests g where g.firm_id = r."firmId" and g.kind = r.kind and g.email = r.email) as since
    from (
      select distinct on (t.firm_id, lowered(t.email)) t.firm_id as "firmId", 'activity' as kind, lowered(t.email) as email,
        g.id as "groupId", g.updated_at as "setAt",
        json_build_object('time', g.daily_cadence_delivery_time, 'timeZone', g.time_zone) as "group"
      from timekeeper_groups g join timekeepers t on t.firm_id = g.firm_id and t.timekeeper_group_id = g.id
      where g.receive_daily_activity_report and t.status = 'Active' and t.email <> ''
      union all
      select distinct on (firm_id, lowered(email)) firm_id, 'dms_failures', lowered(email), null::uuid, updated_at, null::json
      from firms, unnest(dms_failure_report_emails) as email
      union all
      select distinct on (firm_id, lowered(email)) firm_id, 'case_not_found', lowered(email), null::uuid, updated_at, null::json
      from firms, unnest(case_not_found_report_emails) as email
    ) r join firms f on f.firm_id = r."firmId"
    order by 1, 2, 3`.execute(trx)
  return rows.map((row) => ({ ...row, setAt: new Date(row.setAt), since: row.since && new Date(row.since) }))
}

/** In milliseconds. Error notifications, and those about mail accounts, collect what happens within this time. */
export const gatherMs = 5 * 60_000

/** Finds addresses with an unreported event from before the current five minutes. */
export async function findDueErrors(database: Database, now: Date): Promise<readonly Due[]> {
  const begin = new Date(Math.floor(now.getTime() / gatherMs) * gatherMs)
  return withSystem(database, async (trx) => {
    const { rows } = await sql<{ firmId: number; email: string; timeZone: string | null; since: Date }>`
      select distinct f.firm_id as "firmId", lowered(a.email) as email, f.default_time_zone as "timeZone", s.since
      from firms f cross join unnest(f.error_notification_emails) as a (email)
        -- An event counts from when its transaction began, which may be long before others could see it.
        cross join lateral (select greatest(${now}::timestamptz - interval '3 days', max(g.until) - interval '6 hours') as since
          from digests g where g.firm_id = f.firm_id and g.kind = 'errors' and g.email = lowered(a.email)) s
      where not exists (
          -- While one can't be sent, what happens gathers for the next.
          select from digests g where g.firm_id = f.firm_id and g.kind = 'errors' and g.email = lowered(a.email)
            and g.status in ('waiting', 'sending')
        ) and exists (
          select from system_events e where e.firm_id = f.firm_id and e.created_at < ${begin}::timestamptz
            and ${isToBeTold(sql`lowered(a.email)`, sql`s.since`)}
        )
      order by 1, 2`.execute(trx)
    return rows.map(({ firmId, email, timeZone, since }) => ({
      firmId,
      kind: 'errors' as const,
      email,
      day: begin.toISOString(),
      timeZone: dailyTimeOf({ timeZone }).timeZone,
      since: new Date(since),
      until: now,
    }))
  })
}

/** Assigns to new error notifications the events their addresses weren't notified of. */
export async function fillErrors(trx: Trx, firmId: number, ids: readonly string[]): Promise<void> {
  await sql`
    insert into digest_events (firm_id, event_id, email, digest_id)
    select g.firm_id, e.id, g.email, g.id
    from digests g join firms f on f.firm_id = g.firm_id join system_events e on e.firm_id = g.firm_id
    where g.firm_id = ${firmId} and g.id = any(${ids}::uuid[]) and ${isToBeTold(sql`g.email`, sql`g.since`)}
    on conflict (firm_id, event_id, email) do nothing`.execute(trx)
}

/** The event `e` of the firm `f`: severe enough or a reminder of what ends, not yet sent to this address, and not about a notification itself. */
function isToBeTold(email: ReturnType<typeof sql>, since: ReturnType<typeof sql>) {
  const levels = sql`${[...eventLevels]}::text[]`
  return sql`(e.level = any((${levels})[array_position(${levels}, f.error_notification_level) : ])
      or e.action = any(${[...reminderActions]}::text[]))
    and e.created_at > ${since} and e.facts ->> 'mail' is distinct from 'errors'
    and not exists (select from digest_events i where i.firm_id = e.firm_id and i.event_id = e.id and i.email = ${email})`
}
