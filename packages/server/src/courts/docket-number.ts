import type { DocketParts } from '@courtcrier/contract/notice.ts'
import { fullYear, padded, parseStateNumber, shortYear, writeStateNumber } from './docket-schemes.ts'

/**
 * Takes a docket number apart: federal ones (`4:20-cv-05640-YGR`, `3:20-cr-00070-TKW-MAL-1`, `23-20091`, `1-23-42603`,
 * `14-80555-JJG-13`, `21-1975-cv`, `25A1208`, `MDL No. 2967`) and those of state courts (`docket-schemes.ts`). Words
 * around it are ignored. Undefined when there is none, or more text than any docket number has.
 */
export function parseDocketNumber(text: string): DocketParts | undefined {
  if (text.length > longestText) return undefined
  const plain = withPlainDashes(text)
  // A federal number with its office is unlike all others; of the rest, the states' are the longer ones.
  const match = casePattern.exec(plain)
  if (match?.[1] !== undefined) return federalParts(match)
  const ofState = parseStateNumber(plain)
  if (ofState) return ofState
  if (match) return federalParts(match)
  const panel = /\bMDL(?: (?:No\.?|Case))?[ -]{0,3}(\d{1,5})\b/i.exec(plain)
  return panel ? { type: 'mdl', serial: Number(panel[1]) } : supremeParts(plain)
}

function federalParts(match: RegExpExecArray): DocketParts {
  const [, colonOffice, dashOffice, year = '', typeText, serial = '', rest = ''] = match
  const suffix = readSuffix(rest, { type: typeText?.toLowerCase(), isAppellate: serial.length <= 4 })
  const office = colonOffice ?? dashOffice ?? suffix.office
  const type = typeText?.toLowerCase() ?? suffix.type
  return {
    ...(office && { office }),
    year: fullYear(year),
    ...(type && { type }),
    serial: Number(serial),
    ...(suffix.judges.length > 0 && { judges: suffix.judges }),
    ...(suffix.defendant && { defendant: suffix.defendant }),
    ...(suffix.chapter && { chapter: suffix.chapter }),
  }
}

/** The Supreme Court's applications (`25A1208`), motions and original cases. */
function supremeParts(plain: string): DocketParts | undefined {
  const match = /(?<![\w-])(\d\d)([AMO])(\d{1,5})(?![\w-])/i.exec(plain)
  if (!match) return undefined
  const [, year = '', type = '', serial = ''] = match
  return { year: fullYear(year), type: type.toLowerCase(), serial: Number(serial) }
}

/**
 * One spelling of a docket number, to compare and index by: `4:20-cv-05640`. Judges' initials and the chapter are
 * dropped because they change while the case stays; text that is no docket number is only tidied.
 */
export function normaliseDocketNumber(text: string): string {
  const parts = parseDocketNumber(text)
  if (!parts) return withPlainDashes(text.slice(0, longestText)).replace(/\s+/g, ' ').trim().toUpperCase()
  if (parts.scheme) return writeStateNumber(parts)
  if (parts.year === undefined) return `MDL-${parts.serial}`
  if (isSupreme(parts)) return `${shortYear(parts.year)}${parts.type?.toUpperCase()}${parts.serial}`
  const office = parts.office ? `${parts.office}:` : ''
  const type = parts.type ? `${parts.type}-` : ''
  const defendant = parts.defendant ? `-${parts.defendant}` : ''
  return `${office}${shortYear(parts.year)}-${type}${padded(parts.serial, 5)}${defendant}`
}

/** Whether the number is one that `supremeParts` reads again. */
function isSupreme({ type = '', office, defendant, year, serial = 0 }: DocketParts): boolean {
  return /^[amo]$/.test(type) && !office && !defendant && shortYear(year).length === 2 && serial < 100_000
}

export type DocketMatch = 'same' | 'compatible' | 'different'

/**
 * Whether two docket numbers of one court name the same case. A part that only one of them has is a wild card
 * and makes them compatible, not the same. Judges' initials change on reassignment, so they never make two numbers
 * different; they only keep two short numbers without office and type from being called the same.
 */
