import { lowered } from '@courtcrier/contract/lowered.ts'
import type { Notice, NoticeLink } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import { announceLater } from '../../../base/db/changes.ts'
import type { Trx } from '../../../base/db/database.ts'
import { newId } from '../../../base/db/ids.ts'
import { statement } from '../../../base/db/statement.ts'
import { journalKey } from '../../../retrieval/fetch-journal.ts'
import type { ColumnValues } from '../../commit.ts'
import { filingDocuments, originsOf } from '../filing-documents.ts'
import { findPossible, notePossible, otherCases } from '../possible-cases.ts'
import type { Recorded, Recording } from '../recording.ts'
import { documentTitle } from '../stages/prepare.ts'
import { isBelieved } from '../trust-gate.ts'

/**
 * Creates an envelope for the filing, or joins the one that another recipient's notice created, and records its links.
 * A message from an unverified sender creates no filing: its text and links stay with the item until a person vouches
 * for it. From now on, both are behind the walls around the cases that the notice may be of: it may be days until its
 * documents are retrieved or someone trusts its sender.
 */
export async function recordNotice(trx: Trx, { work, result }: Omit<Recording<'parse'>, 'secrets'>): Promise<Recorded> {
  // Lists, mail and programs read these columns: the sender isn't verified for what it says.
  const unproven: ColumnValues = result.misfit === undefined ? {} : { trust: 'unverified', sender_proof: null }
  const { firmId, itemId, origin, results } = work
  const chosen = origin.entered?.caseId
  const possible = chosen === undefined ? await findPossible(trx, work, result.notice) : [chosen]
  const columns = { ...columnsOf(result.notice), ...unproven, ...otherCases(results, possible) }
  if (!isBelieved({ results: { ...results, parse: result }, vouch: work.vouch })) return { columns }
  const envelopeId = await noteFiling(trx, { firmId, itemId, ...result })
  if (possible.length > 0) await notePossible(trx, { firmId, envelopeId, possible })
  await noteOrigins(trx, { firmId, envelopeId, notice: result.notice })
  await announceLater(trx, { firmId, entity: 'envelope', ids: [envelopeId] })
  return { envelopeId, columns: { ...columns, envelope_id: envelopeId } }
}

function columnsOf(notice: Notice): ColumnValues {
  const [first] = notice.cases
  return {
    ecfx_jurisdiction_id: notice.courtId.value,
    case_name: first?.name?.value.slice(0, 1000) ?? null,
    docket_number: first?.docketNumber.value.slice(0, 255) ?? null,
    event: (notice.event?.value ?? notice.docketText?.value)?.slice(0, 1000) ?? null,
    document_count: filingDocuments(notice).length,
    documents_kept: 0,
  }
}

interface Filing {
  firmId: number
  itemId: string
  notice: Notice
  filingKey: string
}

/**
 * Returns the ID of the filing's envelope, creating it if necessary. Notices of one filing arrive at the same time; one
 * that finds the envelope must not wait for a lock on it.
 */
const noteFiling = statement<Filing, { envelopeId: string }, string>({
  columns: `id uuid, item_id uuid, key text, court_id text, event text, docket_text text, case_name text, docket_number text,
    case_numbers text, document_number text, date date, entered_at timestamptz, filed_by text, filed_on_behalf_of text,
    contacts text[], contents text[], is_sealed boolean, documents jsonb, links jsonb`,
  row: envelopeRow,
  write: ({ firmId, rows, every }) => sql`
    with r as (
      select * from ${rows}
    ), known as (
      select id, court_envelope_id as key from envelopes
      where firm_id = ${firmId} and court_envelope_id = any(${every('key')}::text[])
    ), made as (
      insert into envelopes (firm_id, id, court_envelope_id, ecfx_jurisdiction_id, event, docket_text, case_name,
        docket_number, case_numbers, document_number, date, entered_at, filed_by, filed_on_behalf_of, service_contacts, contents, is_sealed)
      select distinct on (key) ${firmId}::integer, id, key, court_id, event, docket_text, case_name, docket_number, case_numbers,
        document_number, date, entered_at, filed_by, filed_on_behalf_of, contacts, contents, is_sealed
      from r where not exists (select from known where known.key = r.key) order by key, n
      on conflict (firm_id, court_envelope_id) do update set updated_at = now()
      returning id, court_envelope_id as key
    ), envelope as (
      select id, key from known union all select id, key from made
    ), document as (
      insert into documents (firm_id, id, envelope_id, position, number, title, court_document_id, original_file_name, sealed)
      select ${firmId}, d.id, made.id, d.position, d.number, d.title, d.court_document_id, d.original_file_name, r.is_sealed
      from made join r using (key), jsonb_to_recordset(r.documents)
        as d (id uuid, position int, number text, title text, court_document_id text, original_file_name text)
      order by r.key, r.n
      on conflict (firm_id, envelope_id, position) do nothing
    ), link as (
      insert into links (firm_id, id, link_key, envelope_id, inbox_item_id, position, link)
      select ${firmId}, l.id, l.link_key, envelope.id, r.item_id, l.position, l.link
      from envelope join r using (key), jsonb_to_recordset(r.links) as l (id uuid, link_key text, position int, link jsonb)
      order by l.link_key, r.n
      on conflict (firm_id, link_key, position) do nothing
    )
    select r.n, envelope.id as "envelopeId" from r join envelope using (key)`,
  answer: ([row]) => {
    if (!row) throw new Error('a filing has neither an old envelope nor a new one')
    return row.envelopeId
  },
})

