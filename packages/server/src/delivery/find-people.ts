import type { LevelSettings } from '@courtcrier/contract/delivery-settings.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { numberedRows } from '../base/db/json-rows.ts'
import { together } from '../base/db/together.ts'
import { standingWalls } from '../resources/standing-walls.ts'
import type { AssignedPerson, Person, Rule } from './choose-recipients.ts'
import type { CourtPreference } from './rules-of-court.ts'
import type { Wall } from './walls.ts'

/** What is known of the cases of a filing. */
export interface FilingPeople {
  assigned: readonly AssignedPerson[]
  cases: readonly CaseFacts[]
  walls: readonly Wall[]
  /** The firm's rules in use. */
  rules: readonly Rule[]
  /** The firm's preferences in use, by their order. */
  preferences: readonly CourtPreference[]
}

export interface CaseFacts {
  name: string
  number: string | null
  judge: string | null
  jurisdiction: string | null
  jurisdictionId: string | null
  matter: string | null
  matterNumber: string | null
  client: string | null
  clientNumber: string | null
}

interface Question {
  firmId: number
  caseIds: readonly string[]
}

/** Timekeepers, facts and walls of each question's cases, and the firm's rules; one statement for all questions. */
export const findFilingPeople = together(async (trx: Trx, asked: readonly Question[]) => {
  const [{ firmId } = { firmId: 0 }] = asked
  const { rows } = await sql<Answer>`
    select r.n,
      (select coalesce(json_agg(p.person order by p.id), '[]') from (
        select distinct on (t.id) t.id, jsonb_build_object('caseName', c.name) || ${personJson} as person
        from cases c join timekeepers t on t.firm_id = c.firm_id and t.id = any(c.assigned_timekeepers)
          left join timekeeper_groups g on g.firm_id = t.firm_id and g.id = t.timekeeper_group_id
        where c.firm_id = ${firmId} and c.id = any(r."caseIds") order by t.id, c.id) p) as assigned,
      (select coalesce(json_agg(json_build_object('name', c.name, 'number', c.case_number, 'judge', j.name,
          'jurisdiction', ju.name, 'jurisdictionId', ju.id, 'matter', m.name, 'matterNumber', m.number, 'client', cl.name,
          'clientNumber', cl.number)), '[]')
        from cases c left join judges j on j.firm_id = c.firm_id and j.id = c.judge_id
          left join jurisdictions ju on ju.firm_id = c.firm_id and ju.id = c.jurisdiction_id
          left join matters m on m.firm_id = c.firm_id and m.id = c.matter_id
          left join clients cl on cl.firm_id = m.firm_id and cl.id = m.client_id
        where c.firm_id = ${firmId} and c.id = any(r."caseIds")) as cases,
      (select coalesce(json_agg(distinct jsonb_build_object('id', w.id, 'name', w.name, 'wallType', w.wall_type,
          'timekeeperIds', w.timekeeper_ids)), '[]')
        from ${standingWalls} w join cases c on c.firm_id = w.firm_id and c.id = any(r."caseIds")
          left join matters m on m.firm_id = c.firm_id and m.id = c.matter_id
        where w.firm_id = ${firmId} and (w.matter_id = c.matter_id or w.client_id = m.client_id)) as walls,
      case when r.n = 0 then (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'condition', template,
          'include', include_emails, 'exclude', exclude_emails) order by name, id), '[]')
        from notification_rules where firm_id = ${firmId} and is_active) end as rules,
      case when r.n = 0 then (select coalesce(json_agg(json_build_object('ruleIds', p.notification_rules,
          'domains', p.party_email_domains, 'groups', (select coalesce(json_agg(json_build_object('categories', g.categories,
            'jurisdictionIds', g.jurisdiction_ids)), '[]') from jurisdiction_groups g
            where g.firm_id = p.firm_id and g.id = any(p.jurisdiction_groups)),
          'isForAll', cardinality(p.jurisdiction_groups) = 0) order by p."order", p.id), '[]')
        from jurisdiction_preferences p where p.firm_id = ${firmId} and p.enabled) end as preferences
    from jsonb_to_recordset(${numberedRows(asked)}::text::jsonb) as r (n int, "caseIds" uuid[])`.execute(trx)
  // What is the firm's comes once, with the first.
  const firmWide = rows.find(({ n }) => n === 0)
  const found = new Map(rows.map((row) => [row.n, row]))
  return asked.map((_, n): FilingPeople => {
    const { assigned = [], cases = [], walls = [] } = found.get(n) ?? {}
    return { assigned, cases, walls, rules: firmWide?.rules ?? [], preferences: firmWide?.preferences ?? [] }
  })
})

interface Answer extends Omit<FilingPeople, 'rules' | 'preferences'> {
  n: number
  rules: readonly Rule[] | null
  preferences: readonly CourtPreference[] | null
}

/** A timekeeper `t` with the preference group `g`, as a `Person`. */
const personJson = sql`jsonb_build_object('id', t.id, 'fullName', t.full_name, 'email', t.email, 'status', t.status,
  'additionalEmails', t.additional_receipt_emails,
  'settings', jsonb_build_object('method', t.delivery_method, 'cadence', t.notification_cadence),
  'group', case when g.id is not null then jsonb_build_object('method', g.delivery_method, 'cadence', g.notification_cadence,
    'templateId', g.email_template_id, 'time', left(g.daily_cadence_delivery_time::text, 5), 'timeZone', g.time_zone) end)`

interface OwnerQuestion {
  firmId: number
  /** Lower case. */
  emails: readonly string[]
}

/** The timekeepers to whom one of each question's addresses belongs, as their own, an additional one or their user's. */
export const findOwners = together(async (trx: Trx, asked: readonly OwnerQuestion[]) => {
  const [{ firmId } = { firmId: 0 }] = asked
  const emails = [...new Set(asked.flatMap((question) => question.emails))]
  const { rows } = await sql<{ person: Person }>`
    select ${personJson} || jsonb_build_object('signInEmails', array(select lower(u.email) from users u
      where u.firm_id = t.firm_id and u.timekeeper_id = t.id)) as person
    from timekeepers t left join timekeeper_groups g on g.firm_id = t.firm_id and g.id = t.timekeeper_group_id
    where t.firm_id = ${firmId} and (lower(t.email) = any(${emails}::text[])
      or exists (select from unnest(t.additional_receipt_emails) as a where lower(a) = any(${emails}::text[]))
      or exists (select from users u where u.firm_id = t.firm_id and u.timekeeper_id = t.id
        and lower(u.email) = any(${emails}::text[])))
    order by t.id`.execute(trx)
  const people = rows.map(({ person }) => person)
  return asked.map(() => people)
})

/** The firm's own settings, as the last level. */
export function firmSettings(firm: {
  defaultDeliveryMethod: string
  defaultNotificationCadence: string
  defaultEmailTemplateId: string | null
  defaultDailyCadenceDeliveryTime: string | null
  defaultTimeZone: string | null
}): LevelSettings {
  return {
    method: firm.defaultDeliveryMethod,
    cadence: firm.defaultNotificationCadence,
    templateId: firm.defaultEmailTemplateId,
    time: firm.defaultDailyCadenceDeliveryTime,
    timeZone: firm.defaultTimeZone,
  }
}
