import type { Notice, NoticeCase } from '@courtcrier/contract/notice.ts'
import type { Court } from '../courts/court.ts'
import { findCourt, numberingCourt } from '../courts/directory.ts'
import { isDocketNumber, matchDocketNumbers, normaliseDocketNumber } from '../courts/docket-number.ts'
import { sharesParty } from './parties.ts'

/** What a notice and a case that may be meant disagree on. */
export type Contradiction = 'number' | 'name' | 'court'

/** How sure it is that a notice is about a case. */
export type Sureness = 'certain' | 'likely' | 'possible'

/** A case of the firm that has the number or the court's case id of a notice, and what is known of its court. */
export interface KnownCase {
  name: string
  caseNumber: string
  uniqueKey: string | null
  /** Whether its jurisdiction stands for the notice's court, or for all such courts of the state. */
  isOfCourt: boolean
  /** Whether its jurisdiction does not name the notice's court itself. */
  isOfWider: boolean
  /** Whether the jurisdiction stands for other courts as well. */
  hasOtherCourts: boolean
  /** The courts of the filings that it has. */
  pastCourts: readonly string[]
  /** What people confirmed of it: court, number and name, as `confirmationOf` writes them. */
  confirmed: readonly (readonly string[])[]
}

export interface Judgement {
  contradictions: readonly Contradiction[]
  sureness: Sureness
}

/** What speaks against a case that a docket of the notice seems to name; nothing once a person said that it is meant. */
export function judgeMatch(known: KnownCase, entry: NoticeCase, notice: Pick<Notice, 'courtId'>): Judgement {
  const court = numberingCourt(notice.courtId.value)
  const byNumber = matchDocketNumbers(known.caseNumber, entry.docketNumber.value, court)
  const byName = sharesParty(known.name, entry.name?.value)
  const isById = known.isOfCourt && known.uniqueKey !== null && known.uniqueKey === entry.courtCaseId?.value
  const { courtId, docketNumber, caseName } = confirmationOf(notice.courtId.value, entry)
  if (known.confirmed.some(([c, number, name]) => c === courtId && number === docketNumber && name === caseName)) {
    return { contradictions: [], sureness: 'certain' }
  }
  const isNumberOpen =
    byNumber === 'different' ||
    !isDocketNumber(entry.docketNumber.value, court) ||
    // Federal courts leave parts of a number out as a matter of course; elsewhere a party has to agree as well.
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

/** What a person confirms with the choice of a case: that this number under this name in this court means it. */
export function confirmationOf(courtId: string, { docketNumber, name }: Pick<NoticeCase, 'docketNumber' | 'name'>) {
  return {
    courtId,
    docketNumber: normaliseDocketNumber(docketNumber.value, numberingCourt(courtId)),
    caseName: (name?.value ?? '').toLowerCase().replace(/\s+/g, ' ').trim().slice(0, 1000),
  }
}

/** Whether the case is before a court of another level or place, as far as its jurisdiction, number and past say. */
function isOtherCourt(known: KnownCase & { isOfParty: boolean }, courtId: string): boolean {
  const { isOfCourt, isOfWider, isOfParty, hasOtherCourts, pastCourts, caseNumber } = known
  if (!isOfCourt) return true
  // Counties number alike, so of a case that is kept by its state alone only a party or its past tells which it is.
  if (isOfWider) return pastCourts.length > 0 ? !pastCourts.includes(courtId) : !isOfParty
  if (!hasOtherCourts) return false
  const court = findCourt(courtId)
  if (pastCourts.length > 0 && !pastCourts.includes(courtId)) return true
  return court?.system === 'federal' && !pastCourts.includes(courtId) && isOfOtherLevel(caseNumber, court)
}

/** District courts and bankruptcy courts write the kind of a case inside its number, courts of appeals never. */
function isOfOtherLevel(caseNumber: string, court: Court): boolean {
  const kind = /^(?:\d{1,2}:)?\d{2,4}-([a-z]{2,6})-\d+/i.exec(caseNumber.trim())?.[1]?.toLowerCase()
  if (kind === undefined) return false
  const level = bankruptcyKinds.has(kind) ? 'BANKRUPTCY' : 'DISTRICT'
  return court.type !== 'NONE' && court.type !== level
}

const bankruptcyKinds = new Set(['bk', 'ap', 'br', 'mp'])