function envelopeRow({ itemId, notice, filingKey }: Filing): object {
  const [first] = notice.cases
  return {
    id: newId(),
    item_id: itemId,
    key: cutKey(filingKey),
    court_id: notice.courtId.value,
    event: cut(notice.event?.value, 1000),
    docket_text: cut(notice.docketText?.value, 100_000),
    case_name: cut(first?.name?.value, 1000),
    docket_number: cut(first?.docketNumber.value, 255),
    case_numbers: cut(notice.cases.map((entry) => entry.docketNumber.value).join(', '), 4000),
    document_number: cut(notice.documentNumber?.value ?? first?.documentNumber?.value, 60),
    date: notice.filedDate?.value ?? null,
    entered_at: enteredAt(notice),
    filed_by: cut(notice.filingUser?.value, 500),
    filed_on_behalf_of: cut(notice.filer?.value, 1000),
    contacts: [...new Set(notice.recipients.flatMap(({ emails }) => emails.map((email) => lowered(email))))],
    contents: contentsOf(notice),
    is_sealed: notice.isSealed,
    documents: documentsOf(notice),
    links: linkRowsOf(notice),
  }
}

/** Only a notice of several cases has copies, so the others need no statement. */
async function noteOrigins(
  trx: Trx,
  { firmId, envelopeId, notice }: { firmId: number; envelopeId: string; notice: Notice },
): Promise<void> {
  const origins = originsOf(notice)
  if (origins.length === 0) return
  await sql`
    update documents d set processed_from_id = o.id
    from unnest(${origins.map(({ position }) => position)}::integer[], ${origins.map(({ origin }) => origin)}::integer[])
        as v(position, origin)
      join documents o on o.firm_id = ${firmId}::integer and o.envelope_id = ${envelopeId}::uuid and o.position = v.origin
    where d.firm_id = ${firmId}::integer and d.envelope_id = ${envelopeId}::uuid and d.position = v.position
      and d.processed_from_id is null`.execute(trx)
}

const mostContents = 1000

/** "56-1: Exhibit A" */
function contentsOf(notice: Notice): string[] {
  const listed = filingDocuments(notice).map(({ number, index, description }) =>
    [number, documentTitle(notice, index, description.value)].filter(Boolean).join(': ').slice(0, 1000),
  )
  return [...new Set(listed)].slice(0, mostContents)
}

function documentsOf(notice: Notice): object[] {
  return filingDocuments(notice).map((document) => ({
    id: newId(),
    position: document.index,
    number: document.number ?? null,
    title: documentTitle(notice, document.index, document.description.value).slice(0, 1000),
    court_document_id: document.link?.courtDocumentId ?? null,
    original_file_name: document.originalFileName?.slice(0, 500) ?? null,
  }))
}

function linkRowsOf(notice: Notice): object[] {
  return linksOf(notice).map(({ link, position }) => ({ id: newId(), link_key: journalKey(link), position, link }))
}

/** Links that open a document: without a token, it can only be bought. */
function linksOf(notice: Notice): { link: NoticeLink; position: number }[] {
  // A case with its own documents has its link among theirs.
  const main = notice.cases.flatMap(({ link, documents }) =>
    link?.token && !documents?.length ? [{ link, position: 0 }] : [],
  )
  const listed = filingDocuments(notice).flatMap((entry) =>
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

function cutKey(key: string): string {
  return key.slice(0, 400)
}

function cut(text: string | undefined, length: number): string | null {
  return text === undefined || text === '' ? null : text.slice(0, length)
}
