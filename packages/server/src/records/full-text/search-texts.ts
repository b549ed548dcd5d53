import { type FoundFiling, type FoundTexts, mostTextDocuments } from '@courtcrier/contract/calls/full-text.ts'
import { type AnyRow, redact } from '@courtcrier/contract/resource.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import type { SearchScope } from '../viewer.ts'
import { type FilingHit, findFilings, type TextSearch } from './find-filings.ts'
import { cutPieces, type FoundWords, findWords } from './found-words.ts'
import { isReadable, type TextSight, textSightOf } from './sight.ts'
import { countOn, hasAny, parseTextQuery } from './text-query.ts'

const mostOfPage = 260
const mostOfDocketText = 480

/** Returns a page of the filings with all the words, as far as the viewer may see and find them. */
export async function searchTexts(
  trx: Trx,
  scope: SearchScope,
  { freeText, cursor }: { freeText: string; cursor: string | undefined },
): Promise<FoundTexts> {
  const sight = textSightOf(scope.role)
  const query = await parseTextQuery(trx, freeText)
  const search = { scope, query, sight, cursor }
  const { hits, next } = await findFilings(trx, search)
  const [filings, documents, reading] = [
    await readFilings(trx, scope, hits),
    await readPages(trx, search, hits),
    await isReading(trx, scope, sight),
  ]
  const docketTexts = filings.map(({ docketText }) => String(docketText ?? ''))
  const found = await findWords(trx, [...documents.map(({ text }) => text), ...docketTexts], query)
  const byId = new Map(filings.map((row) => [row.id, row]))
  const shown = hits.flatMap((hit) => {
    const row = byId.get(hit.id)
    return row ? [filingOf({ hit, row, documents, found, scope })] : []
  })
  return { filings: shown, next, isReading: reading }
}

async function readFilings(trx: Trx, { firmId }: SearchScope, hits: readonly FilingHit[]): Promise<AnyRow[]> {
  const { rows } = await sql<DatabaseRecord>`
    select * from ${firmRows(envelope)} t where t.firm_id = ${firmId}
      and t.id = any(${hits.map(({ id }) => id)}::uuid[])`.execute(trx)
  return rows.map((record) => rowOf(envelope, record))
}

interface FoundPage {
  row: AnyRow
  page: number
  text: string
  pages: number
}

/** The documents shown of each filing, each with the page that has the most of the words. */
async function readPages(trx: Trx, { scope, query }: TextSearch, hits: readonly FilingHit[]): Promise<FoundPage[]> {
  const ids = hits.flatMap(({ documentIds }) => documentIds.slice(0, mostTextDocuments))
  if (ids.length === 0) return []
  const { rows } = await sql<DatabaseRecord & Omit<FoundPage, 'row' | 'page'> & { found_page: number }>`
    select d.*, null as contents, p.page as found_page, p.text as text, p.pages as found_pages
    from firm_rows.document_texts x join ${firmRows(envelope)} t on t.firm_id = x.firm_id and t.id = x.envelope_id
      join ${firmRows(courtDocument)} d on ${isReadable(scope)}
      cross join lateral (
        select p.page, p.text, count(*) over ()::integer as pages from firm_rows.document_pages p
        where p.firm_id = x.firm_id and p.document_id = x.document_id and ${hasAny(sql`p.words`, query)}
        order by ${countOn(query)} desc, p.page limit 1
      ) p
    where x.firm_id = ${scope.firmId} and x.document_id = any(${ids}::uuid[]) order by d.position`.execute(trx)
  return rows.map(({ found_page, found_pages, text, ...record }) => ({
    row: rowOf(courtDocument, record),
    page: found_page,
    text,
    pages: Number(found_pages),
  }))
}

interface Shown {
  hit: FilingHit
  row: AnyRow
  documents: readonly FoundPage[]
  found: FoundWords
  scope: SearchScope
}

function filingOf({ hit, row, documents, found, scope: { role } }: Shown): FoundFiling {
  const own = documents.filter((document) => document.row.envelopeId === hit.id)
  return {
    envelope: redact(envelope, row, role),
    docketText: hit.isInDocketText ? cutPieces(String(row.docketText ?? ''), found, mostOfDocketText) : null,
    documents: own.map(({ row: { contents: _, ...document }, page, pages, text }) => ({
      document: redact(courtDocument, document, role),
      page,
      pages,
      pieces: cutPieces(text, found, mostOfPage),
    })),
    moreDocuments: hit.documentIds.length - own.length,
  }
}

/** Whether a document that the viewer may see is still to be read. */
async function isReading(trx: Trx, scope: SearchScope, sight: TextSight): Promise<boolean> {
  if (!sight.documents) return false
  const { rows } = await sql`
    select from firm_rows.document_texts x
      join ${firmRows(envelope)} t on t.firm_id = x.firm_id and t.id = x.envelope_id
      join ${firmRows(courtDocument)} d on ${isReadable(scope)}
    where x.firm_id = ${scope.firmId} and x.status in ('waiting', 'pictured') limit 1`.execute(trx)
  return rows.length > 0
}
