import type { Notice } from '@courtcrier/contract/notice.ts'
import { findCourt, numberingCourt } from '../courts/directory.ts'
import { matchDocketNumbers } from '../courts/docket-number.ts'
import type { CaseMatch } from '../matching/find-cases.ts'
import type { IgnoredDocket } from '../matching/find-ignored.ts'
import { ignoreReasons } from './ignore-reasons.ts'

interface Known {
  notice: Notice
  matched: readonly CaseMatch[]
  ignored: readonly IgnoredDocket[]
  /** The firm's statuses of cases whose notices it does not want. */
  statuses: readonly string[]
  /** The domain that the message came from. */
  domain: string | undefined
}

/**
 * The sentence when the firm ignores what a notice is about: each of its cases that the notice names, or where it has
 * none of them, every docket. Undefined otherwise, for a notice that is also about another case must not be lost.
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
  // A case can be known by the court's own id under a number that is written otherwise.
  const own =
    numbers.length === 1
      ? numbers
      : numbers.filter((number) => matchDocketNumbers(found.number, number, court) !== 'different')
  const byEntry = own.map((number) => whyDocketIgnored(number, known, found)).find((sentence) => sentence !== undefined)
  if (byEntry) return byEntry
  const isByStatus = known.statuses.includes(found.status)
  return isByStatus ? ignoreReasons.ignoredStatus(found.name, found.status.toLowerCase()) : undefined
}

/** Why notices of a docket are ignored by an entry of the firm; one that names a status asks for the firm's case. */
function whyDocketIgnored(number: string, { notice, ignored, domain }: Known, found?: CaseMatch): string | undefined {
  const court = findCourt(notice.courtId.value)?.citation ?? notice.courtId.value
  const entry = ignored.find(
    (each) =>
      each.number === number &&
      isFrom(domain, each.domain) &&
      (each.status === null || (found !== undefined && isSame(found.status, each.status))),
  )
  if (!entry) return undefined
  return entry.status
    ? ignoreReasons.ignoredWhile(number, court, entry.status.toLowerCase())
    : ignoreReasons.ignoredCase(number, court)
}

function isFrom(sender: string | undefined, domain: string | null): boolean {
  if (domain === null) return true
  const wanted = domain.toLowerCase()
  return sender === wanted || sender?.endsWith(`.${wanted}`) === true
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.trim().toLowerCase()
}
