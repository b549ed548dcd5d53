import { ApiError } from '@courtcrier/contract/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { isPlainLike } from './page-words.ts'

/** What a text must have to be found. */
export interface TextQuery {
  /** One comparison per word, as PostgreSQL writes them. */
  words: readonly string[]
  /** Words that must be next to each other, as `text_plain` writes them. */
  phrases: readonly string[]
  /** Of each phrase, the bits of its pairs of words (`text_pair_bits`). */
  phraseBits: readonly string[]
}

const mostWords = 20

/**
 * Reads the words a person typed; those in quotation marks are a phrase, and one that ends in `*` stands for every word
 * that begins so. Throws `too_broad` if only words are left that are in every text, such as "the".
 */
export async function parseTextQuery(trx: Trx, freeText: string): Promise<TextQuery> {
  const phrases = [...freeText.matchAll(/["“”]([^"“”]*)["“”]/g)].map(([, phrase = '']) => phrase)
  const typed = freeText.match(/[^\s"“”]+/g) ?? []
  const plain = sql`select text_plain(phrase) as phrase, n from unnest(${phrases}::text[]) with ordinality as typed (phrase, n)
    where text_plain(phrase) like '% %'`
  const { rows } = await sql<{ words: string[]; phrases: string[]; phraseBits: string[] }>`
    select array(
        select case when is_start then ('''' || word || ''':*')::tsquery else plainto_tsquery('pg_catalog.english', word) end::text
        from (
          select n, word, word like '%*' as is_start, regexp_split_to_table(text_plain(word), ' ') as plain
          from unnest(${[...typed]}::text[]) with ordinality as typed (word, n)
        ) split (n, typed, is_start, word)
        where word <> '' and (is_start or numnode(plainto_tsquery('pg_catalog.english', word)) > 0) order by n limit ${mostWords}
      ) as words,
      array(select phrase from (${plain}) plain order by n) as phrases,
      array(select text_pair_bits(phrase)::text from (${plain}) plain order by n) as "phraseBits"`.execute(trx)
  const [query] = rows
  if (!query || query.words.length === 0) throw new ApiError('too_broad')
  return query
}

/** Whether words have all those of a query. */
export function hasAll(words: RawBuilder<unknown>, query: TextQuery): RawBuilder<boolean> {
  return sql<boolean>`${words} @@ ${joined(query, ' & ')}::tsquery`
}

/** Whether words have any of those of a query. */
export function hasAny(words: RawBuilder<unknown>, query: TextQuery): RawBuilder<boolean> {
  return sql<boolean>`${words} @@ ${joined(query, ' | ')}::tsquery`
}

function joined({ words }: TextQuery, operator: string): string {
  return words.map((word) => `(${word})`).join(operator)
}

/** How many of a query's words a page `p` has; a phrase counts more than all of them. */
export function countOn(query: TextQuery): RawBuilder<number> {
  const each = query.words.map((word) => sql`(p.words @@ ${word}::tsquery)::integer`)
  const next = query.phrases.map((phrase, at) => {
    const bits = sql`${query.phraseBits[at]}::bit(4096)`
    return sql`case when p.pair_bits & ${bits} <> ${bits} then 0 else ${mostWords} * (${hasPhrase(sql`p.text`, phrase)})::integer end`
  })
  return sql<number>`(${sql.join([...each, ...next], sql` + `)})`
}

/** Whether a text has all the phrases of a query. */
export function hasPhrases(text: RawBuilder<unknown>, { phrases }: Pick<TextQuery, 'phrases'>): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join([sql`true`, ...phrases.map((phrase) => hasPhrase(text, phrase))], sql` and `)})`
}

/** Plain texts have letters, digits and spaces only, so none of their characters means anything to `like`. */
function hasPhrase(text: RawBuilder<unknown>, phrase: string): RawBuilder<boolean> {
  return isPlainLike(text, `% ${phrase} %`)
}
