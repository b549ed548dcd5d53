import { type DocumentText, mostTextPages } from '@courtcrier/contract/calls/full-text.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { joinBrokenWords, withoutLineEndHyphens } from '@courtcrier/lib/broken-words.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import { getRow } from '../read-row.ts'
import type { SearchScope } from '../viewer.ts'
import { type FoundWords, findWords, hasFound } from './found-words.ts'
import { isReadable } from './sight.ts'
import { hasAny, parseTextQuery } from './text-query.ts'

/** Returns on which pages of a document the words are. Throws `not_found` if the viewer may not see the document. */
export async function findInDocument(
  trx: Trx,
  scope: SearchScope,
  { id, freeText }: { id: string; freeText: string },
): Promise<DocumentText> {
  await getRow(trx, courtDocument, { ...scope, id })
  const { rows } = await sql<Pick<DocumentText, 'state' | 'sentence'>>`
    select x.status as state, x.sentence from firm_rows.document_texts x
      join ${firmRows(envelope)} t on t.firm_id = x.firm_id and t.id = x.envelope_id
      join ${firmRows(courtDocument)} d on ${isReadable(scope)}
    where x.firm_id = ${scope.firmId} and x.document_id = ${id}::uuid`.execute(trx)
  const [text] = rows
  const nothing = { words: [], pages: [] }
  if (!text) return { ...nothing, state: 'none', sentence: null }
  return { ...text, ...(freeText === '' ? nothing : await findPages(trx, scope, { id, freeText })) }
}

interface PageRecord {
  page: number
  text: string
  boxes: readonly (readonly [string, number, number, number, number])[] | null
}

async function findPages(
  trx: Trx,
  { firmId }: SearchScope,
  { id, freeText }: { id: string; freeText: string },
): Promise<Pick<DocumentText, 'words' | 'pages'>> {
  const query = await parseTextQuery(trx, freeText)
  const { rows } = await sql<PageRecord>`
    select p.page, p.text, p.boxes from firm_rows.document_pages p
    where p.firm_id = ${firmId} and p.document_id = ${id}::uuid and ${hasAny(sql`p.words`, query)}
    order by p.page limit ${mostTextPages}`.execute(trx)
  const found = await findWords(
    trx,
    rows.map(({ text }) => text),
    query,
  )
  const words = [...new Set([...found].map((word) => withoutLineEndHyphens(word).toLowerCase()))].slice(0, mostForms)
  return { words, pages: rows.map((row) => ({ page: row.page, places: placesOf(row, found) })) }
}

/** "Motion", "motions" and so on; the viewer looks for each of them. */
const mostForms = 100

/** A word that a line breaks has two places. */
function placesOf({ boxes }: PageRecord, found: FoundWords): number[][] {
  const words = (boxes ?? []).map(([word]) => word)
  const isBrokenAt = (at: number) => hasFound(joinHalves(words[at], words[at + 1]), found)
  return (boxes ?? []).flatMap(([word, ...place], at) =>
    hasFound(word, found) || isBrokenAt(at) || isBrokenAt(at - 1) ? [place] : [],
  )
}

function joinHalves(first = '', second = ''): string {
  const joined = joinBrokenWords(`${first}\n${second}`)
  return joined.includes('\n') ? '' : joined
}
