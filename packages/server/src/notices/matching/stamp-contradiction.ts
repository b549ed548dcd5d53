import type { Notice } from '@courtcrier/contract/notice.ts'
import { findCourt, numberingCourt } from '../../courts/directory/directory.ts'
import {
  isDocketNumber,
  matchDocketNumbers,
  matchDocketParts,
  parseDocketNumber,
} from '../../courts/directory/docket-number.ts'
import type { CourtStamp } from '../../courts/stamps/find-stamps.ts'
import { stampsOfCourt } from '../../courts/stamps/stamps-of-court.ts'
import { findRenumbering } from './renumbered-case.ts'

/** A document of a filing and the stamps on it. */
export interface StampedDocument {
  /** 0 for the main document. */
  position: number
  stamps: readonly CourtStamp[]
}

/**
 * What a document's stamp says otherwise than the notice, as a sentence with both; undefined if they agree or can't be
 * compared. One stamp that agrees is enough, because a document that was filed before has the older one too.
 */
export function findStampContradiction(notice: Notice, documents: readonly StampedDocument[]): string | undefined {
  for (const { position, stamps } of documents) {
    const doubts = stampsOfNotice(stamps, notice).map((stamp) => contradictionOf(stamp, notice, position))
    if (doubts.length > 0 && doubts.every((doubt) => doubt !== undefined)) return doubts.at(-1)
  }
  return undefined
}

/**
 * Why a document may have another number than the notice, as a sentence with the evidence: a magistrate judge's case that
 * became a criminal one. Undefined if none was renumbered.
 */
export function whyRenumbered(notice: Notice, documents: readonly StampedDocument[]): string | undefined {
  for (const { position, stamps } of documents)
    for (const stamp of stampsOfNotice(stamps, notice)) {
      const found = renumberingOf(stamp, notice)
      if (!found) continue
      const entry = `entry ${entriesOf(notice).join(', ')} of ${notice.filedDate?.value}`
      const { from, to, evidence } = found
      return `${which(position)} is stamped ${to}, the criminal number of ${from}: same court, ${entry}, and ${evidence}.`
    }
  return undefined
}

/**
 * The stamps that the notice's court may have printed on its filing. Of those behind a page with text only the ones that
 * agree with the notice: any other may be on an exhibit.
 */
export function stampsOfNotice(stamps: readonly CourtStamp[], notice: Notice | undefined): readonly CourtStamp[] {
  const own = stampsOfCourt(stamps, notice && findCourt(notice.courtId.value))
  return own.filter((stamp) => !stamp.isBehindText || (notice !== undefined && isOfFiling(stamp, notice)))
}

/** It names the case, and the entry or the page that the file counts too: an exhibit counts its own pages. */
function isOfFiling(stamp: CourtStamp, notice: Notice): boolean {
  const { docketNumber, page, foundOn } = stamp
  if (docketNumber === undefined || isOtherCase(docketNumber, notice) !== false) return false
  const isOtherEntry = isOtherDocument(stamp, notice)
  return !isOtherDay(stamp, notice) && (isOtherEntry === false || (isOtherEntry === undefined && page === foundOn))
}

function contradictionOf(stamp: CourtStamp, notice: Notice, position: number): string | undefined {
  const { docketNumber, documentNumber } = stamp
  const numbers = notice.cases.map((entry) => entry.docketNumber.value)
  const differs = docketNumber !== undefined && numbers.length > 0 && isOtherCase(docketNumber, notice)
  // A trial court's stamp on a record on appeal, or the panel's on its order: it counts other entries.
  if (differs === undefined) return undefined
  const isOtherEntry = isOtherDocument(stamp, notice)
  // An exhibit keeps the stamp of the case it was first filed in; it is this filing's own if the entry is.
  if (position > 0 && (isOtherEntry ?? true)) return undefined
  if (differs && !isMovedCase(stamp, notice) && !renumberingOf(stamp, notice))
    return `${which(position)} is stamped ${docketNumber}, but the notice names ${numbers.join(', ')}.`
  if (isOtherEntry)
    return `${which(position)} is stamped as number ${documentNumber}, but the notice names ${entriesOf(notice).join(', ')}.`
  if (isOtherDay(stamp, notice))
    return `${which(position)} is stamped as filed on ${stamp.filedDate}, but the notice names ${notice.filedDate?.value}.`
  return undefined
}

function which(position: number): string {
  return position === 0 ? 'The document' : `Attachment ${position}`
}

