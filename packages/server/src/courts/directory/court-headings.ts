import type { Court } from './court.ts'
import { allCourts, federalCourtList } from './directory.ts'

/** A line of a heading: a court, or a kind of court whose place is on another line. */
export interface HeadingLine {
  court?: Court
  kind?: HeadingKind
}
export type HeadingKind = 'APPEALS' | 'BANKRUPTCY' | 'DISTRICT'

/**
 * Reads one line of a notice's heading by the directory's names. Courts write them in any order and on one line or two:
 * "Eastern District of New York", "California Northern District", "District of New Hampshire Live Database", "Court of
 * Appeals, 2nd Circuit". `above` is the kind of court named by an earlier line. Undefined for other lines.
 */
export function readHeadingLine(line: string, above: HeadingKind | undefined): HeadingLine | undefined {
  if (line.length > longestHeading || !/court|district|circuit|panel/i.test(line)) return undefined
  const words = wordsOf(line)
  if (words.length > mostWords) return undefined
  const kind = kindOf(words)
  const place = placeOf(words)
  if (place === '') return kind && { kind }
  const isPlace = kind !== undefined || words.includes('district')
  const court = isPlace ? federalByPlace().get(`${kind ?? above ?? 'DISTRICT'} ${place}`) : undefined
  const known = court ?? byName().get(bagOf(words))
  return known ? { court: known } : undefined
}

const longestHeading = 200
/** The longest name in the directory has fewer. */
const mostWords = 20

function kindOf(words: readonly string[]): HeadingKind | undefined {
  const has = (word: string) => words.includes(word)
  if (has('bankruptcy') && has('court')) return 'BANKRUPTCY'
  if (has('circuit') || (has('court') && has('appeals'))) return 'APPEALS'
  return has('district') && has('court') ? 'DISTRICT' : undefined
}

/** Words for the kind of court rather than the place. */
const kindWords = new Set(['united', 'states', 'court', 'bankruptcy', 'district', 'appeals', 'circuit'])
/** Words around the name: articles, and the kind of database that some courts add. */
const fillers = new Set(['the', 'of', 'for', 'in', 'a', 'live', 'database', 'nextgen', 'cmecf', 'ecf'])

function placeOf(words: readonly string[]): string {
  return bagOf(words.filter((word) => !kindWords.has(word)))
}

/** The words in a fixed order, regardless of how they were written. */
function bagOf(words: readonly string[]): string {
  return words.toSorted().join(' ')
}

function wordsOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replace(/\bd\.?\s?c\.?(?= circuit)/g, 'district columbia')
    .replace(/\bu\.?\s?s\.?(?=\s|$)/g, 'united states')
    .replace(/[.'\u2019/]/g, '')
    .replace(/\b(\d{1,2})(?:st|nd|rd|th|d)\b/g, (written, digits: string) => ordinals[Number(digits)] ?? written)
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !fillers.has(word))
}

const ordinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth'.split(' ')

let places: Map<string, Court> | undefined

/** The federal courts identified by kind and place. */
function federalByPlace(): Map<string, Court> {
  places ??= new Map(
    federalCourtList()
      .filter(({ type }) => type !== 'NONE')
      .map((court) => [`${court.type} ${placeOf(wordsOf(court.name))}`, court]),
  )
  return places
}

let names: Map<string, Court> | undefined

/** The other sitting courts by full name, with and without their state. Names shared by two courts are left out. */
function byName(): Map<string, Court> {
  if (names) return names
  const found = new Map<string, Court | undefined>()
  const known = new Set(federalByPlace().values())
  for (const court of allCourts()) {
    if (court.ended || known.has(court)) continue
    const words = wordsOf(court.name)
    for (const bag of new Set([bagOf(words), bagOf([...new Set([...words, ...wordsOf(court.state)])])])) {
      found.set(bag, found.has(bag) ? undefined : court)
    }
  }
  names = new Map([...found].flatMap(([bag, court]) => (court ? [[bag, court] as const] : [])))
  return names
}
