import type { Notice, NoticeCase } from '@courtcrier/contract/notice.ts'
import type { Court } from '../../courts/directory/court.ts'
import { findCourt, numberingCourt } from '../../courts/directory/directory.ts'
import { isDocketNumber, matchDocketNumbers, normalizeDocketNumber } from '../../courts/directory/docket-number.ts'
import { sharesParty } from './parties.ts'
import { isRenumbering } from './renumbered-case.ts'

/** The contradictions between a notice and a possible case. */
export type Contradiction = 'number' | 'name' | 'court'

/** How certain it is that a notice is about a case. */
export type Sureness = 'certain' | 'likely' | 'possible'

/** A case of the firm with a notice's number or court case ID, and what is known about its court. */
export interface KnownCase {
  name: string
  caseNumber: string
  uniqueKey: string | null
  /** Whether its jurisdiction covers the notice's court, or all such courts in the state. */
  isOfCourt: boolean
  /** Whether its jurisdiction does not name the notice's court itself. */
  isOfWider: boolean
  /** Whether the jurisdiction also covers other courts. */
  hasOtherCourts: boolean
  /** The courts of the case's past filings. */
  pastCourts: readonly string[]
  /** What users confirmed about the case: court, number and name, as `confirmationOf` writes them. */
  confirmed: readonly (readonly string[])[]
}

export interface Judgment {
  contradictions: readonly Contradiction[]
  sureness: Sureness
}

/** Judges a case that a docket of the notice seems to name. Finds no contradictions once a user has confirmed it. */
export function judgeMatch(known: KnownCase, entry: NoticeCase, notice: Pick<Notice, 'courtId'>): Judgment {
  const court = numberingCourt(notice.courtId.value)
  const byNumber = matchDocketNumbers(known.caseNumber, entry.docketNumber.value, court)
  const byName = sharesParty(known.name, entry.name?.value)
  const isById = known.isOfCourt && known.uniqueKey !== null && known.uniqueKey === entry.courtCaseId?.value
  const { courtId, docketNumber, caseName } = confirmationOf(notice.courtId.value, entry)
  if (known.confirmed.some(([c, number, name]) => c === courtId && number === docketNumber && name === caseName)) {
    return { contradictions: [], sureness: 'certain' }
  }
  // The court's own ID and a party show that it goes on under a criminal number.
  const isRenumbered = isById && byName === true && isRenumbering(known.caseNumber, entry.docketNumber.value, court)
  const isNumberOpen =
    (byNumber === 'different' && !isRenumbered) ||
    !isDocketNumber(entry.docketNumber.value, court) ||
    // Federal courts routinely leave out parts of a number; elsewhere a party must match as well.
    (byNumber === 'compatible' && court.system !== 'federal' && byName === undefined)
  const contradictions: Contradiction[] = [
    ...(isNumberOpen ? (['number'] as const) : []),
    ...(byName === false ? (['name'] as const) : []),
    ...(isOtherCourt({ ...known, isOfParty: byName === true }, notice.courtId.value) && !isById
      ? (['court'] as const)
      : []),
  ]
  const isCertain = isById || (byNumber === 'same' && byName === true)
  return { contradictions, sureness: isCertain ? 'certain' : byNumber === 'same' ? 'likely' : 'possible' }
}

/** What a user confirms by choosing a case: this number with this name in this court means that case. */
export function confirmationOf(courtId: string, { docketNumber, name }: Pick<NoticeCase, 'docketNumber' | 'name'>) {
  return {
    courtId,
    docketNumber: normalizeDocketNumber(docketNumber.value, numberingCourt(courtId)),
    caseName: (name?.value ?? '').toLowerCase().replace(/\s+/g, ' ').trim().slice(0, 1000),
  }
}

/** Whether the case is in a court of another level or place, judging by its jurisdiction, number and past filings. */
function isOtherCourt(known: KnownCase & { isOfParty: boolean }, courtId: string): boolean {
  const { isOfCourt, isOfWider, isOfParty, hasOtherCourts, pastCourts, caseNumber } = known
  if (!isOfCourt) return true
  // Counties use the same numbers, so a case recorded only by state is identified only by a party or its past filings.
  if (isOfWider) return pastCourts.length > 0 ? !pastCourts.includes(courtId) : !isOfParty
  if (!hasOtherCourts) return false
  const court = findCourt(courtId)
  if (pastCourts.length > 0 && !pastCourts.includes(courtId)) return true
  return court?.system === 'federal' && !pastCourts.includes(courtId) && isOfOtherLevel(caseNumber, court)
}

/** District and bankruptcy courts include the kind of case in its number; courts of appeals never do. */
function isOfOtherLevel(caseNumber: string, court: Court): boolean {
  const kind = /^(?:\d{1,2}:)?\d{2,4}-([a-z]{2,6})-\d+/i.exec(caseNumber.trim())?.[1]?.toLowerCase()
  if (kind === undefined) return false
  const level = bankruptcyKinds.has(kind) ? 'BANKRUPTCY' : 'DISTRICT'
  return court.type !== 'NONE' && court.type !== level
}

const bankruptcyKinds = new Set(['bk', 'ap', 'br', 'mp'])
