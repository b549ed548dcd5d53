import { countyKey, type StateCounties } from './county-courts.ts'

/** The county named in a court's words, and the other words. */
export interface CountyReading {
  county?: string
  /** The words without the county's name. */
  rest: string
  /** The words name another state's county, or several, so they can't mean a single court. */
  isUnclear: boolean
}

/**
 * The county in a court's words: the one labeled as a county ("Kings County", "County of Los Angeles"), otherwise one
 * that forms a clause of its own ("San Diego – Civil", "Los Angeles Superior Court"). `isKind` returns whether a word
 * describes the court's kind rather than a place.
 */
export function readCounty(words: string, counties: StateCounties, isKind: (word: string) => boolean): CountyReading {
  const clauses = clausesOf(words)
  const stateWords = new Set(counties.state.toLowerCase().split(' '))
  const isKindOrState = (word: string) => isKind(word) || stateWords.has(word)
  const mentions = clauses.flatMap((clause) => findMentions(clause, counties))
  const called = mentions.filter(({ isCalled }) => isCalled)
  // "Kings County Court" names a county; the first words of "New York County Court, Kings County" don't.
  const places = called.filter(
    ({ isOfCourt, county }) => !isOfCourt || (called.length === 1 && county !== counties.state),
  )
  const own = places.length > 0 ? places : mentions.filter((mention) => isAlone(mention, isKindOrState))
  const isTwice = mentions.filter(({ county }) => county === counties.state).length > 1
  // "New York Supreme Court" names the state; "New York Supreme Court, New York" also names the county.
  const named = own.filter(
    ({ isCalled, county, isAlias }) => isCalled || isAlias || isTwice || county !== counties.state,
  )
  const names = new Set(named.map(({ county }) => county))
  const onlyNamed = names.size > 1 ? new Set([...names].filter((name) => name !== counties.state)) : names
  const [county] = onlyNamed
  const rest = restOf(clauses, named)
  const isUnclear =
    onlyNamed.size > 1 || (onlyNamed.size === 0 && clauses.some((clause) => namesOtherCounty(clause, isKindOrState)))
  return { ...(county !== undefined && !isUnclear && { county }), rest, isUnclear }
}

type Clause = readonly string[]

interface Mention {
  clause: Clause
  county: string
  isAlias: boolean
  /** Its position in its clause, including the word "county" if present. */
  from: number
  to: number
  isCalled: boolean
  /** Whether "court" follows "county". */
  isOfCourt: boolean
}

const longestCounty = 4
const countyWord = /^(?:county|cnty|cty)$/

/** The words between commas and dashes. A hyphen within a name (Miami-Dade) doesn't separate. */
function clausesOf(words: string): Clause[] {
  const plain = words
    .toLowerCase()
    .replace(/\bsaint\b/g, 'st')
    .replace(/['\u2019.]/g, '')
  return plain
    .split(/[,;:()|/\n]|\s[-\u2010-\u2015]|[-\u2010-\u2015]\s|[\u2013-\u2015]/)
    .map((clause) => clause.split(/[^a-z0-9]+/).filter(Boolean))
}

function findMentions(clause: Clause, counties: StateCounties): Mention[] {
  const found: Mention[] = []
  for (let from = 0; from < clause.length; from++) {
    // The longest match: "Deaf Smith" isn't Smith.
    for (let length = Math.min(longestCounty, clause.length - from); length > 0; length--) {
      const words = clause.slice(from, from + length)
      const county = counties.byKey.get(words.join(''))
      if (county === undefined) continue
      found.push(mentionOf({ clause, county, from, to: from + length, isAlias: countyKey(county) !== words.join('') }))
      from += length - 1
      break
    }
  }
  return found
}

function mentionOf({ clause, from, to, ...rest }: Omit<Mention, 'isCalled' | 'isOfCourt'>): Mention {
  const isBefore = countyWord.test(clause[to] ?? '')
  const isBehind = clause[from - 1] === 'of' && countyWord.test(clause[from - 2] ?? '')
  return {
    ...rest,
    clause,
    from: isBehind ? from - 2 : from,
    to: isBefore ? to + 1 : to,
    isCalled: isBefore || isBehind,
    isOfCourt: isBefore && /^courts?$/.test(clause[to + 1] ?? ''),
  }
}

/** Whether its clause otherwise contains only words of the court's kind: "Orange Street Annex" isn't a county. */
function isAlone({ clause, from, to }: Mention, isKind: (word: string) => boolean): boolean {
  return clause.every((word, at) => (at >= from && at < to) || isKind(word))
}

/** Whether the words name a county of another state, such as "Harris County" in words about California. */
function namesOtherCounty(clause: Clause, isKind: (word: string) => boolean): boolean {
  const isPlace = (word: string | undefined) => word !== undefined && !isKind(word)
  return clause.some(
    (word, at) =>
      countyWord.test(word) && (clause[at + 1] === 'of' ? isPlace(clause[at + 2]) : isPlace(clause[at - 1])),
  )
}

function restOf(clauses: readonly Clause[], named: readonly Mention[]): string {
  const isNamed = (clause: Clause, at: number) =>
    named.some((mention) => mention.clause === clause && at >= mention.from && at < mention.to)
  return clauses.map((clause) => clause.filter((_, at) => !isNamed(clause, at)).join(' ')).join(' , ')
}
