import { lineEndHyphen } from '@courtcrier/lib/broken-words.ts'
import { type RawBuilder, sql } from 'kysely'

/** The words of a page's text; one with a hyphen at the end of a line is found whole and by its parts. */
export function pageWords(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${hasBroken(text)} then text_words(${text}) || text_words(${unbroken(text)}) else text_words(${text}) end`
}

/** Which words are next to each other in a page's text; see `text_pair_bits`. */
export function pagePairBits(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${hasBroken(text)} then text_pair_bits(${text}) | text_pair_bits(${unbroken(text)})
    else text_pair_bits(${text}) end`
}

/** Whether a text, as phrases are looked for in it, is like this. */
export function isPlainLike(text: RawBuilder<unknown>, pattern: string): RawBuilder<boolean> {
  const isLike = (each: RawBuilder<unknown>) => sql`(' ' || text_plain(${each}) || ' ') like ${pattern}`
  return sql<boolean>`(${isLike(text)} or ${hasBroken(text)} and ${isLike(unbroken(text))})`
}

function hasBroken(text: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`strpos(${text}, ${lineEndHyphen}) > 0`
}

function unbroken(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`replace(${text}, ${lineEndHyphen}, '')`
}
