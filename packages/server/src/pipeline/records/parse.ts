import type { Notice, NoticeLink } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { journalKey } from '../../retrieval/fetch-journal.ts'
import type { Recorded, Recording } from '../records.ts'
import { titleOf } from '../stages/prepare.ts'

/** The filing becomes an envelope, or joins the one that another recipient's notice made; its links are noted. */
export async function recordNotice(trx: Trx, { work, result }: Recording<'parse'>): Promise<Recorded> {
  const { notice, filingKey } = result
  const envelopeId = await noteFiling(trx, { firmId: work.firmId, itemId: work.itemId, notice, filingKey })
  const [first] = notice.cases
  return {
    envelopeId,
    columns: {
      envelope_id: envelopeId,
      ecfx_jurisdiction_id: notice.courtId.value,
      case_name: first?.name.value.slice(0, 1000) ?? null,
      docket_number: first?.docketNumber.value.slice(0, 255) ?? null,
      event: (notice.event?.value ?? notice.docketText?.value)?.slice(0, 1000) ?? null,
      document_count: notice.documents.length,
      documents_kept: 0,
    },
  }
}

interface Filing {
  firmId: number
  itemId: string
  notice: Notice
  filingKey: string
}

/** Gives the envelope's id. In one statement, for it is done for every notice. */
async function noteFiling(trx: Trx, { firmId, itemId, notice, filingKey }: Filing): Promise<string> {
  const key = filingKey.slice(0, 400)
  const [first] = notice.cases
  const contacts = [
    ...new Set(notice.recipients.flatMap((recipient) => recipient.emails.map((email) => email.toLowerCase()))),
  ]
  // Notices of one filing come at the same moment; one that finds the envelope must not wait for a lock on it.
  const { rows } = await sql<{ id: string }>`
    with known as (
      select id from envelopes where firm_id = ${firmId} and court_envelope_id = ${key}
    ), made as (
      insert into envelopes (firm_id, id, court_envelope_id, ecfx_jurisdiction_id, event, docket_text, case_name,
        docket_number, case_numbers, document_number, date, entered_at, filed_by, filed_on_behalf_of, service_contacts, is_sealed)
      select ${firmId}, ${newId()}::uuid, ${key}, ${notice.courtId.value}, ${cut(notice.event?.value, 1000)},
        ${cut(notice.docketText?.value, 100_000)}, ${cut(first?.name.value, 1000)}, ${cut(first?.docketNumber.value, 255)},
        ${cut(notice.cases.map((entry) => entry.docketNumber.value).join(', '), 4000)},
        ${cut(notice.documentNumber?.value ?? first?.documentNumber?.value, 60)}, ${notice.filedDate?.value ?? null}::date,
        ${enteredAt(notice)}::timestamptz, ${cut(notice.filingUser?.value, 500)}, ${cut(notice.filer?.value, 1000)},
        ${contacts}::text[], ${notice.isSealed}::boolean
      where not exists (select from known)
      on conflict (firm_id, court_envelope_id) do update set updated_at = now()
      returning id
    ), envelope as (
      select id from known union all select id from made
    ), document as (
      insert into documents (firm_id, id, envelope_id, position, number, title, court_document_id, original_file_name, sealed)
      select ${firmId}, d.id, made.id, d.position, d.number, d.title, d.court_document_id, d.original_file_name, ${notice.isSealed}::boolean
      from made, jsonb_to_recordset(${jsonRows(documentsOf(notice))}::text::jsonb)
        as d (id uuid, position int, number text, title text, court_document_id text, original_file_name text)
      on conflict (firm_id, envelope_id, position) do nothing
    ), link as (
      insert into links (firm_id, id, link_key, envelope_id, inbox_item_id, position, link)
      select ${firmId}, l.id, l.link_key, envelope.id, ${itemId}::uuid, l.position, l.link
      from envelope, jsonb_to_recordset(${jsonRows(linkRowsOf(notice))}::text::jsonb)
        as l (id uuid, link_key text, position int, link jsonb)
      on conflict (firm_id, link_key, position) do nothing
    )
    select id from envelope`.execute(trx)
  const [envelope] = rows
  if (!envelope) throw new Error('a filing has neither an old envelope nor a new one')
  return envelope.id
}

function documentsOf(notice: Notice): object[] {
  return notice.documents.map((document) => ({
    id: newId(),
    position: document.index,
    number: document.number ?? null,
    title: titleOf(notice, document.index, document.description.value).slice(0, 1000),
    court_document_id: document.link?.courtDocumentId ?? null,
    original_file_name: document.originalFileName?.slice(0, 500) ?? null,
  }))
}

function linkRowsOf(notice: Notice): object[] {
  return linksOf(notice).map(({ link, position }) => ({ id: newId(), link_key: journalKey(link), position, link }))
}

/** Links that open something: one without a token can only be bought. */
function linksOf(notice: Notice): { link: NoticeLink; position: number }[] {
  const main = notice.cases.flatMap((entry) => (entry.link?.token ? [{ link: entry.link, position: 0 }] : []))
  const listed = notice.documents.flatMap((entry) =>
    entry.link?.token ? [{ link: entry.link, position: entry.index }] : [],
  )
  const all = [...main, ...listed]
  return all.filter(
    (entry, index) => all.findIndex((other) => journalKey(other.link) === journalKey(entry.link)) === index,
  )
}

function enteredAt(notice: Notice): string | null {
  const entered = notice.enteredAt?.value
  if (!entered || entered.offsetMinutes === undefined) return null
  const time =
    Date.parse(`${entered.local.length === 16 ? `${entered.local}:00` : entered.local}Z`) -
    entered.offsetMinutes * 60_000
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

function cut(text: string | undefined, length: number): string | null {
  return text === undefined || text === '' ? null : text.slice(0, length)
}
