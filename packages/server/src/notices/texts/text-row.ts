import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { JobData } from '../../base/db/job.ts'
import { pagePairBits, pageWords } from '../../records/full-text/page-words.ts'
import type { PlacedWord } from '../../retrieval/page-text-worker.ts'

/** A document whose text is being read. */
export interface TextRow {
  fileId: string
  /** Tries since the last page that was saved, this one included. */
  attempts: number
}

/** `waiting`: for its text layers; `pictured`: for its pictures. */
export type Unread = 'waiting' | 'pictured'

/** After this many tries that saved no page, the file itself is the reason. */
export const mostAttempts = 5

/**
 * Claims a document that is still to be read. Undefined if it was read, sealed, replaced or deleted meanwhile. Sealed
 * documents have no such row; their own columns are checked all the same.
 */
export async function claimText(trx: Trx, { firmId, id }: JobData, status: Unread): Promise<TextRow | undefined> {
  const { rows } = await sql<TextRow>`
    update document_texts t set attempts = t.attempts + 1, updated_at = now()
    from documents d join envelopes e on e.firm_id = d.firm_id and e.id = d.envelope_id
    where t.firm_id = ${firmId} and t.document_id = ${id}::uuid and t.status = ${status}
      and d.firm_id = t.firm_id and d.id = t.document_id and d.file_id = t.file_id
      and not d.sealed and d.verdict not in ('sealed', 'restricted') and not e.is_sealed
    returning t.file_id as "fileId", t.attempts`.execute(trx)
  return rows[0]
}

/** A page as it is saved; `picture` if its picture is still to be read. */
export interface PageRow {
  page: number
  source: 'text' | 'picture' | 'ocr' | 'unread'
  text: string
  boxes?: readonly PlacedWord[]
}

/** What is being read: a result counts only while that is still to be done, or another process has done it meanwhile. */
interface TextJob {
  data: JobData
  fileId: string
  status: Unread
}

/**
 * Saves pages unless they are no longer wanted; returns whether they are. What another process has made of a picture
 * meanwhile stays.
 */
export async function savePages(
  trx: Trx,
  { data, fileId, status }: TextJob,
  pages: readonly PageRow[],
): Promise<boolean> {
  const { rows } = await sql`
    with wanted as (
      select from document_texts where firm_id = ${data.firmId} and document_id = ${data.id}::uuid and file_id = ${fileId}
        and status = ${status}
      for no key update
    ), saved as (
      insert into document_pages (firm_id, document_id, page, source, text, words, pair_bits, boxes)
      select ${data.firmId}, ${data.id}::uuid, p.page, p.source, p.text, ${pageWords(sql`p.text`)},
        ${pagePairBits(sql`p.text`)}, p.boxes
      from jsonb_to_recordset(${JSON.stringify(pages)}::text::jsonb) as p (page int, source text, text text, boxes jsonb), wanted
      on conflict (firm_id, document_id, page) do update
        set source = excluded.source, text = excluded.text, words = excluded.words, pair_bits = excluded.pair_bits,
          boxes = excluded.boxes
        where ${status}::text = 'waiting' or document_pages.source = 'picture'
    ), counted as (
      update document_texts set attempts = 0, updated_at = now()
      where firm_id = ${data.firmId} and document_id = ${data.id}::uuid and exists (select from wanted)
    )
    select 1 from wanted`.execute(trx)
  return rows.length > 0
}

/** Records why a document has no text. */
export async function failText(trx: Trx, { data, fileId, status }: TextJob, sentence: string): Promise<void> {
  await sql`
    update document_texts set status = 'failed', sentence = ${sentence}, updated_at = now()
    where firm_id = ${data.firmId} and document_id = ${data.id}::uuid and file_id = ${fileId} and status = ${status}`.execute(
    trx,
  )
}

/** Bytes of the different words of one document; the database's limit is a megabyte. Those of the first pages count. */
const mostWordBytes = 900_000

/**
 * Makes the words of the saved pages searchable. Returns what is left to do; undefined if the document isn't wanted
 * anymore.
 */
export async function indexPages(
  trx: Trx,
  { data, fileId, status: before }: TextJob,
  pages?: number,
): Promise<Unread | 'read' | undefined> {
  const { firmId, id } = data
  const found = await countPages(trx, data)
  const status = found.pictures > 0 ? 'pictured' : 'read'
  const { rows } = await sql<{ status: Unread | 'read'; pages: number }>`
    update document_texts t set status = ${status}, attempts = 0, updated_at = now(),
      pages = coalesce(${pages ?? null}::integer, t.pages), words = array_to_tsvector(array(
        select word from (
          select word, sum(octet_length(word)) over (order by min(p.page), word) as bytes
          from document_pages p, unnest(tsvector_to_array(p.words)) as word
          where p.firm_id = ${firmId} and p.document_id = ${id}::uuid group by word
        ) summed where bytes <= ${mostWordBytes}))
    where t.firm_id = ${firmId} and t.document_id = ${id}::uuid and t.file_id = ${fileId} and t.status = ${before}
    returning t.status, t.pages`.execute(trx)
  const [row] = rows
  if (!row) return undefined
  const sentence = sentenceOf({ ...found, pages: row.pages })
  await sql`update document_texts set sentence = ${sentence}
    where firm_id = ${firmId} and document_id = ${id}::uuid`.execute(trx)
  return row.status
}

interface PageCounts {
  saved: number
  pictures: number
  unread: number
  /** Characters of all pages. */
  length: number
}

async function countPages(trx: Trx, { firmId, id }: JobData): Promise<PageCounts> {
  const { rows } = await sql<PageCounts>`
    select count(*)::int as saved, (count(*) filter (where source = 'picture'))::int as pictures,
      (count(*) filter (where source = 'unread'))::int as unread, coalesce(sum(length(text)), 0)::int as length
    from document_pages where firm_id = ${firmId} and document_id = ${id}::uuid`.execute(trx)
  return rows[0] ?? { saved: 0, pictures: 0, unread: 0, length: 0 }
}

/** What people should know about what was read; null if all of it was. */
function sentenceOf({ saved, pictures, unread, length, pages }: PageCounts & { pages: number }): string | null {
  if (saved < pages) return `Only the first ${saved === 1 ? '' : `${saved} `}of ${pages} pages can be searched.`
  if (unread > 0) return unreadSentence(unread, pages)
  return length === 0 && pictures === 0 ? 'This document has no text to search.' : null
}

function unreadSentence(unread: number, pages: number): string {
  if (pages === 1) return "Its page couldn't be read, so its text can't be searched."
  return unread === 1
    ? `One of ${pages} pages couldn't be read, so its text can't be searched.`
    : `${unread} of ${pages} pages couldn't be read, so their text can't be searched.`
}
