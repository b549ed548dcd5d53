import type { DocketParts, Notice } from '@courtcrier/contract/notice.ts'
import { numberingCourt } from '../../courts/directory/directory.ts'
import { matchDocketNumbers, type NumberingCourt, parseDocketNumber } from '../../courts/directory/docket-number.ts'

/** A magistrate judge's case and the criminal case it became, with what shows that these are one. */
export interface Renumbering {
  from: string
  to: string
  evidence: string
}

/**
 * Finds the case of the notice that became the criminal one: after an indictment or information, district courts go on
 * with a magistrate judge's case under a criminal number, and its papers are stamped with that one. Nothing in the two
 * numbers shows it, so the docket text has to name the other one, or both have to name a judge.
 */
export function findRenumbering(stamped: string, notice: Notice): Renumbering | undefined {
  const court = numberingCourt(notice.courtId.value)
  const criminal = parseDocketNumber(stamped, court)
  if (criminal?.type !== 'cr') return undefined
  for (const { docketNumber, docketText = notice.docketText } of notice.cases) {
    const named = parseDocketNumber(docketNumber.value, court)
    if (named?.type !== 'mj' || !mayFollow(criminal, named)) continue
    const quoted = quotedNumber(docketText?.value, stamped, court)
    const judge = criminal.judges?.find((initials) => named.judges?.includes(initials))
    if (!quoted && !judge) continue
    const evidence = quoted ? `the docket text names ${quoted}` : `both name judge ${judge}`
    return { from: docketNumber.value, to: stamped, evidence }
  }
  return undefined
}

/** Whether one is a magistrate judge's number and the other a criminal one that may follow it. */
export function isRenumbering(a: string, b: string, court: NumberingCourt): boolean {
  const [one, other] = [parseDocketNumber(a, court), parseDocketNumber(b, court)]
  if (one?.type === 'cr' && other?.type === 'mj') return mayFollow(one, other)
  return one?.type === 'mj' && other?.type === 'cr' && mayFollow(other, one)
}

/** Returns the number as a docket text writes it; undefined if it doesn't name it. */
export function quotedNumber(text: string | undefined, number: string, court: NumberingCourt): string | undefined {
  const numbers = text?.match(/\b\d{1,2}:\d{2}-(?:cr|mj)-\d{1,5}\b/gi)
  return numbers?.find((quoted) => matchDocketNumbers(quoted, number, court) === 'same')
}

/** A criminal case is never older, and has the division and the defendant that the other one has. */
function mayFollow(criminal: DocketParts, named: DocketParts): boolean {
  if (criminal.year === undefined || named.year === undefined || criminal.year < named.year) return false
  const isAlike = (a?: string, b?: string) => a === undefined || b === undefined || a === b
  return isAlike(criminal.office, named.office) && isAlike(criminal.defendant, named.defendant)
}
