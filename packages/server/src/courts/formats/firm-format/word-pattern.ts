import { foldCase } from './fold-case.ts'

/** Words with gaps between them. A named gap captures a value. */
export interface WordPattern {
  pieces: readonly Piece[]
}

type Piece = { words: string; failures: Uint16Array } | { place?: string }

/** Positions of a match's values by name, as [start, end) in the text. */
export type PlaceSpans = ReadonlyMap<string, readonly [start: number, end: number]>

/**
 * Parses `Filing in {docket number} - {case name}` or `Notice of * Filing`. Returns a sentence if it can't be used.
 * `places` are the names allowed in braces.
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
      return { problem: `"${text}" needs words between two gaps: otherwise it isn't clear where the first one ends.` }
    }
    pieces.push(piece)
  }
  return { pattern: { pieces } }
}

/** How many letters and digits the pattern requires; a pattern without any matches everything. */
export function countLetters({ pieces }: WordPattern): number {
  return pieces.reduce((sum, piece) => sum + (isGap(piece) ? 0 : (piece.words.match(/[\p{L}\p{N}]/gu)?.length ?? 0)), 0)
}

/**
 * Finds the pattern anywhere in a text, ignoring case, in linear time. Each gap ends at the first occurrence of the
 * next words, the last one at the end of the text. Undefined if it doesn't match.
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

/** Whether the pattern matches the whole text: only its own gaps may precede, separate and follow its words. */
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

/** `*` may match no words at all, leaving one space where the pattern has two. */
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
  return `"{${place}}" isn't one of the values that can be read here: ${places.map((name) => `{${name}}`).join(', ')}.`
}

/**
 * Knuth-Morris-Pratt, which takes linear time for any text and words. (`indexOf` may take the product of both lengths.)
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

/** For each prefix of the words, the length of its longest proper prefix that is also a suffix. */
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
