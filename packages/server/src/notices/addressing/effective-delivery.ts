import {
  type DeliveryLevel,
  type DeliverySettings,
  type LevelSettings,
  settleDelivery,
} from '@courtcrier/contract/delivery-settings.ts'
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

interface Whose {
  firmId: number
  /** For null, the firm's settings alone. */
  timekeeperId: string | null
}

/** The settings that apply to a timekeeper. */
export async function findDeliverySettings(trx: Trx, whose: Whose): Promise<DeliverySettings> {
  return settled(await readLevels(trx, whose))
}

/** The settings that apply to a timekeeper, as they are shown. */
export async function findEffectiveDelivery(trx: Trx, whose: Whose): Promise<EffectiveDelivery> {
  const found = await readLevels(trx, whose)
  const { timekeeper, group, templates } = found
  const { method, cadence, templateId, time, timeZone } = settled(found)
  const settings: EffectiveSetting[] = [
    { name: 'method', ...method },
    { name: 'cadence', ...cadence },
    { name: 'template', ...templateId, value: (templateId.value && templates?.[templateId.value]) ?? null },
  ]
  const isDaily = cadence.value.startsWith('DAILY')
  return {
    timekeeper,
    group,
    timeZone: timeZone.value,
    settings: isDaily ? [...settings, { name: 'time', ...time }] : settings,
  }
}

function settled({ own, shared, firm }: DeliveryLevels): DeliverySettings {
  return settleDelivery({ timekeeper: own, timekeeper_group: shared, firm })
}

async function readLevels(trx: Trx, { firmId, timekeeperId }: Whose): Promise<DeliveryLevels> {
  const { rows } = await sql<DeliveryLevels>`
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
  return found
}

interface DeliveryLevels {
  timekeeper: EffectiveDelivery['timekeeper']
  group: EffectiveDelivery['group']
  own: LevelSettings
  shared: LevelSettings
  firm: LevelSettings
  /** Names by id. */
  templates: Readonly<Record<string, string>> | null
}
