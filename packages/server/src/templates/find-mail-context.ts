import type { Role } from '@courtcrier/contract/access.ts'
import { subjectAccess } from '@courtcrier/contract/access.ts'
import { camelCase } from '@courtcrier/contract/names.ts'
import { mailPlaceholders } from '@courtcrier/contract/placeholders.ts'
import { fieldAccess, type Resource } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { judge } from '@courtcrier/contract/resources/judge.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { sql } from 'kysely'
import { findCourt } from '../courts/directory.ts'
import type { Trx } from '../db/database.ts'
import { firmRows } from '../db/firm-rows.ts'
import type { SearchScope } from '../resources/search.ts'
import { isVisible } from '../resources/visible-rows.ts'
import type { MailContext } from './mail-template.ts'

/** A notice of the firm with what a mail about it could say. */
export interface MailNotice {
  id: string
  title: string
  context: MailContext
}

type Text = string | null

interface Found extends FoundValues {
  id: string
}

/** Rows of the database that a mail's values are read from. */
export interface FoundValues {
  /** By `envelope`, `case`, `matter`, `client`, `judge`, `firm`. */
  values: Readonly<Record<string, Readonly<Record<string, Text>> | null>>
  /** The court's id in the directory. */
  court: Text
  documents: readonly string[]
  timekeepers: readonly string[]
}

/**
 * The latest notice with a case that the viewer sees, filled in as far as the viewer may see: a preview must not tell
 * what the lists do not. Undefined where there is none.
 */
export async function findMailContext(trx: Trx, scope: SearchScope): Promise<MailNotice | undefined> {
  if (subjectAccess(envelope.subject, scope.role) === 'DENY') return undefined
  const { rows } = await sql<Found>`
    select t.id, t.ecfx_jurisdiction_id as court,
      json_build_object('envelope', to_json(t), 'case', to_json(c), 'matter', to_json(m), 'client', to_json(cl),
        'judge', to_json(j), 'firm', json_build_object('name', f.name)) as values,
      array(select concat_ws(' ', d.number, d.title) from documents d where d.firm_id = t.firm_id and d.envelope_id = t.id
        order by d.position limit 50) as documents,
      array(select k.full_name from timekeepers k where k.firm_id = t.firm_id and k.id = any(c.assigned_timekeepers)
        order by k.full_name limit 50) as timekeepers
    from ${firmRows(envelope)} t join firms f on f.firm_id = t.firm_id
      left join cases c on c.firm_id = t.firm_id and c.id = t.case_id
      left join matters m on m.firm_id = c.firm_id and m.id = c.matter_id
      left join clients cl on cl.firm_id = m.firm_id and cl.id = m.client_id
      left join judges j on j.firm_id = c.firm_id and j.id = c.judge_id
    where t.firm_id = ${scope.firmId} and ${isVisible(envelope, scope)}
    order by t.created_at desc, t.id desc limit 1`.execute(trx)
  return rows[0] && noticeOf(rows[0], scope.role)
}

/** Where a placeholder's value stands, where that is not the field of its name. */
const places: Readonly<Record<string, string>> = {
  'case.court_case_id': 'unique_key',
}

/** What the notice itself says, where it belongs to no case yet. */
const courtsWords: Readonly<Record<string, string>> = {
  'case.name': 'case_name',
  'case.case_number': 'docket_number',
}

const resources: Readonly<Record<string, Resource>> = { client, matter, case: courtCase, judge, filing: envelope }

function noticeOf(found: Found, role: Role): MailNotice {
  const context = mailContextOf(found, (resource, key) => fieldAccess(resource, key, role) !== 'DENY')
  return {
    id: found.id,
    title: [context.case.name, context.filing.event].filter(Boolean).join(': '),
    context,
  }
}

type CanSee = (resource: Resource, key: string) => boolean

/** The values of a mail; what `canSee` denies is empty. */
export function mailContextOf(found: FoundValues, canSee: CanSee): MailContext {
  const { values, court: courtId } = found
  const court = courtId && canSee(envelope, 'ecfxJurisdictionId') ? findCourt(courtId) : undefined
  const asTheCourtWrote = (placeholder: string): string => {
    const column = courtsWords[placeholder]
    return column !== undefined && canSee(envelope, camelCase(column)) ? (values.envelope?.[column] ?? '') : ''
  }
  const given: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
    court: { id: court?.id ?? '', name: court?.name ?? '', abbreviation: court?.code || court?.citation || '' },
    firm: { name: values.firm?.name ?? '' },
  }
  const readValue = (group: string, name: string): string => {
    if (given[group]) return given[group][name] ?? ''
    const resource = resources[group]
    const column = places[`${group}.${name}`] ?? name
    if (!resource || !canSee(resource, camelCase(column))) return ''
    return values[group === 'filing' ? 'envelope' : group]?.[column] || asTheCourtWrote(`${group}.${name}`)
  }
  const groups = Object.entries(mailPlaceholders).map(([group, names]) => [
    group,
    Object.fromEntries((names as readonly string[]).map((name) => [name, readValue(group, name)])),
  ])
  return {
    ...Object.fromEntries(groups),
    documents: canSee(courtDocument, 'title') ? found.documents : [],
    timekeepers: canSee(timekeeper, 'fullName') ? found.timekeepers : [],
  } as MailContext
}
