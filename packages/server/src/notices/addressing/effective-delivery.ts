import { type DeliveryLevel, type LevelSettings, settleDelivery } from '@courtcrier/contract/delivery-settings.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'

export interface EffectiveSetting {
  name: 'method' | 'cadence' | 'time' | 'template'
  /** A value of the field, a time of day, or the template's name; null for Courtcrier's own template. */
  value: string | null
  level: DeliveryLevel
}

/** How a timekeeper is notified of filings, with the level each part comes from. */
export interface EffectiveDelivery {
  timekeeper: { id: string; fullName: string; email: string | null; status: string } | null
  group: { id: string; name: string; people: number } | null
  /** The time zone of `time`. */
  timeZone: string
  settings: readonly EffectiveSetting[]
}

/** The settings that apply to a timekeeper; for null, the firm's alone. */
export async function findEffectiveDelivery(
  trx: Trx,
  { firmId, timekeeperId }: { firmId: number; timekeeperId: string | null },
): Promise<EffectiveDelivery> {
  const { rows } = await sql<Found>`
    select case when t.id is not null then json_build_object('id', t.id, 'fullName', t.full_name, 'email', t.email, 'status', t.status) end as timekeeper,
      json_build_object('method', t.delivery_method, 'cadence', t.notification_cadence) as own,
      case when g.id is not null then json_build_object('id', g.id, 'name', g.name, 'people',
        (select count(*)::int from timekeepers o where o.firm_id = g.firm_id and o.timekeeper_group_id = g.id)) end as "group",
      json_build_object('method', g.delivery_method, 'cadence', g.notification_cadence, 'templateId', g.email_template_id,
        'time', g.daily_cadence_delivery_time, 'timeZone', g.time_zone) as shared,
      json_build_object('method', f.default_delivery_method, 'cadence', f.default_notification_cadence,
        'templateId', f.default_email_template_id, 'time', f.default_daily_cadence_delivery_time,
        'timeZone', f.default_time_zone) as firm,
      (select json_object_agg(e.id, e.name) from email_templates e where e.firm_id = f.firm_id
        and e.id in (g.email_template_id, f.default_email_template_id)) as templates
    from firms f
      left join timekeepers t on t.firm_id = f.firm_id and t.id = ${timekeeperId}::uuid
      left join timekeeper_groups g on g.firm_id = t.firm_id and g.id = t.timekeeper_group_id
    where f.firm_id = ${firmId}::integer`.execute(trx)
  const [found] = rows
  if (!found) throw new Error(`there is no firm ${firmId}`)
  const { timekeeper, group, own, shared, firm, templates } = found
  const settled = settleDelivery({ timekeeper: own, timekeeper_group: shared, firm })
  const { templateId } = settled
  const settings: EffectiveSetting[] = [
    { name: 'method', ...settled.method },
    { name: 'cadence', ...settled.cadence },
    { name: 'template', ...templateId, value: (templateId.value && templates?.[templateId.value]) ?? null },
  ]
  const isDaily = settled.cadence.value.startsWith('DAILY')
  return {
    timekeeper,
    group,
    timeZone: settled.timeZone.value,
    settings: isDaily ? [...settings, { name: 'time', ...settled.time }] : settings,
  }
}

interface Found {
  timekeeper: EffectiveDelivery['timekeeper']
  group: EffectiveDelivery['group']
  own: LevelSettings
  shared: LevelSettings
  firm: LevelSettings
  /** Names by id. */
  templates: Readonly<Record<string, string>> | null
}
