import type { DocketParts } from '@courtcrier/contract/notice.ts'
import { fullYear } from './docket-schemes.ts'

/** Reads a number as written by courts on CM/ECF. The text is the number alone, with plain hyphens. */
export function readFederalNumber(plain: string): DocketParts | undefined {
  const text = bareNumber(plain)
  const match = casePattern.exec(text) ?? oddType.exec(text) ?? typeFirst.exec(text)
  return match?.groups ? partsOf(match.groups) : readPanelNumber(text)
}

/**
 * Whether a number with an office was cut off within its serial, as CM/ECF writes it: it always pads these to five
 * digits, so that `1:24-cv-012` is not case 12. People may write that for it.
 */
export function isCutNumber(plain: string): boolean {
  const text = bareNumber(plain)
  const { colon, dash, serial = '' } = (casePattern.exec(text) ?? oddType.exec(text))?.groups ?? {}
  return (colon ?? dash) !== undefined && serial.length < paddedSerial
}

const paddedSerial = 5

function bareNumber(plain: string): string {
  return plain.replace(/^[a-z]{2,5}\/(?=\d)/i, '').replace(notes, '')
}

/** Reads the Supreme Court's numbers: petitions (`25-250`), applications (`25A1208`), motions and original cases. */
export function readSupremeNumber(plain: string): DocketParts | undefined {
  const match = /^(\d\d)(?:-|([AMO]))(\d{1,5})$/i.exec(plain)
  if (!match) return undefined
  const [, year = '', type, serial = ''] = match
  return { year: fullYear(year), ...(type && { type: type.toLowerCase() }), serial: Number(serial) }
}

/** The Judicial Panel on Multidistrict Litigation: `MDL No. 2967`. */
function readPanelNumber(text: string): DocketParts | undefined {
  const panel = /^MDL(?: (?:No\.?|Case))?[ -]{0,3}(\d{1,5})$/i.exec(text)
  return panel ? { type: 'mdl', serial: Number(panel[1]) } : undefined
}

/** What clerks and judges write in parentheses after a number: initials, or the mark of a lead case. */
const notes = /(?: ?\([a-z][a-z0-9.&/ -]{0,20}\)){1,4}$/i

const suffix = String.raw`(?<rest>(?:-(?:N\/A|[a-z_]{1,7}\d{0,2}|\d{1,3})){0,5}|[a-z])`

/** Office, year, type, serial, and what follows. Every quantifier is bounded, so hostile text costs no time. */
const casePattern = new RegExp(
  String.raw`^(?:(?<colon>\d{1,2}):|(?<dash>\d)-(?=\d\d-))?(?<year>(?:19|20)\d\d|\d\d)(?:-(?<type>[a-z~]{1,6})-|[- ]?(?<letters>[a-z]{2,6})\.?[- ]?|-)(?<serial>\d{1,7})${suffix}$`,
  'i',
)
/** A few old cases with an office have digits as their type: `1:93-14-00123`. */
const oddType = new RegExp(
  String.raw`^(?<colon>\d{1,2}):(?<year>(?:19|20)\d\d|\d\d)-(?<type>\d{1,3})-(?<serial>\d{4,7})${suffix}$`,
  'i',
)
/** The Central District of California writes office and type first: `CV 24-01234-GW`, `SACV 24-01234`. */
const typeFirst = new RegExp(
  String.raw`^(?:SA|ED)?(?<type>CV|CR|MC|MJ)[ -]?(?<year>\d\d)-(?<serial>\d{1,5})${suffix}$`,
  'i',
)

type Groups = Readonly<Record<string, string | undefined>>

function partsOf({ colon, dash, year = '', type, letters, serial = '', rest = '' }: Groups): DocketParts | undefined {
  const typeText = (type ?? letters)?.toLowerCase()
  const written = plainTypes[typeText ?? ''] ?? typeText
  // Without a type, federal serials have at most five digits, and only then may a letter follow: `12-1234P`.
  if (written === undefined ? serial.length > 5 : /^[a-z]$/i.test(rest)) return undefined
  const behind = readSuffix(rest, { type: written, isAppellate: serial.length <= 4 })
  if (!behind) return undefined
  const office = colon ?? dash ?? behind.office
  const kind = written ?? behind.type
  return {
    ...(office && { office }),
    year: fullYear(year),
    ...(kind && { type: kind }),
    serial: Number(serial),
    ...(behind.judges.length > 0 && { judges: behind.judges }),
    ...(behind.defendant && { defendant: behind.defendant }),
    ...(behind.chapter && { chapter: behind.chapter }),
  }
}

/** As in judges' orders: `24 Civ. 1234 (JPO)`. */
const plainTypes: Readonly<Record<string, string>> = { civ: 'cv', crim: 'cr' }

interface Suffix {
  office?: string
  type?: string
  judges: string[]
  defendant?: string
  chapter?: string
}

const bankruptcyTypes = new Set(['bk', 'ap', 'br', 'mp'])
/** Types that courts of appeals append to the number: `21-1975-cv`. Bankruptcy serials have five digits. */
const appealTypes = new Set(['cv', 'cr', 'ag', 'bk', 'pr', 'op', 'mv'])
const chapters = new Set(['7', '9', '11', '12', '13', '15'])

/**
 * Reads what follows the serial: office (`10-01083-8-RDD`), judges, then a defendant's number or, in bankruptcy, the
 * chapter. Undefined for other digits, which distinguish the number from others.
 */
function readSuffix(
  rest: string,
  { type, isAppellate }: { type: string | undefined; isAppellate: boolean },
): Suffix | undefined {
  const isBankruptcy = type === undefined || bankruptcyTypes.has(type)
  const suffix: Suffix = { judges: [] }
  const tokens = rest.split('-').filter((token) => token !== '')
  for (const [place, token] of tokens.entries()) {
    if (!/^\d+$/.test(token))
      readLetters(token, suffix, { isBankruptcy, mayBeType: place === 0 && !type && isAppellate })
    else if (!isBankruptcy && !suffix.defendant) suffix.defendant = String(Number(token))
    else if (isBankruptcy && place === 0 && token.length === 1 && tokens.length > 1) suffix.office = token
    else if (isBankruptcy && chapters.has(token) && !suffix.chapter) suffix.chapter = token
    else return undefined
  }
  return suffix
}

function readLetters(
  token: string,
  suffix: Suffix,
  { isBankruptcy, mayBeType }: { isBankruptcy: boolean; mayBeType: boolean },
): void {
  if (mayBeType && appealTypes.has(token.toLowerCase())) {
    suffix.type = token.toLowerCase()
    return
  }
  // Some bankruptcy courts join judge and chapter: `24-04888-CL7`, `22-30500-swe7`.
  const joined = isBankruptcy ? /^([a-z]{2,4})(7|9|11|12|13|15)$/i.exec(token) : null
  if (joined?.[2]) suffix.chapter = joined[2]
  const judge = (joined?.[1] ?? token).toUpperCase()
  if (suffix.judges.length < 2 && judge !== 'N/A') suffix.judges.push(judge)
}
