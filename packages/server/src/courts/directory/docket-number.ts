import type { DocketParts } from '@courtcrier/contract/notice.ts'
import type { Court } from './court.ts'
import {
  type ComparedPart,
  comparedParts,
  type Numbering,
  numberings,
  padded,
  readNumber,
  shortYear,
  writeStateNumber,
} from './docket-schemes.ts'
import { readFederalNumber, readSupremeNumber } from './federal-number.ts'

/** The properties of a court that determine how it numbers its cases. */
export type NumberingCourt = Pick<Court, 'id' | 'system' | 'type' | 'state' | 'efiling'>

/**
 * Parses a docket number: federal ones (`4:20-cv-05640-YGR`, `3:20-cr-00070-TKW-MAL-1`, `23-20091`, `1-23-42603`,
 * `14-80555-JJG-13`, `21-1975-cv`, `25A1208`, `MDL No. 2967`) and those of other courts (`docket-schemes.ts`).
 * Undefined for any other text: a number followed by words isn't one. Without a court, all forms are tried.
 */
export function parseDocketNumber(text: string, court?: NumberingCourt): DocketParts | undefined {
  const plain = plainNumber(text, court)
  if (plain === undefined) return undefined
  const readings = mannersOf(court).flatMap((manner) => manner.read(plain) ?? [])
  // A federal number with its office is unmistakable; of the rest, states' forms say more.
  return readings.find(({ office }) => office !== undefined) ?? readings.find(({ scheme }) => scheme) ?? readings[0]
}

/**
 * Normalizes a docket number for comparison and indexing: `4:20-cv-05640`. Judges' initials and the chapter are dropped
 * because they change during a case. A number of unknown form is only tidied.
 */
export function normalizeDocketNumber(text: string, court?: NumberingCourt): string {
  const parts = parseDocketNumber(text, court)
  if (!parts) return tidy(text)
  if (parts.scheme && (parts.scheme !== 'florida' || parts.county || parts.branch)) return writeStateNumber(parts)
  if (parts.year === undefined) return `MDL-${parts.serial}`
  if (isSupreme(parts)) return `${shortYear(parts.year)}${parts.type?.toUpperCase()}${parts.serial}`
  const office = parts.office ? `${parts.office}:` : ''
  const type = parts.type ? `${parts.type}-` : ''
  const defendant = parts.defendant ? `-${parts.defendant}` : ''
  return `${office}${shortYear(parts.year)}-${type}${padded(parts.serial, 5)}${defendant}`
}

export type DocketMatch = 'same' | 'compatible' | 'different'

/**
 * Whether two docket numbers of one court identify the same case. Only a part that the court's numbering allows to be
 * omitted is a wildcard and makes them compatible rather than the same; numbers of unknown form are compared as a
 * whole. If the court is unknown, two numbers are the same only if they are the same in every court that uses both
 * forms.
 */
export function matchDocketNumbers(a: string, b: string, court?: NumberingCourt): DocketMatch {
  const [left, right] = [plainNumber(a, court), plainNumber(b, court)]
  if (left === undefined || right === undefined) return 'different'
  const read = mannersOf(court).flatMap((manner) => {
    const [one, other] = [manner.read(left), manner.read(right)]
    return one && other ? [{ one, other, match: matchDocketParts(one, other, manner.wild) }] : []
  })
  const whole = wholeNumber(left) === wholeNumber(right) ? 'same' : 'different'
  if (court || read.length === 0) return read[0]?.match ?? whole
  const isTelling = read.some(({ one, other }) => [one, other].every(isUnmistakable))
  const matches = [...read.map(({ match }) => match), ...(isTelling ? [] : [whole])]
  if (matches.every((match) => match === 'same')) return 'same'
  return matches.every((match) => match === 'different') ? 'different' : 'compatible'
}

/** Whether only the courts it was read for write a number this way. */
function isUnmistakable({ office, scheme, type }: DocketParts): boolean {
  return office !== undefined || scheme !== undefined || type === 'mdl'
}

/** Whether the text is exactly a docket number; only then can it identify a case. */
export function isDocketNumber(text: string, court?: NumberingCourt): boolean {
  return plainNumber(text, court) !== undefined
}

/**
 * Whether two parsed numbers identify the same case. Judges' initials change on reassignment, so they never make two
 * numbers different; they only keep two short numbers without office and type from counting as the same.
 */
