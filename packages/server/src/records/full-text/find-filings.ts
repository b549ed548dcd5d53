import { textPageSize } from '@courtcrier/contract/calls/full-text.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import type { SearchScope } from '../viewer.ts'
import { isVisible } from '../visible-rows.ts'
import { isReadable, type TextSight } from './sight.ts'
import { hasAll, hasPhrases, type TextQuery } from './text-query.ts'

/** A filing with the words, and which of its documents have them. */
export interface FilingHit {
  id: string
  isInDocketText: boolean
  /** In the filing's order. */
  documentIds: readonly string[]
}

export interface TextSearch {
  scope: SearchScope
  query: TextQuery
  sight: TextSight
  /** The last filing of the page before. */
  cursor: string | undefined
}

/** Filings with the words, of which nearly all have what is looked for unless it is a phrase. */
const firstSize = 3 * textPageSize
/** Of so many at most a phrase is looked for at a time. */
const mostForPhrase = 300

/**
 * Returns a page of the filings with all the words, in their docket text or in one document, the newest first, by their
 * IDs. Without `next` these are the last; a rare phrase of frequent words may fill no page at a time.
 */
export async function findFilings(
  trx: Trx,
  search: TextSearch,
): Promise<{ hits: readonly FilingHit[]; next: string | null }> {
  // Finding what has frequent words takes longer than looking for a phrase in it.
  const most = search.query.phrases.length > 0 ? mostForPhrase : firstSize
  const candidates = await readCandidates(trx, search, most)
  const hits: FilingHit[] = []
  for (const part of [candidates.slice(0, firstSize), candidates.slice(firstSize)]) {
    hits.push(...(await checkCandidates(trx, search, part)))
    if (hits.length > textPageSize)
      return { hits: hits.slice(0, textPageSize), next: hits[textPageSize - 1]?.id ?? null }
  }
  return { hits, next: candidates.length < most ? null : (candidates.at(-1) ?? null) }
}

/**
 * The newest filings with the words that the viewer may see, before phrases are checked. They are found by words first,
 * since any order is slower. One of them may be the cursor, and how many there are decides whether there is one, so a
 * hidden filing or text must not count.
 */
async function readCandidates(trx: Trx, search: TextSearch, size: number): Promise<readonly string[]> {
  const { scope } = search
  const parts = wordParts(search)
  if (parts.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    with found as materialized (${sql.join(parts, sql` union all `)})
    select distinct f.id from (select * from found order by id desc) f cross join lateral (
      select from ${firmRows(envelope)} t where t.firm_id = ${scope.firmId} and t.id = f.id
        and ${isVisible('t', envelope, scope)} and (f.document_id is null or exists (
          select from firm_rows.document_texts x join ${firmRows(courtDocument)} d on ${isReadable(scope)}
          where x.document_id = f.document_id))
      limit 1) seen
    order by f.id desc limit ${size}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** The filings whose docket text or one of whose documents has the words, regardless of who may see them. */
function wordParts({ scope, query, sight, cursor }: TextSearch): RawBuilder<unknown>[] {
  const older = (id: RawBuilder<unknown>) => (cursor === undefined ? sql`true` : sql`${id} < ${cursor}::uuid`)
  return [
    ...(sight.documents
      ? [
          sql`select x.envelope_id as id, x.document_id from firm_rows.document_texts x
            where x.firm_id = ${scope.firmId} and ${hasAll(sql`x.words`, query)} and ${older(sql`x.envelope_id`)}`,
        ]
      : []),
    ...(sight.docketText
      ? [
          sql`select t.id, null::uuid as document_id from ${firmRows(envelope)} t where t.firm_id = ${scope.firmId}
            and ${hasAll(docketWords, query)} and ${older(sql`t.id`)}`,
        ]
      : []),
  ]
}

/** Must be the expression of the index. */
const docketWords = sql`text_words(coalesce(t.docket_text, ''))`

async function checkCandidates(
  trx: Trx,
  { scope, query, sight }: TextSearch,
  candidates: readonly string[],
): Promise<readonly FilingHit[]> {
  if (candidates.length === 0) return []
  const inDocketText = sight.docketText
    ? sql`(${hasAll(docketWords, query)} and ${hasPhrases(sql`coalesce(t.docket_text, '')`, query)})`
    : sql`false`
  const { rows } = await sql<FilingHit>`
    select * from (
      select t.id, ${inDocketText} as "isInDocketText", array(
        select d.id from firm_rows.document_texts x join ${firmRows(courtDocument)} d on ${isReadable(scope)}
        where ${sight.documents} and x.envelope_id = t.id and ${hasAll(sql`x.words`, query)} and ${isOnOnePage(query)}
        order by d.position) as "documentIds"
      from ${firmRows(envelope)} t
      where t.firm_id = ${scope.firmId} and t.id = any(${[...candidates]}::uuid[]) and ${isVisible('t', envelope, scope)}
    ) checked where "isInDocketText" or cardinality("documentIds") > 0 order by id desc`.execute(trx)
  return rows
}

/**
 * Whether each phrase is on a page of the document `x`. Its pairs of words narrow down the pages and, on pages read before
 * there were any, its words, unless they are in every text: comparing texts takes a hundred times as long.
 */
function isOnOnePage({ phrases, phraseBits }: TextQuery): RawBuilder<boolean> {
  const each = phrases.map((phrase, at) => {
    const bits = sql`${phraseBits[at]}::bit(4096)`
    const words = sql`plainto_tsquery('pg_catalog.english', ${phrase})`
    return sql`exists (select from firm_rows.document_pages p
      where p.firm_id = x.firm_id and p.document_id = x.document_id and case
        when p.pair_bits is not null then p.pair_bits & ${bits} = ${bits}
        else numnode(${words}) = 0 or p.words @@ ${words} end
        and ${hasPhrases(sql`p.text`, { phrases: [phrase] })})`
  })
  return sql<boolean>`(${sql.join([sql`true`, ...each], sql` and `)})`
}
