import { withoutEnd } from '../base/lib/without-end.ts'
import { type HeadingKind, readHeadingLine } from './court-headings.ts'

/** What the line says that a court prints over each page of a document it filed. */
export interface PageStamp {
  /** As the court writes it. */
  docketNumber: string
  /** The entry's number, without that of the attachment. */
  documentNumber: string
  /** The document's own number, `118-1`, where it is an attachment. */
  attachment?: string
  /** ISO date. */
  filedDate?: string
}

/**
 * Reads the stamp of a filed page: `Case 1:24-cv-01234-ABC Document 12 Filed 03/04/26 Page 1 of 9`, bankruptcy's `Doc`,
 * `ECF No.`, and the courts of appeals' forms. Undefined for a text without one.
 */
export function readPageStamp(text: string): PageStamp | undefined {
  const plain = text
    .slice(0, longestText)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
  for (const { pattern, order } of forms) {
    const match = firstStamp(plain, pattern)
    if (!match) continue
    const [docketNumber = '', number = '', date = ''] = order.map((group) => match[group] ?? '')
    const [documentNumber = '', attachment] = number.split('-')
    const filedDate = isoDate(date)
    return {
      docketNumber: withoutEnd(docketNumber, /[,-]/),
      documentNumber,
      ...(attachment ? { attachment: number } : {}),
      ...(filedDate ? { filedDate } : {}),
    }
  }
  return undefined
}

/** The form is asked where its first word stands, and of no more than it can take. */
function firstStamp(plain: string, form: RegExp): RegExpExecArray | undefined {
  for (const { index } of plain.matchAll(/\b(?:Case|Appeal)/gi)) {
    const match = form.exec(plain.slice(index, index + longestStamp))
    if (match) return match
  }
  return undefined
}

/** The court that a document's caption names, in the lines at its top; one line says the kind, the next the place. */
export function readCaptionCourt(text: string): string | undefined {
  let above: HeadingKind | undefined
  for (const line of text.split('\n', captionLines)) {
    const found = readHeadingLine(line.replace(/\s+/g, ' ').trim(), above)
    if (found?.court) return found.court.id
    above = found?.kind ?? above
  }
  return undefined
}

/** A stamp is on the first page; the rest of a long document is not looked through. */
const longestText = 50_000
const longestStamp = 200
const captionLines = 60

const docket = String.raw`(\d[\w:~-]{4,40})`
const number = String.raw`(\d{1,15}(?:-\d{1,4})?)`
const date = String.raw`(\d{1,2}\/\d{1,2}\/\d{2,4})`

/** The groups of each form in the order docket number, document number, date. */
const forms = [
  {
    pattern: new RegExp(
      String.raw`^(?:Case|Appeal) ?[#:]? ?${docket},? (?:Document|Doc|ECF No)[ .#:]{1,4}${number},? (?:Pages?: ?\d{1,5} )?(?:Date )?(?:Filed|Entered)?:? ?${date}`,
      'i',
    ),
    order: [1, 2, 3],
  },
  {
    pattern: new RegExp(String.raw`^Case: ?${docket}, ${date}, ID: ?\d{1,12}, DktEntry: ?${number}`, 'i'),
    order: [1, 3, 2],
  },
] as const

/** `03/04/26` is a day of this century: no court stamped pages in the last one. */
function isoDate(text: string): string | undefined {
  const [month = 0, day = 0, year = 0] = text.split('/').map(Number)
  const time = new Date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day))
  return time.getUTCMonth() === month - 1 && time.getUTCDate() === day ? time.toISOString().slice(0, 10) : undefined
}
