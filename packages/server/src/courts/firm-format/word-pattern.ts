import { foldCase } from './fold-case.ts'

/** Words with gaps between them. A gap with a place gives the value that stands there. */
export interface WordPattern {
  pieces: readonly Piece[]
}

type Piece = { words: string; failures: Uint16Array } | { place?: string }

/** Where the values of a match stand, by place, as [start, end) in the text. */
export type PlaceSpans = ReadonlyMap<string, readonly [start: number, end: number]>

/**
 * Takes `Filing in {docket number} - {case name}` or `Notice of * Filing` apart; a sentence when it cannot be used.
 * `places` are the names that may stand in braces.
 */
export function parsePattern(text: string, places: readonly string[]): { pattern: WordPattern } | { problem: string } {
  if (text.length > longestPattern)
    return { problem: `"${text.slice(0, 40)}…" is longer than ${longestPattern} characters.` }
  const pieces: Piece[] = []
  for (const token of tidy(text).match(tokens) ?? []) {
    const place = /^\{(.*)\}$/.exec(token)?.[1]?.trim().toLowerCase()
    if (place === undefined && /[{}]/.test(token)) return { problem: `"${text}" has a brace without its other half.` }
    if (place !== undefined && !places.includes(place)) return { problem: unknownPlace(place, places) }
    const piece = place === undefined ? wordsOrGap(token) : { place }
    const last = pieces.at(-1)
    if (last && isGap(last) && isGap(piece)) {
      if (last.place === undefined && piece.place === undefined) continue
      return { problem: `"${text}" needs words between two gaps: nobody could tell where the first one ends.` }
    }
    pieces.push(piece)
  }
  return { pattern: { pieces } }
}

/** How many letters and digits the pattern asks for; one without any fits everything. */
export function countLetters({ pieces }: WordPattern): number {
  return pieces.reduce((sum, piece) => sum + (isGap(piece) ? 0 : (piece.words.match(/[\p{L}\p{N}]/gu)?.length ?? 0)), 0)
}

/**
 * Looks for the pattern anywhere in a text, without regard to case; the time grows with the text alone. Each gap ends
 * at the first place where the next words stand, the last one at the end of the text. Undefined when it does not fit.
 */
export function findPattern({ pieces }: WordPattern, text: string): PlaceSpans | undefined {
  const folded = foldCase(text)
  const spans = new Map<string, readonly [number, number]>()
  let at = 0
  let open: string | undefined
  for (const piece of pieces) {
    if (isGap(piece)) {
      open = piece.place
      continue
    }
    const found = indexOfWords(folded, piece, at)
    if (found < 0) return undefined
    if (open !== undefined) spans.set(open, [at, found])
    open = undefined
    at = found + piece.words.length
  }
  if (open !== undefined) spans.set(open, [at, text.length])
  return spans
}

/** Whether the pattern covers the whole of a text: only its own gaps may stand before, between and after its words. */
export function coversText({ pieces }: WordPattern, text: string): boolean {
  const folded = foldCase(text)
  const first = pieces[0]
  const last = pieces.at(-1)
  if (!first || !last) return false
  if (!isGap(first) && !folded.startsWith(first.words)) return false
  if (!isGap(last) && !folded.endsWith(last.words)) return false
  const fixed = pieces.reduce((sum, piece) => sum + (isGap(piece) ? 0 : piece.words.length), 0)
  if (pieces.every((piece) => !isGap(piece))) return folded.length === fixed
  return folded.length >= fixed && findPattern({ pieces }, text) !== undefined
}

const longestPattern = 200
const tokens = /\{[^{}]*\}|\*|[^*{}]+|[{}]/g

/** `*` may stand for no words at all, and then there is one space where the pattern has two. */
function tidy(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?\* ?/g, '*')
}

function isGap(piece: Piece): piece is { place?: string } {
  return !('words' in piece)
}

function wordsOrGap(token: string): Piece {
  if (token === '*') return {}
  const words = foldCase(token)
  return { words, failures: failuresOf(words) }
}

function unknownPlace(place: string, places: readonly string[]): string {
  if (places.length === 0) return `"{${place}}" has no meaning here; * stands for any words.`
  return `"{${place}}" is none of the values that can be read here: ${places.map((name) => `{${name}}`).join(', ')}.`
}

/**
 * Knuth, Morris and Pratt: no text and no words make it look at a character twice. (`indexOf` may take the product of
 * both lengths.)
 */
function indexOfWords(
  text: string,
  { words, failures }: { words: string; failures: Uint16Array },
  from: number,
): number {
  let matched = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    while (matched > 0 && code !== words.charCodeAt(matched)) matched = failures[matched - 1] ?? 0
    if (code === words.charCodeAt(matched)) matched++
    if (matched === words.length) return at - matched + 1
  }
  return -1
}

/** For each beginning of the words, how much of it is a beginning again. */
function failuresOf(words: string): Uint16Array {
  const failures = new Uint16Array(words.length)
  let matched = 0
  for (let at = 1; at < words.length; at++) {
    while (matched > 0 && words.charCodeAt(at) !== words.charCodeAt(matched)) matched = failures[matched - 1] ?? 0
    if (words.charCodeAt(at) === words.charCodeAt(matched)) matched++
    failures[at] = matched
  }
  return failures
}
