import type { Notice } from '@courtcrier/contract/notice.ts'
import { numberingCourt } from '../../courts/directory/directory.ts'
import { matchDocketNumbers } from '../../courts/directory/docket-number.ts'
import { findShortName } from '../../courts/directory/short-name.ts'
import type { CaseMatch } from '../matching/find-cases.ts'
import type { IgnoredDocket } from '../matching/find-ignored.ts'
import { ignoreReasons } from './ignore-reasons.ts'

interface Known {
  notice: Notice
  matched: readonly CaseMatch[]
  ignored: readonly IgnoredDocket[]
  /** Case statuses whose notices the firm ignores. */
  statuses: readonly string[]
  /** The domains of its sender and, if it was forwarded, of its proven writer. */
  domains: readonly string[]
}

/**
 * Returns a sentence if the firm ignores everything in a notice: each matched case, or every docket if no case matched.
 * Undefined otherwise, because a notice that is also about another case must not be lost.
 */
export function whyIgnored(known: Known): string | undefined {
  const numbers = [...new Set(known.notice.cases.map(({ docketNumber }) => docketNumber.value))]
  const sentences =
    known.matched.length > 0
      ? known.matched.map((found) => whyCaseIgnored(found, { ...known, numbers }))
      : numbers.map((number) => whyDocketIgnored(number, known))
  if (sentences.length === 0 || sentences.includes(undefined)) return undefined
  return [...new Set(sentences)].join(' ')
}

function whyCaseIgnored(found: CaseMatch, known: Known & { numbers: readonly string[] }): string | undefined {
  const { numbers } = known
  const court = numberingCourt(known.notice.courtId.value)
  // A case can be identified by the court's own ID under a differently written number.
  const own =
    numbers.length === 1
      ? numbers
      : numbers.filter((number) => matchDocketNumbers(found.number, number, court) !== 'different')
  const byEntry = own.map((number) => whyDocketIgnored(number, known, found)).find((sentence) => sentence !== undefined)
  if (byEntry) return byEntry
  const isByStatus = known.statuses.some((status) => isSameStatus(found.status, status))
  return isByStatus ? ignoreReasons.ignoredStatus(found.name, found.status.toLowerCase()) : undefined
}

/** Returns which of the firm's entries ignores a docket. An entry with a status applies only to a matched case. */
function whyDocketIgnored(number: string, { notice, ignored, domains }: Known, found?: CaseMatch): string | undefined {
  const court = findShortName(notice.courtId.value) ?? notice.courtId.value
  const entry = ignored.find(
    (each) =>
      each.number === number &&
      isFrom(domains, each.domain) &&
      (each.status === null || (found !== undefined && isSameStatus(found.status, each.status))),
  )
  if (!entry) return undefined
  return entry.status
    ? ignoreReasons.ignoredWhile(number, court, entry.status.toLowerCase())
    : ignoreReasons.ignoredCase(number, court)
}

/** Whether one of a notice's domains is the wanted one or below it. */
export function isFrom(domains: readonly string[], domain: string | null): boolean {
  if (domain === null) return true
  const wanted = domain.toLowerCase()
  return domains.some((each) => each === wanted || each.endsWith(`.${wanted}`))
}

export function isSameStatus(a: string, b: string): boolean {
  return a.toLowerCase() === b.trim().toLowerCase()
}
