import { addCourtDays } from '../../filings/court-days.ts'
import type { WorldCase } from '../cases.ts'
import { walledMatterNumber } from './roster.ts'

/** An entry that the demo's past always has, besides those drawn at random. */
export interface PlannedFiling {
  caseId: string
  kind: PlannedKind
  documentNumber: number
  /** ISO time at which the court entered it. */
  enteredAt: string
  /** ISO date of the hearing it sets. */
  hearingOn?: string
}

export type PlannedKind = 'complaint' | 'stateComplaint' | 'hearing' | 'conference' | 'defendants' | 'sealed'

interface Plan extends Pick<PlannedFiling, 'kind'> {
  of: WorldCase | undefined
  courtDaysAgo: number
  hearingInDays?: number
}

/** Plans hearings of this week, a sealed filing behind the wall, and the filings of cases that need a decision. */
export function planFilings(cases: readonly WorldCase[], asOf: Date): PlannedFiling[] {
  const open = cases.filter(({ closedOn, records }) => closedOn === undefined && records === undefined)
  const inCourt = (id: string, nth = 0) => open.filter(({ courtId }) => courtId === id)[nth]
  const number = (end: string) => cases.find(({ docketNumber }) => docketNumber.includes(end))
  const unrecorded = cases.filter(({ records }) => records?.length === 0)
  const plans: Plan[] = [
    { kind: 'hearing', of: inCourt('flmd'), courtDaysAgo: 9, hearingInDays: 1 },
    { kind: 'conference', of: inCourt('nysd'), courtDaysAgo: 7, hearingInDays: 1 },
    { kind: 'hearing', of: inCourt('ded'), courtDaysAgo: 6, hearingInDays: 2 },
    { kind: 'conference', of: inCourt('txsd', 2), courtDaysAgo: 4, hearingInDays: 3 },
    { kind: 'hearing', of: inCourt('cand'), courtDaysAgo: 2, hearingInDays: 4 },
    { kind: 'sealed', of: open.find(({ matterNumber }) => matterNumber === walledMatterNumber), courtDaysAgo: 2 },
    { kind: 'defendants', of: number('-cr-'), courtDaysAgo: 3 },
    { kind: 'defendants', of: number('-cr-'), courtDaysAgo: 2 },
    { kind: 'defendants', of: number('-cr-'), courtDaysAgo: 1 },
    ...unrecorded.map(
      (of): Plan => ({
        kind: of.courtId === 'nysd' ? 'complaint' : 'stateComplaint',
        of,
        courtDaysAgo: 1,
      }),
    ),
  ]
  return plans.flatMap((plan, at) => planned(plan, { at, asOf }))
}

function planned({ kind, of, courtDaysAgo, hearingInDays }: Plan, { at, asOf }: { at: number; asOf: Date }) {
  if (of === undefined) return []
  const entered = addCourtDays(asOf, -courtDaysAgo)
  // Office hours, and never the same minute twice.
  entered.setUTCHours(15 + (at % 6), (at * 17) % 60, (at * 23) % 60, 0)
  const isFirst = kind === 'complaint' || kind === 'stateComplaint'
  const filing: PlannedFiling = {
    caseId: of.id,
    kind,
    documentNumber: isFirst ? 1 : of.firstDocumentNumber + 40 + at,
    enteredAt: entered.toISOString(),
    ...(hearingInDays !== undefined && { hearingOn: addCourtDays(asOf, hearingInDays).toISOString().slice(0, 10) }),
  }
  return [filing]
}
