import type { Found, NoticeCase } from '@courtcrier/contract/notice.ts'
import type { Message } from '../../message/message.ts'
import { squeeze } from '../../text/found.ts'
import { findQuotedSubjects, keepsQuoted } from '../../text/quoted-subjects.ts'
import { lettersOf } from './case-name.ts'
import type { Line } from './layout.ts'
import { eventOfSubject, withoutQuotes } from './subject.ts'

/**
 * What happened, which only the subject says: "Activity in Case <number> <case name> <event>", or a court's own form.
 * If a forward has another subject than its header block, that one is used, because its own is someone's note.
 */
export function readEvent(
  message: Message,
  head: readonly Line[],
  cases: readonly NoticeCase[],
): Found<string> | undefined {
  const quoted = findQuotedSubjects(head)
  const isCourts = quoted.length === 0 || keepsQuoted(message.subject, quoted) || opening.test(message.subject)
  const own = isCourts ? eventIn(message.subject, cases) : undefined
  if (own !== undefined) return toFound(own, { from: 'subject' })
  for (const { text, line } of quoted) {
    const event = eventIn(text, cases)
    if (event !== undefined) return toFound(event, { from: 'body', span: [line.start, line.end] })
  }
  return undefined
}

function toFound(value: string, evidence: Pick<Found<string>, 'from' | 'span'>): Found<string> | undefined {
  return value === '' ? undefined : { value, ...evidence }
}

/** Some courts add their name: "Activity in OKND case 4:24-cv-1". */
const opening = /\bactivity (?:in|on) (?:(?:a|the|[a-z]{2,6}) )?case\b:? ?/i
const longestSubject = 2_000

/** Undefined if the text isn't a notice's subject, empty if it names no event. */
function eventIn(subject: string, cases: readonly NoticeCase[]): string | undefined {
  const text = squeeze(subject.slice(0, longestSubject))
  const found = opening.exec(text)
  return found ? eventOfActivity(text.slice(found.index + found[0].length), cases) : eventOfSubject(text, cases)
}

/** The subject names the first cases of a spread entry, if any. */
const mostNames = 100

/** The event follows the case's name. Without a known name, nothing is guessed. */
function eventOfActivity(text: string, cases: readonly NoticeCase[]): string {
  for (const { name } of cases.slice(0, mostNames)) {
    if (!name) continue
    const end = endOfName(text, name.value.slice(0, longestSubject))
    if (end !== undefined)
      return withoutQuotes(
        text
          .slice(end)
          .replace(/^[\s,;:-]{1,20}/, '')
          .trim(),
      )
  }
  return ''
}

/** Punctuation and spacing of names differ between subject and body, so only letters and digits are compared. */
function endOfName(text: string, name: string): number | undefined {
  const exact = text.toLowerCase().indexOf(name.toLowerCase())
  if (exact >= 0) return exact + name.length
  const letters = lettersOf(name)
  const haystack = lettersOf(text)
  const at = letters.text.length >= 4 ? haystack.text.indexOf(letters.text) : -1
  const last = at < 0 ? undefined : haystack.places[at + letters.text.length - 1]
  return last === undefined ? undefined : last + 1
}
