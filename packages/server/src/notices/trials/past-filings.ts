import { subjectAccess } from '@courtcrier/contract/access.ts'
import { camelCase } from '@courtcrier/contract/names.ts'
import type { Notice } from '@courtcrier/contract/notice.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { judge } from '@courtcrier/contract/resources/judge.ts'
import { jurisdiction } from '@courtcrier/contract/resources/jurisdiction.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import type { RuleFacts } from '@courtcrier/contract/rule-facts.ts'
import { seesWay, sightOf, waysFromFiling } from '@courtcrier/contract/ways.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import { namesOfCourt } from '../../courts/directory/court.ts'
import { findCourt } from '../../courts/directory/directory.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { clockOf, known } from '../addressing/rule-facts.ts'
import type { Results } from '../pipeline/stage.ts'
import { isStepSeen } from '../seen-steps.ts'
import { type Answering, type LookBack, lookBack, type Place } from './look-back.ts'

/** A past filing, with the facts a rule can test. */
export interface PastFiling {
  id: string
  title: string
  at: string
  facts: RuleFacts
}

/** What the pipeline knew of a notice, and whom it found. */
export interface Addressed {
  receivedAt: string
  notice: Notice
  caseIds: readonly string[]
  /** The firm's own jurisdictions of its cases. */
  caseJurisdictions: readonly string[]
  result: Results['address']
  /** As the history says it. */
  sentence: string | null
}

type Values = Readonly<Record<string, string | null>>

interface PastFilingRow {
  id: string
  at: Date
  zone: string | null
  values: Readonly<Record<keyof typeof sources, Values | null>>
  titles: readonly string[]
}

const sources = { envelope, case: courtCase, matter, client, judge, jurisdiction } as const

/** Looks at the filings of the days a trial goes back, as far as the viewer may see them. */
export function lookAtFilings<T>(
  looking: LookBack<T>,
  look: (filings: readonly PastFiling[], trx: Trx) => Promise<void> | void,
  answer: Answering<T>,
): Promise<T> {
  const { scope } = looking
  return lookBack(looking, {
    find: (trx, place) => findPastFilings(trx, scope, place),
    look,
    countBefore: async (trx, place) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from envelopes t where ${isRecordedAt(place, scope)}`.execute(trx)
      return rows[0]?.count ?? 0
    },
    answer,
  })
}

/** Whether the filing `t` is one that the viewer may see, of the days a trial goes back and before the place. */
function isRecordedAt({ since, after }: Place, scope: SearchScope): RawBuilder<boolean> {
  const isBefore = after && sql`and (t.created_at, t.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
  return sql<boolean>`t.firm_id = ${scope.firmId}::integer and t.created_at > ${since}::timestamptz
    ${isBefore ?? sql``} and ${isVisible('t', envelope, scope)}`
}

/**
 * The latest filings before the place that the viewer may see, newest first. Facts the role may not read are left out:
 * trying a condition must not reveal what the lists don't.
 */
async function findPastFilings(trx: Trx, scope: SearchScope, place: Place): Promise<readonly PastFiling[]> {
  if (subjectAccess(envelope.subject, scope.role) === 'DENY') return []
  const { rows } = await sql<PastFilingRow>`
    with t as materialized (
      select t.* from ${firmRows(envelope)} t where ${isRecordedAt(place, scope)}
      order by t.created_at desc, t.id desc limit ${place.limit}
    )
    select t.id, t.created_at as at, f.default_time_zone as zone,
      json_build_object('envelope', to_json(t), 'case', to_json(c), 'matter', to_json(m), 'client', to_json(cl),
        'judge', to_json(j), 'jurisdiction', to_json(ju)) as values,
      array(select d.title from documents d where d.firm_id = t.firm_id and d.envelope_id = t.id
        order by d.position limit 50) as titles
    from t join firms f on f.firm_id = t.firm_id
      left join cases c on c.firm_id = t.firm_id and c.id = t.case_id
      left join matters m on m.firm_id = c.firm_id and m.id = c.matter_id
      left join clients cl on cl.firm_id = m.firm_id and cl.id = m.client_id
      left join judges j on j.firm_id = c.firm_id and j.id = c.judge_id
      left join jurisdictions ju on ju.firm_id = c.firm_id and ju.id = c.jurisdiction_id
    order by t.created_at desc, t.id desc`.execute(trx)
  return rows.map((found) => filingOf(found, scope))
}

/** Returns how the people to notify were found: of each filing by its latest notice that has some, or of notices. */
export async function findAddressed(
  trx: Trx,
  scope: SearchScope,
  of: { filings: readonly string[] } | { notices: readonly string[] },
): Promise<ReadonlyMap<string, Addressed>> {
  const [key, ids] = 'filings' in of ? [sql`i.envelope_id`, of.filings] : [sql`i.id`, of.notices]
  const { rows } = await sql<Addressed & { key: string }>`
    select distinct on (${key}) ${key} as key, i.received_at as "receivedAt",
      p.outcomes #> '{parse,result,notice}' as notice, own.cases as "caseIds", p.outcomes #> '{address,result}' as result,
      array(select c.jurisdiction_id from cases c where c.firm_id = i.firm_id and c.jurisdiction_id is not null
        and c.id = any(own.cases)) as "caseJurisdictions",
      (select h.sentence from history h where h.firm_id = i.firm_id and h.inbox_item_id = i.id and h.stage = 'address'
          and ${isStepSeen('h', scope)}
        order by h.at desc, h.id desc limit 1) as sentence
    from inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id
      cross join lateral (select array(select id::uuid
        from jsonb_array_elements_text(p.outcomes #> '{match,result,caseIds}') as matched (id)) as cases) own
    where i.firm_id = ${scope.firmId}::integer and ${key} = any(${[...ids]}::uuid[])
      and p.outcomes -> 'address' is not null and p.outcomes #> '{parse,result,notice}' is not null
      and ${isVisible('i', inboxItem, scope)}
    order by ${key}, i.received_at desc, i.id desc`.execute(trx)
  return new Map(
    rows.map(({ key: id, receivedAt, ...row }) => [id, { ...row, receivedAt: new Date(receivedAt).toISOString() }]),
  )
}

function filingOf({ id, at, zone, values, titles }: PastFilingRow, { role }: SearchScope): PastFiling {
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
      courts: known([courtId, ...namesOfCourt(court), read('jurisdiction', 'name')]),
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
