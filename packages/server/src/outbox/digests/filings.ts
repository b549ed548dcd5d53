import { client } from '@courtcrier/contract/resources/client.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { type CanSee, seesWay, sightOf, type Way, waysFromFiling } from '@courtcrier/contract/ways.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { SenderColumns } from '../../mail/trust-line.ts'
import { type DirectedDelivery, directionOf } from '../../notices/addressing/directed-mail.ts'
import { type Direction, type Director, findDirectors } from '../../records/directors/find-directors.ts'
import type { MailDocument } from '../deliveries/filing-mail.ts'
import type { DigestRow } from './digest-row.ts'
import { lookFor } from './sight.ts'

/** One filing in a daily message. */
export interface DigestFiling {
  digestId: string
  deliveryId: string
  status: string
  itemId: string
  timekeeperId: string | null
  /** What directed it to its address, unless that is a person on the case. */
  direction?: Direction | undefined
  /** The name of the timekeeper if they are no longer active, even if the address is no longer theirs. */
  inactive: string | null
  reason: string | null
  envelopeId: string
  caseId: string | null
  caseIds: readonly string[]
  caseName: string | null
  docketNumber: string | null
  courtId: string | null
  matter: string | null
  matterNumber: string | null
  client: string | null
  clientNumber: string | null
  event: string | null
  docketText: string | null
  documentNumber: string | null
  /** ISO date. */
  date: string | null
  isSealed: boolean
  sender?: SenderColumns
  documents: readonly MailDocument[]
}

/** Filings a daily digest may currently include, and those it may not, with the reason as a sentence. */
export interface DailyContent {
  filings: readonly DigestFiling[]
  hidden: readonly { deliveryId: string; status: string; sentence: string }[]
}

/** The filings of a daily digest. */
export async function readDaily(trx: Trx, row: DigestRow): Promise<DailyContent> {
  const { firmId, email } = row
  const filings = await readFilings(trx, row)
  const mayTell = await lookFor(trx, {
    firmId,
    emails: [email],
    caseIds: filings.flatMap(({ caseIds }) => caseIds),
    areKnown: filings.every(({ timekeeperId }) => timekeeperId !== null),
  })
  const records = filings.flatMap(({ direction }) => direction ?? [])
  const directorsOf = await findDirectors(trx, { firmId, records })
  const seen = filings.map((filing) => {
    const { caseIds, timekeeperId, inactive, direction } = filing
    const directors = direction ? directorsOf(direction) : []
    const sentence = inactive ? `${inactive} is inactive.` : mayTell(email, caseIds, { timekeeperId, directors })
    return { filing: withoutDenied(filing, directors), sentence }
  })
  return {
    filings: seen.flatMap(({ filing, sentence }) => (sentence ? [] : [filing])),
    hidden: seen.flatMap(({ filing: { deliveryId, status }, sentence }) =>
      sentence ? [{ deliveryId, status, sentence }] : [],
    ),
  }
}

/** The matter and client are named only if everyone who directed the filing to this address may see them. */
function withoutDenied(filing: DigestFiling, directors: readonly Director[]): DigestFiling {
  const canSee: CanSee = (resource, key) => directors.every(({ role }) => !role || sightOf(role)(resource, key))
  const shown = (value: string | null, ...way: Way) => (seesWay(canSee, way) ? value : null)
  const { matter: toMatter, client: toClient } = waysFromFiling
  return {
    ...filing,
    matter: shown(filing.matter, ...toMatter, [matter, 'name']),
    matterNumber: shown(filing.matterNumber, ...toMatter, [matter, 'number']),
    client: shown(filing.client, ...toClient, [client, 'name']),
    clientNumber: shown(filing.clientNumber, ...toClient, [client, 'number']),
  }
}

