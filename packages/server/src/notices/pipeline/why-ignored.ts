import { nameKey } from '@courtcrier/contract/name-key.ts'
import type { Notice } from '@courtcrier/contract/notice.ts'
import { numberingCourt } from '../../courts/directory/directory.ts'
import { matchDocketNumbers } from '../../courts/directory/docket-number.ts'
import { findShortName } from '../../courts/directory/short-name.ts'
import type { CaseMatch } from '../matching/find-cases.ts'
import type { IgnoredDocket } from '../matching/find-ignored.ts'
import type { Ignored } from './caught-by.ts'
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
 * Returns the reason, and whose it is, if the firm ignores everything in a notice: each matched case, or every docket if no case matched.
 * Undefined otherwise, because a notice that is also about another case must not be lost.
 */
export function whyIgnored(known: Known): Ignored | undefined {
  const numbers = [...new Set(known.notice.cases.map(({ docketNumber }) => docketNumber.value))]
  const reasons =
    known.matched.length > 0
      ? known.matched.map((found) => whyCaseIgnored(found, { ...known, numbers }))
      : numbers.map((number) => whyDocketIgnored(number, known))
  const found = reasons.filter((reason) => reason !== undefined)
  if (found.length === 0 || found.length < reasons.length) return undefined
  return {
    sentence: [...new Set(found.map(({ sentence }) => sentence))].join(' '),
    by: found.flatMap(({ by }) => by),
  }
}

function whyCaseIgnored(found: CaseMatch, known: Known & { numbers: readonly string[] }): Ignored | undefined {
  const { numbers } = known
  const court = numberingCourt(known.notice.courtId.value)
  // A case can be identified by the court's own ID under a differently written number.
  const own =
    numbers.length === 1
      ? numbers
      : numbers.filter((number) => matchDocketNumbers(found.number, number, court) !== 'different')
  const byEntry = own.map((number) => whyDocketIgnored(number, known, found)).find((reason) => reason !== undefined)
  if (byEntry) return byEntry
  const listed = known.statuses.find((status) => isSameStatus(found.status, status))
  if (listed === undefined) return undefined
  const sentence = ignoreReasons.ignoredStatus(found.name, found.status.toLowerCase())
  return { sentence, by: [{ kind: 'ignored_statuses', rule: listed }] }
}

/** Returns which of the firm's entries ignores a docket. An entry with a status applies only to a matched case. */
function whyDocketIgnored(number: string, { notice, ignored, domains }: Known, found?: CaseMatch): Ignored | undefined {
  const court = findShortName(notice.courtId.value) ?? notice.courtId.value
  const entry = ignored.find(
    (each) =>
      each.number === number &&
      isFrom(domains, each.domain) &&
      (each.status === null || (found !== undefined && isSameStatus(found.status, each.status))),
  )
  if (!entry) return undefined
  const sentence = entry.status
    ? ignoreReasons.ignoredWhile(entry.written, court, entry.status.toLowerCase())
    : ignoreReasons.ignoredCase(entry.written, court)
  return { sentence, by: [{ kind: 'ignored_cases', rule: entry.id }] }
}

/** Whether one of a notice's domains is the wanted one or below it. */
export function isFrom(domains: readonly string[], domain: string | null): boolean {
  if (domain === null) return true
  const wanted = domain.toLowerCase()
  return domains.some((each) => each === wanted || each.endsWith(`.${wanted}`))
}

export function isSameStatus(a: string, b: string): boolean {
  return nameKey(a) === nameKey(b)
}
