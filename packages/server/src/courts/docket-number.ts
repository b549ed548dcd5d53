import type { DocketParts } from '@courtcrier/contract/notice.ts'

/**
 * Takes a federal docket number apart: `4:20-cv-05640-YGR`, `3:20-cr-00070-TKW-MAL-1`, `23-20091`,
 * `1-23-42603`, `14-80555-JJG-13`, `MDL No. 2967`. Words around it are ignored. Undefined when there is none,
 * or more text than any docket number has.
 */
export function parseDocketNumber(text: string): DocketParts | undefined {
  if (text.length > longestText) return undefined
  const plain = withPlainDashes(text)
  const panel = /\bMDL(?: (?:No\.?|Case))?[ -]{0,3}(\d{1,5})\b/i.exec(plain)
  const match = casePattern.exec(plain)
  if (!match) return panel ? { type: 'mdl', serial: Number(panel[1]) } : undefined
  const [, colonOffice, dashOffice, year = '', typeText, serial = '', rest = ''] = match
  const type = typeText?.toLowerCase()
  const suffix = readSuffix(rest, type)
  const office = colonOffice ?? dashOffice ?? suffix.office
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

/**
 * One spelling of a docket number, to compare and index by: `4:20-cv-05640`. Judges' initials and the chapter are
 * dropped because they change while the case stays; text that is no federal docket number is only tidied.
 */
export function normaliseDocketNumber(text: string): string {
  const parts = parseDocketNumber(text)
  if (!parts) return withPlainDashes(text.slice(0, longestText)).replace(/\s+/g, ' ').trim().toUpperCase()
  if (parts.year === undefined) return `MDL-${parts.serial}`
  const office = parts.office ? `${parts.office}:` : ''
  const type = parts.type ? `${parts.type}-` : ''
  const defendant = parts.defendant ? `-${parts.defendant}` : ''
  return `${office}${twoDigits(parts.year % 100)}-${type}${String(parts.serial).padStart(5, '0')}${defendant}`
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

const comparedParts = ['year', 'type', 'office', 'defendant'] as const

/** Docket numbers stand in table cells and subject lines; a longer text is something else. */
const longestText = 300

/** Office, year, type, serial, and what follows it. Every quantifier is bounded, so hostile text costs no time. */
const casePattern =
  /(?<![\w-])(?:(\d{1,2}):|(\d)-(?=\d\d-\d))?(\d{4}|\d{2})-(?:([a-z~]{1,6})-)?(\d{1,7})(?!\d)((?:-(?:N\/A|[a-z0-9_]{1,8})(?![a-z0-9_])){0,5})/i

function withPlainDashes(text: string): string {
  return text.replace(/[\u2010-\u2015\u2212\u00ad]/g, '-')
}

/** Courts began electronic dockets with cases of the 1970s. */
function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 4) return year
  return year < 70 ? 2000 + year : 1900 + year
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

interface Suffix {
  office?: string
  judges: string[]
  defendant?: string
  chapter?: string
}

const bankruptcyTypes = new Set(['bk', 'ap', 'br', 'mp'])
const chapters = new Set(['7', '9', '11', '12', '13', '15'])

/** What follows the serial: office (`10-01083-8-RDD`), judges, then a defendant's number or, in bankruptcy, the chapter. */
function readSuffix(rest: string, type: string | undefined): Suffix {
  const tokens = rest.split('-').filter((token) => token !== '')
  const isBankruptcy = type === undefined || bankruptcyTypes.has(type)
  const suffix: Suffix = { judges: [] }
  for (const [place, token] of tokens.entries()) {
    if (!/^\d+$/.test(token)) {
      if (suffix.judges.length < 2 && token.toUpperCase() !== 'N/A') suffix.judges.push(token.toUpperCase())
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
