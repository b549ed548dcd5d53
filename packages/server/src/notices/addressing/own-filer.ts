import { lowered } from '@courtcrier/contract/lowered.ts'
import type { Notice } from '@courtcrier/contract/notice.ts'
import { sharesParty } from '../matching/parties.ts'
import { isSamePerson, type PersonName, partsOf, readPersonName, wordsOf } from '../matching/person-names.ts'

/** What a notice says about the person who filed. */
export interface FilerClues {
  /** The name as it can be read; "Doe, Jane" may also be Jane Doe's, or Doe's of the firm Jane. */
  names: readonly { words: PersonName; others: readonly string[] }[]
  /** Addresses written with the name. */
  emails: readonly string[]
  /** The digits of a bar number written with the name. */
  barNumber: string | undefined
  /** Those the notice serves, by name, with their addresses. */
  served: readonly { words: PersonName; emails: readonly string[] }[]
}

/** An active timekeeper who could be the filer. */
export interface FilerCandidate {
  id: string
  fullName: string
  /** Lower case: their own and those their users log in with. */
  emails: readonly string[]
  barNumber: string | null
  isOnCase: boolean
}

/** The timekeeper who filed, and what shows it. */
export interface OwnFiler {
  timekeeperId: string
  name: string
  by: 'address' | 'bar number' | 'name'
  /** The address or bar number. */
  evidence?: string
}

/** Reads what a notice says about its filer; undefined if it names no one, as a clerk's initials do. */
export function readFilerClues({ filingUser, recipients }: Notice): FilerClues | undefined {
  const text = filingUser?.value.slice(0, longestFiler) ?? ''
  const words = text.split(/([\s<>(),;:]+)/)
  const emails = words.filter(isAddress).map((word) => word.toLowerCase())
  const barNumber = barPattern.exec(text)?.[1]
  const names = namesIn(words.filter((word) => !isAddress(word)).join(''))
  if (names.length === 0 && emails.length === 0) return undefined
  const served = recipients.map((each) => ({
    words: readPersonName(each.name),
    emails: each.emails.map((email) => lowered(email)),
  }))
  return { names, emails, barNumber, served }
}

const longestFiler = 300
const isAddress = (word: string) => word.indexOf('@') > 0
const barPattern = /\b(?:bar|sbn)\b[^\d,;\n]{0,16}(\d{4,10})\b/i

function namesIn(text: string): FilerClues['names'] {
  const [first = '', second, ...others] = partsOf(text).flatMap(withoutBarNumber)
  const readings = [
    { words: wordsOf(first), others: second === undefined ? [] : [second, ...others] },
    ...(second === undefined ? [] : [{ words: wordsOf(`${second} ${first}`), others }]),
  ]
  return readings.filter(({ words }) => words.length > 1)
}

/** "CA Bar No. 198765" is no part of a name; "Ada Quill SBN 198765" begins with one. */
function withoutBarNumber(part: string, at: number): readonly string[] {
  if (!barPattern.test(part)) return [part]
  return at === 0 ? [part.replace(barPattern, '')] : []
}

/**
 * Finds the timekeeper who made a filing. An address or a bar number proves it; a name alone only for someone on the
 * case, because two firms may have people of the same name. Undefined as soon as the notice shows the filer at another
 * firm: by its name, by an address there or by another bar number.
 */
export function findOwnFiler(
  clues: FilerClues,
  known: { candidates: readonly FilerCandidate[]; ownAddresses: readonly string[]; firmName: string },
): OwnFiler | undefined {
  const found = known.candidates.flatMap((candidate) => judge(candidate, clues, known) ?? [])
  return strengths.map((by) => found.find((each) => each.by === by)).find((each) => each !== undefined)
}

const strengths = ['address', 'bar number', 'name'] as const

function judge(
  candidate: FilerCandidate,
  clues: FilerClues,
  { ownAddresses, firmName }: { ownAddresses: readonly string[]; firmName: string },
): OwnFiler | undefined {
  const { id: timekeeperId, fullName: name } = candidate
  const isOurs = (email: string) => candidate.emails.includes(email) || ownAddresses.includes(email)
  const own = clues.emails.find((email) => candidate.emails.includes(email))
  if (own) return { timekeeperId, name, by: 'address', evidence: own }
  const person = readPersonName(name)
  const isNamed = clues.names.some(
    ({ words, others }) =>
      isSamePerson(words, person) && others.every((other) => sharesParty(other, firmName) === true),
  )
  const namesakes = clues.served.filter(({ words, emails }) => emails.length > 0 && isSamePerson(words, person))
  const isElsewhere =
    clues.emails.some((email) => !isOurs(email)) || namesakes.some(({ emails }) => !emails.some(isOurs))
  const bar = compareBarNumbers(clues.barNumber, candidate.barNumber)
  if (!isNamed || isElsewhere || bar === 'different') return undefined
  const shown = [...clues.emails, ...namesakes.flatMap(({ emails }) => emails)].find(isOurs)
  if (shown) return { timekeeperId, name, by: 'address', evidence: shown }
  if (bar === 'same' && candidate.barNumber)
    return { timekeeperId, name, by: 'bar number', evidence: candidate.barNumber }
  return candidate.isOnCase ? { timekeeperId, name, by: 'name' } : undefined
}

function compareBarNumbers(given: string | undefined, own: string | null): 'same' | 'different' | undefined {
  const [a, b] = [given, own ?? undefined].map((number) => number?.replace(/\D/g, '').replace(/^0+/, ''))
  if (!a || !b) return undefined
  return a === b ? 'same' : 'different'
}

/** Returns who filed, and what shows it, as a sentence. */
export function describeOwnFiler({ name, by, evidence }: OwnFiler): string {
  if (by === 'address') return `The firm filed it: ${name} is the filer, by the address ${evidence}.`
  if (by === 'bar number') return `The firm filed it: ${name} is the filer, by the bar number ${evidence}.`
  return `The firm filed it: ${name} is the filer, by name, and is assigned to the case.`
}
