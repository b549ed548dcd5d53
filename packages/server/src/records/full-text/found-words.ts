import type { TextPiece } from '@courtcrier/contract/calls/full-text.ts'
import { lineEndHyphen } from '@courtcrier/lib/broken-words.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { pageWords } from './page-words.ts'
import { hasAny, type TextQuery } from './text-query.ts'

/** The words of texts that a query finds, as the texts have them. */
export type FoundWords = ReadonlySet<string>

/** A word that a line breaks is one word. */
const wordPattern = /[\p{L}\p{M}\p{N}]+(?:-\u00ad[\p{L}\p{M}\p{N}]+)*/gu

/**
 * Returns which words of these texts a query finds. The database decides, so that a word is marked exactly if it was
 * found; it is only asked about words with the same first letter, which no ending changes.
 */
export async function findWords(trx: Trx, texts: readonly string[], query: TextQuery): Promise<FoundWords> {
  const starts = new Set(query.words.flatMap((word) => [...word.matchAll(/'(.)/gu)].map(([, letter = '']) => letter)))
  const words = new Set<string>()
  for (const text of texts) {
    for (const [word] of text.matchAll(wordPattern)) if (mayBeFound(word, starts)) words.add(word)
  }
  if (words.size === 0) return words
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${[...words]}::text[]) as word where ${hasAny(pageWords(sql`word`), query)}`.execute(trx)
  return new Set(rows.map(({ word }) => word))
}

/** The second half of a broken word may be what is found. */
function mayBeFound(word: string, starts: ReadonlySet<string>): boolean {
  return word.split(lineEndHyphen).some((part) => starts.has(firstLetter(part)))
}

/** As `search_fold` would write it. */
function firstLetter(word: string): string {
  return word.normalize('NFKD').charAt(0).toLowerCase()
}

/** Whether a text, such as one word with its punctuation, has a found word. */
export function hasFound(text: string, found: FoundWords): boolean {
  return (text.match(wordPattern) ?? []).some((word) => found.has(word))
}

const before = 60

interface Mark {
  word: string
  from: number
  to: number
}

/** Returns the part of a text with the most different found words, up to `most` characters, in pieces. */
export function cutPieces(text: string, found: FoundWords, most: number): TextPiece[] {
  const marks = [...text.matchAll(wordPattern)].flatMap(({ 0: word, index }) =>
    found.has(word) ? [{ word: word.toLowerCase(), from: index, to: index + word.length }] : [],
  )
  const start = text.length <= most ? 0 : wordStart(text, Math.max(0, bestStart(marks, most - before) - before))
  const end = text.length - start <= most ? text.length : wordEnd(text, start + most)
  const pieces = piecesBetween(
    text,
    marks.filter(({ from, to }) => from >= start && to <= end),
    { start, end },
  )
  return [
    ...(start > 0 ? [{ text: '… ', found: false }] : []),
    ...pieces,
    ...(end < text.length ? [{ text: ' …', found: false }] : []),
  ]
}

/** Where the window begins that has the most different words; the first of them. */
function bestStart(marks: readonly Mark[], width: number): number {
  const counts = new Map<string, number>()
  let [best, start, last] = [0, marks[0]?.from ?? 0, 0]
  for (const mark of marks) {
    while (last < marks.length && (marks[last]?.to ?? 0) <= mark.from + width) {
      const word = marks[last++]?.word ?? ''
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    if (counts.size > best) [best, start] = [counts.size, mark.from]
    const left = (counts.get(mark.word) ?? 0) - 1
    if (left > 0) counts.set(mark.word, left)
    else counts.delete(mark.word)
  }
  return start
}

function wordStart(text: string, at: number): number {
  if (at === 0) return 0
  const space = text.indexOf(' ', at)
  return space === -1 || space > at + before ? at : space + 1
}

function wordEnd(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at)
  return space < at - before ? at : space
}

function piecesBetween(
  text: string,
  marks: readonly Mark[],
  { start, end }: { start: number; end: number },
): TextPiece[] {
  const pieces: TextPiece[] = []
  let at = start
  for (const { from, to } of marks) {
    if (from > at) pieces.push({ text: text.slice(at, from), found: false })
    pieces.push({ text: text.slice(from, to), found: true })
    at = to
  }
  if (end > at) pieces.push({ text: text.slice(at, end), found: false })
  return pieces
}