export function matchDocketNumbers(a: string | DocketParts, b: string | DocketParts): DocketMatch {
  const left = typeof a === 'string' ? parseDocketNumber(a) : a
  const right = typeof b === 'string' ? parseDocketNumber(b) : b
  if (!left || !right) return matchTexts(a, b)
  if (left.serial === undefined || left.serial !== right.serial) return 'different'
  const matches = comparedParts.map((key) => matchPart(left[key], right[key]))
  if (matches.includes('different')) return 'different'
  if (matches.includes('compatible')) return 'compatible'
  const isShort = left.office === undefined && left.type === undefined
  return isShort && haveOtherJudges(left.judges, right.judges) ? 'compatible' : 'same'
}

const comparedParts = ['scheme', 'court', 'county', 'year', 'type', 'office', 'defendant', 'party', 'branch'] as const

/** Docket numbers stand in table cells and subject lines; a longer text is something else. */
const longestText = 300

/**
 * Office, year, type, serial, and what follows it. Types are letters; a few old cases with an office have digits. Every
 * quantifier is bounded, so hostile text costs no time.
 */
const casePattern =
  /(?<![\w-])(?:(\d{1,2}):|(\d)-(?=\d\d-\d))?((?:19|20)\d\d|\d{2})-(?:([a-z~]{1,6}|(?<=(?<![\w-])\d{1,2}:(?:\d\d){1,2}-)\d{1,3}(?=-\d{4,7}))-)?(\d{1,7})(?!\d)((?:-(?:N\/A|[a-z0-9_]{1,8})(?![a-z0-9_])){0,5})/i

function withPlainDashes(text: string): string {
  return text.replace(/[\u2010-\u2015\u2212\u00ad]/g, '-')
}

interface Suffix {
  office?: string
  type?: string
  judges: string[]
  defendant?: string
  chapter?: string
}

const bankruptcyTypes = new Set(['bk', 'ap', 'br', 'mp'])
/** What courts of appeals write behind the number: `21-1975-cv`. Bankruptcy's serials have five digits. */
const appealTypes = new Set(['cv', 'cr', 'ag', 'bk', 'pr', 'op', 'mv'])
const chapters = new Set(['7', '9', '11', '12', '13', '15'])

/** What follows the serial: office (`10-01083-8-RDD`), judges, then a defendant's number or, in bankruptcy, the chapter. */
function readSuffix(rest: string, { type, isAppellate }: { type: string | undefined; isAppellate: boolean }): Suffix {
  const tokens = rest.split('-').filter((token) => token !== '')
  const isBankruptcy = type === undefined || bankruptcyTypes.has(type)
  const suffix: Suffix = { judges: [] }
  for (const [place, token] of tokens.entries()) {
    // Some bankruptcy courts run judge and chapter together: `24-04888-CL7`, `22-30500-swe7`.
    const joined = isBankruptcy ? /^([a-z]{2,4})(7|9|11|12|13|15)$/i.exec(token) : null
    if (joined) suffix.chapter = joined[2]
    if (place === 0 && type === undefined && isAppellate && appealTypes.has(token.toLowerCase())) {
      suffix.type = token.toLowerCase()
    } else if (!/^\d+$/.test(token)) {
      const judge = (joined?.[1] ?? token).toUpperCase()
      if (suffix.judges.length < 2 && judge !== 'N/A') suffix.judges.push(judge)
    } else if (!isBankruptcy) suffix.defendant = String(Number(token))
    else if (place === 0 && token.length === 1 && tokens.length > 1) suffix.office = token
    else if (chapters.has(token)) suffix.chapter = token
  }
  return suffix
}

function matchPart(a: string | number | undefined, b: string | number | undefined): DocketMatch {
  if (a === b) return 'same'
  return a === undefined || b === undefined ? 'compatible' : 'different'
}

function haveOtherJudges(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  return a !== undefined && b !== undefined && !a.some((judge) => b.includes(judge))
}

function matchTexts(a: string | DocketParts, b: string | DocketParts): DocketMatch {
  if (typeof a !== 'string' || typeof b !== 'string') return 'different'
  const left = normaliseDocketNumber(a)
  return left !== '' && a.length <= longestText && left === normaliseDocketNumber(b) ? 'same' : 'different'
}
