import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { MailDocument } from '../delivery/filing-mail.ts'
import type { SenderColumns } from '../mail/trust-line.ts'
import type { DigestRow } from './digest-row.ts'
import { lookFor } from './sight.ts'

/** One filing in a daily message. */
export interface DigestFiling {
  digestId: string
  deliveryId: string
  status: string
  itemId: string
  timekeeperId: string | null
  /** The timekeeper is out of the firm, also where the address is not theirs any more. */
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

/** What a daily message may tell of now, and what it may not, with the reason as a sentence. */
export interface DailyContent {
  filings: readonly DigestFiling[]
  hidden: readonly { deliveryId: string; status: string; sentence: string }[]
}

/** What each of these daily messages tells of, by the id of the message. */
export async function readDaily(
  trx: Trx,
  firmId: number,
  rows: readonly DigestRow[],
): Promise<ReadonlyMap<string, DailyContent>> {
  const ids = rows.map(({ id }) => id)
  const filings = await findFilings(
    trx,
    firmId,
    sql`(select g.digest_id, g.delivery_id from digest_items g join deliveries s on s.firm_id = g.firm_id
      and s.id = g.delivery_id and s.status in ('scheduled', 'sent')
      where g.firm_id = ${firmId} and g.digest_id = any(${ids}::uuid[]))`,
  )
  const mayTell = await lookFor(trx, {
    firmId,
    emails: rows.map(({ email }) => email),
    caseIds: filings.flatMap(({ caseIds }) => caseIds),
    areKnown: filings.every(({ timekeeperId }) => timekeeperId !== null),
  })
  const byDigest = Map.groupBy(filings, ({ digestId }) => digestId)
  return new Map(
    rows.map(({ id, email }) => {
      const seen = (byDigest.get(id) ?? []).map((filing) => ({
        filing,
        sentence: filing.inactive
          ? `${filing.inactive} is inactive.`
          : mayTell(email, filing.caseIds, filing.timekeeperId),
      }))
      return [
        id,
        {
          filings: seen.flatMap(({ filing, sentence }) => (sentence ? [] : [filing])),
          hidden: seen.flatMap(({ filing: { deliveryId, status }, sentence }) =>
            sentence ? [{ deliveryId, status, sentence }] : [],
          ),
        },
      ]
    }),
  )
}

/** The ids of all cases of the filing `e`, which the item whose progress is `p` may have spread to several. */
export const casesOfFiling = sql`(select coalesce(array_agg(distinct case_id), '{}') from (
    select e.case_id::text as case_id where e.case_id is not null
    union select jsonb_array_elements_text(coalesce(p.outcomes #> '{match,result,caseIds}', '[]')) as case_id
  ) of_filing)`

/** The filings of deliveries, by matter and case. `items` is a query of `digest_id` and `delivery_id`. */
export async function findFilings(
  trx: Trx,
  firmId: number,
  items: RawBuilder<unknown>,
): Promise<readonly DigestFiling[]> {
  const { rows } = await sql<DigestFiling & { documents: MailDocument[] | null }>`
    select i.digest_id as "digestId", d.id as "deliveryId", d.status, d.inbox_item_id as "itemId",
      d.timekeeper_id as "timekeeperId", case when t.status <> 'Active' then t.full_name end as inactive, d.reason, d.envelope_id as "envelopeId",
      e.case_id as "caseId", e.ecfx_jurisdiction_id as "courtId", coalesce(c.name, e.case_name) as "caseName",
      e.docket_number as "docketNumber", m.name as matter, m.number as "matterNumber", cl.name as client,
      cl.number as "clientNumber", e.event, e.docket_text as "docketText", e.document_number as "documentNumber", e.date::text as date, e.is_sealed as "isSealed",
      ${casesOfFiling} as "caseIds",
      (select json_build_object('trust', i.trust, 'senderFlag', i.sender_flag, 'senderProof', i.sender_proof,
          'vouchedBy', i.vouched_by)
        from inbox_items i where i.firm_id = d.firm_id and i.id = d.inbox_item_id) as sender,
      (select json_agg(json_build_object('id', k.id, 'number', k.number, 'title', k.title, 'verdict', k.verdict,
          'sentence', k.sentence, 'fileId', k.file_id, 'size', k.size, 'pages', k.pages, 'sealed', k.sealed,
          'originalFileName', k.original_file_name, 'uploaded', k.uploaded, 'storedPath', null) order by k.position)
        from documents k where k.firm_id = d.firm_id and k.envelope_id = d.envelope_id) as documents
    from ${items} i
      join deliveries d on d.firm_id = ${firmId} and d.id = i.delivery_id
      join envelopes e on e.firm_id = d.firm_id and e.id = d.envelope_id
      left join item_progress p on p.firm_id = d.firm_id and p.id = d.inbox_item_id
      left join cases c on c.firm_id = e.firm_id and c.id = e.case_id
      left join matters m on m.firm_id = c.firm_id and m.id = c.matter_id
      left join clients cl on cl.firm_id = m.firm_id and cl.id = m.client_id
      left join timekeepers t on t.firm_id = d.firm_id and t.id = d.timekeeper_id
    order by m.name nulls last, m.id, "caseName" nulls last, e.case_id, d.created_at, d.id`.execute(trx)
  return rows.map((row) => ({ ...row, documents: row.documents ?? [] }))
}
