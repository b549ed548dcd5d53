import type { NoticeKind } from '@courtcrier/contract/notice.ts'
import { withoutEnd } from '@courtcrier/lib/without-end.ts'
import type { SubjectParts } from '../../families/efiling-notice.ts'
import { type SubjectLine, subjectPart } from '../../families/efiling-subject.ts'

/** The titles of the service's messages, which also begin their subjects. */
const titles: readonly (readonly [title: string, kind: NoticeKind])[] = [
  ['filing accepted', 'confirmation'],
  ['filing submitted', 'confirmation'],
  ['filing received', 'confirmation'],
  ['filing returned', 'rejection'],
  ['filing rejected', 'rejection'],
  ['notification of service', 'service'],
  ['administrative copy of service', 'service'],
  ['administrative copy', 'service'],
  ['courtesy copy of service', 'service'],
  ['courtesy copy', 'service'],
  ['notice of electronic filing', 'filing'],
  ['odyssey e-notices', 'service'],
]

/** The kind of notice a title or subject announces; undefined if it isn't one of the service's. */
export function kindOfTitle(text: string): NoticeKind | undefined {
  const lower = text.toLowerCase()
  return titles.find(([title]) => lower.startsWith(title))?.[1]
}

/** Whether a subject has the service's form: a title followed by a case. */
export function isTylerSubject(text: string): boolean {
  return kindOfTitle(text) !== undefined && caseOpening.test(text)
}

const caseOpening = /^(?:odyssey e-notices\s?-|[a-z -]{8,60}? (?:for|in|-) case:?) ?/i

/**
 * Reads `Filing Accepted for Case: 2026-CI-01234; Doe v. Roe; Envelope Number: 98765432`. Service messages have `…, Doe
 * v. Roe for filing Answer, Envelope Number: 98765432`.
 */
export function readTylerSubject(subject: SubjectLine | undefined): SubjectParts {
  const opening = subject && caseOpening.exec(subject.text)
  if (!subject || !opening) return {}
  const { text: rest, cut: reference } = cutAt(
    subject.text.slice(opening[0].length),
    /[;,]?\s?\bEnvelope(?: Number| #)?:?\s/i,
  )
  const { text: caseWords, cut: event } = cutAt(rest, /\sfor filing\s/i)
  const end = caseWords.search(/[;,]/)
  const number = end < 0 ? caseWords : caseWords.slice(0, end)
  const parts = {
    number: subjectPart(subject, /\d/.test(number) ? number : undefined),
    name: subjectPart(subject, end < 0 ? undefined : withoutEnd(caseWords.slice(end + 1), /[;,\s]/)),
    reference: subjectPart(subject, /^\d{1,15}/.exec(reference ?? '')?.[0]),
    event: subjectPart(subject, event),
  }
  return Object.fromEntries(Object.entries(parts).filter(([, found]) => found !== undefined))
}

function cutAt(text: string, pattern: RegExp): { text: string; cut?: string } {
  const match = pattern.exec(text)
  return match ? { text: text.slice(0, match.index), cut: text.slice(match.index + match[0].length) } : { text }
}