export function matchDocketParts(
  a: DocketParts,
  b: DocketParts,
  wild: readonly ComparedPart[] = federal.wild,
): DocketMatch {
  if (a.serial === undefined || a.serial !== b.serial) return 'different'
  if (a.scheme && b.scheme && a.scheme !== b.scheme) return 'different'
  const unlike = comparedParts.filter((key) => a[key] !== b[key])
  const isOmitted = (key: ComparedPart) => wild.includes(key) && (a[key] === undefined || b[key] === undefined)
  if (!unlike.every(isOmitted)) return 'different'
  if (unlike.length > 0) return 'compatible'
  const isShort = a.office === undefined && a.type === undefined && a.scheme === undefined
  return isShort && haveOtherJudges(a.judges, b.judges) ? 'compatible' : 'same'
}

/** How certain courts number their cases, and which parts their numbers may omit. */
interface Manner extends Pick<Numbering, 'wild'> {
  read: (plain: string) => DocketParts | undefined
}

const federal: Manner = { read: readFederalNumber, wild: ['type', 'office', 'defendant'] }
const supreme: Manner = { read: readSupremeNumber, wild: [] }
const others = numberings.map((numbering) => ({
  numbering,
  manner: { read: (plain: string) => readNumber(numbering, plain), wild: numbering.wild },
}))
const everywhere: readonly Manner[] = [federal, supreme, ...others.map(({ manner }) => manner)]

function mannersOf(court: NumberingCourt | undefined): readonly Manner[] {
  if (!court) return everywhere
  if (court.id === 'scotus') return [supreme]
  if (isNumberedFederally(court)) return [federal]
  return others.flatMap(({ numbering, manner }) => (isNumberedSo(court, numbering) ? [manner] : []))
}

/** Boards and agencies have their own numbering. */
function isNumberedFederally({ id, type, efiling }: NumberingCourt): boolean {
  return type !== 'NONE' || efiling === 'CM/ECF' || efiling === 'ACMS' || id === 'cavc' || id === 'armfor'
}

function isNumberedSo({ id, system, state }: NumberingCourt, numbering: Numbering): boolean {
  if (numbering.court) return numbering.court === id
  return system === 'state' && (numbering.state === undefined || numbering.state === state)
}

/** Docket numbers appear in table cells and subject lines; longer text is something else. */
const longestText = 300

const label =
  /^(?:(?:civil|criminal|bankruptcy|adversary|appeal|appellate|court|index|docket|cause|case|claim|file|action|application|petition|proceeding|adv|crim|civ)\.?:? ){0,3}(?:(?:nos?|numbers?|num|#)(?:[.:#]{1,2} ?| ))?/i

/** The bare number without a label. Undefined if words or a gap show that it isn't a number. */
function plainNumber(text: string, court?: NumberingCourt): string | undefined {
  if (text.length > longestText) return undefined
  const plain = tidy(text)
    .replace(label, '')
    .replace(/ ?([-:/]) ?/g, '$1')
  const first = plain.search(/\d/)
  if (first < 0) return undefined
  const bare = plain.slice(first).replace(/\([^()]*\)/g, '')
  const hasWords = / [^ \d]*[A-Z]{5}/.test(bare) || endsInWords(bare)
  // Nebraska and others separate the parts with spaces; in a federal number, a space is a typo or a line break.
  const hasGap = court?.system !== 'state' && /\d \d/.test(plain)
  return hasWords || hasGap ? undefined : plain
}

/** Whether the last digit and a space are followed by a word of four letters, or the text ends in a colon. */
function endsInWords(bare: string): boolean {
  const [, ...words] = (bare.split(/\d/).at(-1) ?? '').split(' ')
  return words.some((word) => /[A-Z]{4}/.test(word)) || words.at(-1)?.endsWith(':') === true
}

/** A number of unknown form. Case doesn't matter, nor do spaces and dashes next to letters; between digits they do. */
function wholeNumber(plain: string): string {
  return plain.replace(/(?<=[A-Z])[- ](?=\d)|(?<=\d)[- ](?=[A-Z])/g, '').replace(/(?<=[A-Z]) (?=[A-Z])/g, '-')
}

function tidy(text: string): string {
  const plain = text.slice(0, longestText).replace(/[\u2010-\u2015\u2212\u00ad]/g, '-')
  return plain.replace(/\s+/g, ' ').trim().toUpperCase()
}

/** Whether `readSupremeNumber` would parse the number again. */
function isSupreme({ type = '', office, defendant, year, serial = 0 }: DocketParts): boolean {
  return /^[amo]$/.test(type) && !office && !defendant && shortYear(year).length === 2 && serial < 100_000
}

function haveOtherJudges(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  return a !== undefined && b !== undefined && !a.some((judge) => b.includes(judge))
}
