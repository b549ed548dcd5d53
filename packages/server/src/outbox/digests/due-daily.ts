import type { LevelSettings } from '@courtcrier/contract/delivery-settings.ts'
import { sql } from 'kysely'
import type { Database, Trx } from '../../base/db/database.ts'
import { withSystem } from '../../base/db/firm-transaction.ts'
import type { Due } from './claim.ts'
import { lastDailyMoment } from './daily-moment.ts'
import { dailyTimeOf } from './daily-time.ts'

/**
 * Finds the addresses due a daily message: those with something waiting since before the last run by their settings.
 * After an outage, that is one message, late, rather than one per day; anything newer waits for the next one.
 */
export async function findDueDaily(database: Database, now: Date): Promise<readonly Due[]> {
  const waiting = await withSystem(database, (trx) => findWaiting(trx, now))
  return waiting.flatMap(({ firmId, email, timekeeperId, oldest, firm, group }) => {
    const daily = dailyTimeOf(firm, group)
    const { day, at } = lastDailyMoment(now, daily)
    if (oldest > at) return []
    return [{ firmId, kind: 'daily' as const, email, day, timeZone: daily.timeZone, timekeeperId, until: at }]
  })
}

interface DailyRecipient {
  firmId: number
  email: string
  /** The recipient at this address. */
  timekeeperId: string | null
  oldest: Date
  firm: LevelSettings
  group: LevelSettings | null
}

/**
 * The deliveries that are not in a daily message yet: those that wait for it, and those of the last week that were sent
 * immediately and also belong in the summary, once if the filing was sent again with the court's stamp. Two queries,
 * because each has its own index.
 */
export function waitingDeliveries(now: Date, among = sql``) {
  const isUntold = sql`not exists (select from digest_items i where i.firm_id = d.firm_id and i.delivery_id = d.id) ${among}`
  const columns = sql`d.firm_id, d.id, d.email, d.timekeeper_id, d.created_at`
  return sql`(
    select ${columns} from deliveries d where d.status = 'scheduled' and ${isUntold}
    union all
    select ${columns} from deliveries d where d.cadence = 'DAILY_AND_REALTIME' and d.status = 'sent'
      and d.repeat = 0 and d.created_at > ${now}::timestamptz - interval '7 days' and ${isUntold})`
}

async function findWaiting(trx: Trx, now: Date): Promise<readonly DailyRecipient[]> {
  const { rows } = await sql<DailyRecipient>`
    select w.*, json_build_object('time', f.default_daily_cadence_delivery_time, 'timeZone', f.default_time_zone) as firm,
      case when g.id is not null then json_build_object('time', g.daily_cadence_delivery_time, 'timeZone', g.time_zone) end as "group"
    from (
      select d.firm_id as "firmId", d.email, min(d.created_at) as oldest,
        (array_agg(d.timekeeper_id order by d.created_at, d.id) filter (where d.timekeeper_id is not null))[1] as "timekeeperId"
      from ${waitingDeliveries(now)} d group by 1, 2
    ) w
      join firms f on f.firm_id = w."firmId"
      left join timekeepers t on t.firm_id = w."firmId" and t.id = w."timekeeperId"
      left join timekeeper_groups g on g.firm_id = t.firm_id and g.id = t.timekeeper_group_id
    order by w."firmId", w.email`.execute(trx)
  return rows.map((row) => ({ ...row, oldest: new Date(row.oldest) }))
}

/** Adds waiting deliveries to new daily messages; each delivery is in one message at most. */
export async function fillDaily(trx: Trx, now: Date, firmId: number, ids: readonly string[]): Promise<void> {
  const among = sql`and d.firm_id = ${firmId} and d.email = any(array(
    select email from digests where firm_id = ${firmId} and id = any(${ids}::uuid[])))`
  await sql`
    insert into digest_items (firm_id, delivery_id, digest_id)
    select d.firm_id, d.id, g.id
    from digests g join ${waitingDeliveries(now, among)} d on d.firm_id = g.firm_id and d.email = g.email and d.created_at <= g.until
    where g.firm_id = ${firmId} and g.id = any(${ids}::uuid[])
    on conflict (firm_id, delivery_id) do nothing`.execute(trx)
}