/**
 * Different notations of a number are the same case. Undefined if one isn't understood, or if they are of different kinds:
 * the panel names a litigation or one of its cases.
 */
function isOtherCase(stamped: string, { courtId, cases }: Notice): boolean | undefined {
  const court = numberingCourt(courtId.value)
  const partsOf = (number: string) => (isDocketNumber(number, court) ? parseDocketNumber(number, court) : undefined)
  const numbers = cases.map((entry) => entry.docketNumber.value)
  const isClear = (number: string) => partsOf(number)?.serial !== undefined
  if (![stamped, ...numbers].every(isClear)) return undefined
  const isPanel = (number: string) => partsOf(number)?.type === 'mdl'
  const alike = numbers.filter((number) => isPanel(number) === isPanel(stamped))
  if (alike.length === 0) return undefined
  return alike.every((number) => matchDocketNumbers(stamped, number, court) === 'different')
}

/**
 * Whether the case seems to have gone to another division of its district, which changes the first digit of its number
 * only. Divisions number their cases independently, so the entry and the day have to agree as well, and the judge if both
 * name one.
 */
function isMovedCase(stamp: CourtStamp, notice: Notice): boolean {
  const { docketNumber = '' } = stamp
  if (!isSameFiling(stamp, notice)) return false
  const court = numberingCourt(notice.courtId.value)
  const stamped = parseDocketNumber(docketNumber, court)
  return notice.cases.some((entry) => {
    const named = parseDocketNumber(entry.docketNumber.value, court)
    if (
      !stamped?.office ||
      !named?.office ||
      matchDocketParts(stamped, { ...named, office: stamped.office }) !== 'same'
    )
      return false
    return !stamped.judges || !named.judges || stamped.judges.some((judge) => named.judges?.includes(judge))
  })
}

function renumberingOf(stamp: CourtStamp, notice: Notice) {
  const { docketNumber = '' } = stamp
  return isSameFiling(stamp, notice) ? findRenumbering(docketNumber, notice) : undefined
}

/** Whether a district court's stamp names the notice's entry and its day. */
function isSameFiling(stamp: CourtStamp, notice: Notice): boolean {
  if (stamp.court !== 'district' || !stamp.filedDate || !notice.filedDate) return false
  return isOtherDocument(stamp, notice) === false && !isOtherDay(stamp, notice)
}

/** Numbers of entries; courts of appeals stamp IDs of ten digits instead. */
const entryNumber = /^\d{1,5}$/

/** Undefined if either doesn't number the entry. */
function isOtherDocument({ documentNumber }: CourtStamp, notice: Notice): boolean | undefined {
  const [stamped = ''] = documentNumber?.split(/[.-]/) ?? []
  const named = entriesOf(notice)
  if (!entryNumber.test(stamped) || named.length === 0) return undefined
  return !named.some((number) => Number(number) === Number(stamped))
}

function entriesOf(notice: Notice): readonly string[] {
  const all = [notice.documentNumber?.value, ...notice.cases.map((entry) => entry.documentNumber?.value)]
  const entries = all.map((number) => number?.split(/[.-]/)[0] ?? '')
  return [...new Set(entries.filter((number) => entryNumber.test(number)))]
}

/**
 * How many days apart the dates of one filing may be, by the kind of court or the form of its stamp. In federal trial
 * courts a day, because midnight is at another time for the court than for the person filing. NYSCEF stamps when it
 * received a document, which its notices name too, and when it was filed, which is later if the clerk looks at it first.
 * Other courts date their marks by when the clerk received or accepted a document, weeks from what the notice names.
 */
const mostDaysApart: Readonly<Record<string, number>> = { district: 1, bankruptcy: 1, nyscef: 7 }

/** Every date of the stamp has to be apart from every one of the notice. */
function isOtherDay(
  { court, form, filedDate, receivedDate }: CourtStamp,
  { filedDate: named, enteredAt }: Notice,
): boolean {
  const most = mostDaysApart[court] ?? mostDaysApart[form]
  if (!filedDate || !named || most === undefined) return false
  const stamped = [filedDate, receivedDate].filter((day) => day !== undefined)
  const days = [named.value, enteredAt?.value.local.slice(0, 10)].filter((day) => day !== undefined)
  return days.every((day) =>
    stamped.every((other) => Math.abs(Date.parse(day) - Date.parse(other)) > most * 86_400_000),
  )
}
