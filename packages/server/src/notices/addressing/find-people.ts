import type { LevelSettings } from '@courtcrier/contract/delivery-settings.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { sql } from 'kysely'
import { statement } from '../../base/db/statement.ts'
import { isAround, standingWalls, type Wall, wallJson } from '../../records/walls/walls.ts'
import type { Preference } from '../preferences/find-preference.ts'
import { preferencesJson } from '../preferences/notice-preference.ts'
import type { AssignedPerson, RecipientPerson, Rule } from './choose-recipients.ts'

/** What is known about a filing's cases. */
export interface FilingPeople {
  assigned: readonly AssignedPerson[]
  cases: readonly CaseFacts[]
  walls: readonly Wall[]
  /** The firm's active rules. */
  rules: readonly Rule[]
  /** The firm's enabled preferences, in their order. */
  preferences: readonly Preference[]
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

/** Finds the timekeepers, facts and walls of a filing's cases, and the firm's rules. */
export const findFilingPeople = statement<Question, FilingPeople, FilingPeople>({
  columns: '"caseIds" uuid[]',
  row: ({ caseIds }) => ({ caseIds }),
  write: ({ firmId, rows }) => sql`
    with rules as materialized (
      select coalesce(json_agg(json_build_object('id', id, 'name', name, 'condition', template,
          'include', include_emails, 'exclude', exclude_emails) order by name, id), '[]') as all
        from notification_rules where firm_id = ${firmId} and is_active
    ), preferences as materialized (
      select ${preferencesJson(firmId)} as all
    )
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
      (select coalesce(json_agg(${wallJson} order by w.name, w.id), '[]') from ${standingWalls(firmId)} w where exists (
        select from cases t where t.firm_id = w.firm_id and t.id = any(r."caseIds") and ${isAround('t', courtCase)})) as walls,
      rules.all as rules, preferences.all as preferences
    from ${rows} cross join rules cross join preferences`,
  answer: ([row]) => row ?? { assigned: [], cases: [], walls: [], rules: [], preferences: [] },
})

/** A timekeeper `t` with the preference group `g`, as a `RecipientPerson`. */
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

/** Finds the timekeepers who own one of the addresses: as their own, as an additional one, or as their user's. */
export const findOwners = statement<OwnerQuestion, { person: RecipientPerson }, readonly RecipientPerson[]>({
  columns: 'emails text[]',
  row: ({ emails }) => ({ emails }),
  write: ({ firmId, rows }) => sql`
    with r as (
      select * from ${rows}
    ), wanted as (
      select array(select unnest(emails) from r) as emails
    ), people as materialized (
      select t.id, a.emails, ${personJson} || jsonb_build_object('signInEmails', a.sign_in) as person
      from timekeepers t left join timekeeper_groups g on g.firm_id = t.firm_id and g.id = t.timekeeper_group_id
        cross join lateral (select array(select lowered(u.email) from users u
          where u.firm_id = t.firm_id and u.timekeeper_id = t.id) as sign_in) u
        cross join lateral (select u.sign_in, lowered(t.email) || u.sign_in
          || array(select lowered(a) from unnest(t.additional_receipt_emails) as a) as emails) a
      where t.firm_id = ${firmId} and a.emails && (select emails from wanted)
    )
    select r.n, people.person from r join people on people.emails && r.emails order by people.id`,
  answer: (rows) => rows.map(({ person }) => person),
})

/** The firm's settings, as the last level. */
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