const readFilings = statement<DigestRow, FilingRecord, readonly DigestFiling[]>({
  columns: 'id uuid',
  row: ({ id }) => ({ id }),
  write: ({ firmId, rows, every }) =>
    filingsOf(
      firmId,
      sql`(select r.n, g.digest_id, g.delivery_id from digest_items g join ${rows} on r.id = g.digest_id
        join deliveries s on s.firm_id = g.firm_id and s.id = g.delivery_id and s.status in ('scheduled', 'sent')
        where g.firm_id = ${firmId} and g.digest_id = any(${every('id')}::uuid[]))`,
    ),
  answer: (rows) => rows.map(filingOf),
})

/**
 * The IDs of all cases of the filing `e`; the item with the progress `p` may have spread it to several, and doesn't say
 * so while it is processed again.
 */
export const casesOfFiling = sql`(select coalesce(array_agg(distinct case_id), '{}') from (
    select unnest(e.case_id || e.other_case_ids)::text as case_id where e.case_id is not null
    union select jsonb_array_elements_text(coalesce(p.outcomes #> '{match,result,caseIds}', '[]')) as case_id
  ) of_filing)`

/**
 * Finds the filings of deliveries, ordered by matter and case. `items` is a query of `n`, `digest_id` and
 * `delivery_id`.
 */
export async function findFilings(
  trx: Trx,
  firmId: number,
  items: RawBuilder<unknown>,
): Promise<readonly DigestFiling[]> {
  const { rows } = await filingsOf(firmId, items).execute(trx)
  return rows.map(filingOf)
}

interface FilingRecord extends Omit<DigestFiling, 'documents' | 'direction'>, DirectedDelivery {
  documents: MailDocument[] | null
}

function filingOf(record: FilingRecord): DigestFiling {
  return { ...record, direction: directionOf(record), documents: record.documents ?? [] }
}

function filingsOf(firmId: number, items: RawBuilder<unknown>): RawBuilder<FilingRecord> {
  return sql<FilingRecord>`
    select i.n, i.digest_id as "digestId", d.id as "deliveryId", d.status, d.inbox_item_id as "itemId",
      d.timekeeper_id as "timekeeperId", d.email, d.level, d.notification_rule_id as "ruleId",
      (select f.id::text from firms f where f.firm_id = d.firm_id) as "firmRecord", case when t.status <> 'Active' then t.full_name end as inactive, d.reason, d.envelope_id as "envelopeId",
      e.case_id as "caseId", e.ecfx_jurisdiction_id as "courtId", coalesce(c.name, e.case_name) as "caseName",
      e.docket_number as "docketNumber", m.name as matter, m.number as "matterNumber", cl.name as client,
      cl.number as "clientNumber", e.event, e.docket_text as "docketText", e.document_number as "documentNumber", e.date::text as date, e.is_sealed as "isSealed",
      ${casesOfFiling} as "caseIds",
      (select json_build_object('trust', i.trust, 'senderFlag', i.sender_flag, 'senderProof', i.sender_proof,
          'vouchedBy', i.vouched_by)
        from inbox_items i where i.firm_id = d.firm_id and i.id = d.inbox_item_id) as sender,
      (select json_agg(json_build_object('id', k.id, 'number', k.number, 'title', k.title, 'verdict', k.verdict,
          'sentence', k.sentence, 'fileId', k.file_id, 'size', k.size, 'pages', k.pages, 'sealed', k.sealed,
          'originalFileName', k.original_file_name, 'uploaded', k.uploaded, 'copies', '[]'::json) order by k.position)
        from documents k where k.firm_id = d.firm_id and k.envelope_id = d.envelope_id) as documents
    from ${items} i
      join deliveries d on d.firm_id = ${firmId} and d.id = i.delivery_id
      join envelopes e on e.firm_id = d.firm_id and e.id = d.envelope_id
      left join item_progress p on p.firm_id = d.firm_id and p.id = d.inbox_item_id
      left join cases c on c.firm_id = e.firm_id and c.id = e.case_id
      left join matters m on m.firm_id = c.firm_id and m.id = c.matter_id
      left join clients cl on cl.firm_id = m.firm_id and cl.id = m.client_id
      left join timekeepers t on t.firm_id = d.firm_id and t.id = d.timekeeper_id
    order by m.name nulls last, m.id, "caseName" nulls last, e.case_id, d.created_at, d.id`
}
