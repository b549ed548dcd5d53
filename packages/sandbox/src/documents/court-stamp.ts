import { type CourtTime, courtTime, noticeDate, noticeTime, stampDate } from '../filings/times.ts'
import type { Court } from '../world/make-court.ts'

/** What a court stamps on a page of a document. */
export interface Stamped {
  court: Court
  docketNumber: string
  /** `118`, or `118-1` for an attachment. */
  documentNumber: string
  /** When it was entered, in ISO 8601. */
  enteredAt: string
  page: number
  pages: number
}

/** Returns the stamp as its court prints it, in one line. */
export function courtStamp(stamped: Stamped): string {
  const { court, enteredAt } = stamped
  const print = stateStamps[court.id] ?? federal
  return print({ ...stamped, at: courtTime(new Date(enteredAt), court.timeZone) })
}

type Printed = Stamped & { at: CourtTime }

/** `Case 3:26-cv-04417-RS   Document 118-1   Filed 11/21/26   Page 1 of 4`. */
function federal({ docketNumber, documentNumber, at, page, pages }: Printed): string {
  return `Case ${docketNumber}   Document ${documentNumber}   Filed ${stampDate(at)}   Page ${page} of ${pages}`
}

/** By the court's ID, since courts that use one e-filing system have stamps of their own. */
const stateStamps: Readonly<Record<string, (stamped: Printed) => string>> = {
  illcirctcook: ({ at, docketNumber }) => `FILED ${clock(at)} CIRCUIT CLERK COOK COUNTY, IL ${docketNumber}`,
  texdistcttravis: ({ at, docketNumber }) => `${clock(at)} Ruth Alderete District Clerk Travis County ${docketNumber}`,
  flacirct15pal: ({ at, enteredAt }) =>
    `Filing # ${200_000_000 + (Date.parse(enteredAt) % 50_000_000)} E-Filed ${longDate(at)} ${longClock(at)}`,
  nysupctnewyork: ({ at, docketNumber, documentNumber, page, pages }) =>
    `FILED: NEW YORK COUNTY CLERK ${longDate(at)} ${clockOf(at)} INDEX NO. ${docketNumber} NYSCEF DOC. NO. ${documentNumber.replace(/-.*/, '')} RECEIVED NYSCEF: ${longDate(at)} ${page} of ${pages}`,
  calsuppctla: ({ at }) => `Electronically FILED by Superior Court of California, County of Los Angeles ${clock(at)}`,
}

/** The courts whose own stamps are printed. */
export const stampedStateCourts: readonly string[] = Object.keys(stateStamps)

/** `11/3/2026 4:06 PM`. */
function clock(at: CourtTime): string {
  return `${noticeDate(at)} ${clockOf(at)}`
}

/** `4:06 PM`. */
function clockOf(at: CourtTime): string {
  return noticeTime(at).replace(/ [A-Z]+$/, '')
}

/** `04:06:18 PM`. */
function longClock(at: CourtTime): string {
  return clockOf(at).replace(
    /^(\d{1,2}:\d\d)/,
    (time) => `${time.padStart(5, '0')}:${String(at.second).padStart(2, '0')}`,
  )
}

/** `11/03/2026`. */
function longDate({ month, day, year }: CourtTime): string {
  return [String(month).padStart(2, '0'), String(day).padStart(2, '0'), year].join('/')
}
