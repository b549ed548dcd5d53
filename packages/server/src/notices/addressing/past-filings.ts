import { subjectAccess } from '@courtcrier/contract/access.ts'
import { camelCase } from '@courtcrier/contract/names.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { judge } from '@courtcrier/contract/resources/judge.ts'
import { jurisdiction } from '@courtcrier/contract/resources/jurisdiction.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import type { RuleFacts } from '@courtcrier/contract/rule-facts.ts'
import { seesWay, sightOf, waysFromFiling } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import { findCourt } from '../../courts/directory/directory.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { clockOf, known } from './rule-facts.ts'

/** A past filing, with the facts a rule can test. */
export interface PastFiling {
  id: string
  title: string
  at: string
  facts: RuleFacts
}

type Values = Readonly<Record<string, string | null>>

interface Found {
  id: string
  at: Date
  zone: string | null
  values: Readonly<Record<keyof typeof sources, Values | null>>
  titles: readonly string[]
}

const sources = { envelope, case: courtCase, matter, client, judge, jurisdiction } as const

/**
 * The latest filings the viewer may see, newest first. Facts the role may not read are left out: trying a condition
 * must not reveal what the lists don't.
 */
export async function findPastFilings(trx: Trx, scope: SearchScope, most: number): Promise<readonly PastFiling[]> {
  if (subjectAccess(envelope.subject, scope.role) === 'DENY') return []
  const { rows } = await sql<Found>`
    select t.id, t.created_at as at, f.default_time_zone as zone,
      json_build_object('envelope', to_json(t), 'case', to_json(c), 'matter', to_json(m), 'client', to_json(cl),
        'judge', to_json(j), 'jurisdiction', to_json(ju)) as values,
      array(select d.title from documents d where d.firm_id = t.firm_id and d.envelope_id = t.id
        order by d.position limit 50) as titles
    from ${firmRows(envelope)} t join firms f on f.firm_id = t.firm_id
      left join cases c on c.firm_id = t.firm_id and c.id = t.case_id
      left join matters m on m.firm_id = c.firm_id and m.id = c.matter_id
      left join clients cl on cl.firm_id = m.firm_id and cl.id = m.client_id
      left join judges j on j.firm_id = c.firm_id and j.id = c.judge_id
      left join jurisdictions ju on ju.firm_id = c.firm_id and ju.id = c.jurisdiction_id
    where t.firm_id = ${scope.firmId} and ${isVisible('t', envelope, scope)}
    order by t.created_at desc, t.id desc limit ${most}`.execute(trx)
  return rows.map((found) => filingOf(found, scope))
}

function filingOf({ id, at, zone, values, titles }: Found, { role }: SearchScope): PastFiling {
  const canSee = sightOf(role)
  const read = (source: keyof typeof sources, column: string): string | null => {
    const isSeen = seesWay(canSee, [...waysFromFiling[source], [sources[source], camelCase(column)]])
    return isSeen ? (values[source]?.[column] ?? null) : null
  }
  const courtId = read('envelope', 'ecfx_jurisdiction_id')
  const court = courtId ? findCourt(courtId) : undefined
  const event = read('envelope', 'event')
  const name = read('case', 'name') ?? read('envelope', 'case_name')
  return {
    id,
    title: [name, event].filter(Boolean).join(': '),
    at: new Date(at).toISOString(),
    facts: {
      courts: known([courtId, court?.name, court?.citation, court?.code, read('jurisdiction', 'name')]),
      events: known([event]),
      docketTexts: known([read('envelope', 'docket_text')]),
      documentTitles: fieldAccess(courtDocument, 'title', role) === 'DENY' ? [] : known(titles),
      judges: known([read('judge', 'name')]),
      caseNames: known([read('envelope', 'case_name'), read('case', 'name')]),
      caseNumbers: known([...(read('envelope', 'case_numbers') ?? '').split(', '), read('case', 'case_number')]),
      matters: known([read('matter', 'name'), read('matter', 'number')]),
      clients: known([read('client', 'name'), read('client', 'number')]),
      parties: known([read('envelope', 'filed_on_behalf_of')]),
      time: clockOf(new Date(at).toISOString(), zone ?? 'UTC'),
    },
  }
}
