import type { Notice, NoticeLink } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { journalKey } from '../../retrieval/fetch-journal.ts'
import type { Recorded, Recording } from '../records.ts'
import { titleOf } from '../stages/prepare.ts'

/** The filing becomes an envelope, or joins the one that another recipient's notice made; its links are noted. */
export async function recordNotice(trx: Trx, { work, result }: Recording<'parse'>): Promise<Recorded> {
  const { notice, filingKey } = result
  // Notices of one filing come at the same moment; one that finds the envelope must not wait for a lock on it.
  const known = await findEnvelope(trx, work.firmId, filingKey)
  const envelopeId = known ?? (await insertEnvelope(trx, { firmId: work.firmId, notice, filingKey }))
  if (!known) await noteDocuments(trx, { firmId: work.firmId, envelopeId, notice })
  await noteLinks(trx, { firmId: work.firmId, itemId: work.itemId, envelopeId, notice })
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

async function findEnvelope(trx: Trx, firmId: number, filingKey: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from envelopes where firm_id = ${firmId} and court_envelope_id = ${filingKey.slice(0, 400)}`.execute(trx)
  return rows[0]?.id
}

async function insertEnvelope(
  trx: Trx,
  { firmId, notice, filingKey }: { firmId: number; notice: Notice; filingKey: string },
): Promise<string> {
  const [first] = notice.cases
  const contacts = [
    ...new Set(notice.recipients.flatMap((recipient) => recipient.emails.map((email) => email.toLowerCase()))),
  ]
  const { rows } = await sql<{ id: string }>`
    insert into envelopes (firm_id, id, court_envelope_id, ecfx_jurisdiction_id, event, docket_text, case_name,
      docket_number, case_numbers, document_number, date, entered_at, filed_by, filed_on_behalf_of, service_contacts, is_sealed)
    values (${firmId}, ${newId()}::uuid, ${filingKey.slice(0, 400)}, ${notice.courtId.value}, ${cut(notice.event?.value, 1000)},
      ${cut(notice.docketText?.value, 100_000)}, ${cut(first?.name.value, 1000)}, ${cut(first?.docketNumber.value, 255)},
      ${cut(notice.cases.map((entry) => entry.docketNumber.value).join(', '), 4000)},
      ${cut(notice.documentNumber?.value ?? first?.documentNumber?.value, 60)}, ${notice.filedDate?.value ?? null}::date,
      ${enteredAt(notice)}::timestamptz, ${cut(notice.filingUser?.value, 500)}, ${cut(notice.filer?.value, 1000)},
      ${contacts}::text[], ${notice.isSealed})
    on conflict (firm_id, court_envelope_id) do update set updated_at = now()
    returning id`.execute(trx)
  return rows[0]?.id ?? ''
}

interface Noting {
  firmId: number
  envelopeId: string
  notice: Notice
}

async function noteDocuments(trx: Trx, { firmId, envelopeId, notice }: Noting): Promise<void> {
  const documents = notice.documents.map((document) => ({
    id: newId(),
    position: document.index,
    number: document.number ?? null,
    title: titleOf(notice, document.index, document.description.value).slice(0, 1000),
    court_document_id: document.link?.courtDocumentId ?? null,
    original_file_name: document.originalFileName?.slice(0, 500) ?? null,
  }))
  if (documents.length === 0) return
  await sql`
    insert into documents (firm_id, id, envelope_id, position, number, title, court_document_id, original_file_name, sealed)
    select ${firmId}, d.id, ${envelopeId}::uuid, d.position, d.number, d.title, d.court_document_id, d.original_file_name, ${notice.isSealed}
    from jsonb_to_recordset(${JSON.stringify(documents)}::text::jsonb)
      as d (id uuid, position int, number text, title text, court_document_id text, original_file_name text)
    on conflict (firm_id, envelope_id, position) do nothing`.execute(trx)
}

async function noteLinks(trx: Trx, { firmId, itemId, envelopeId, notice }: Noting & { itemId: string }): Promise<void> {
  const links = linksOf(notice).map(({ link, position }) => ({
    id: newId(),
    link_key: journalKey(link),
    position,
    link,
  }))
  if (links.length === 0) return
  await sql`
    insert into links (firm_id, id, link_key, envelope_id, inbox_item_id, position, link)
    select ${firmId}, l.id, l.link_key, ${envelopeId}::uuid, ${itemId}::uuid, l.position, l.link
    from jsonb_to_recordset(${JSON.stringify(links)}::text::jsonb) as l (id uuid, link_key text, position int, link jsonb)
    on conflict (firm_id, link_key, position) do nothing`.execute(trx)
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
