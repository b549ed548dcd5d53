import type { Found, Span } from '@courtcrier/contract/notice.ts'
import type { Message } from '../message/message.ts'
import { squeeze } from '../text/found.ts'
import { findQuotedSubjects, keepsQuoted } from '../text/quoted-subjects.ts'
import type { NdaLine } from './nda-layout.ts'

/** A subject line, the message's own or one quoted in a forward's header block. */
export interface NdaSubject {
  text: string
  from: Found<string>['from']
  span?: Span
}

const longestSubject = 2_000

/**
 * The subjects that forwarding programs inserted above the notice, innermost first, and the message's own: first if it
 * is one of them, last if someone gave the forward another.
 */
export function ndaSubjects(message: Message, head: readonly NdaLine[]): readonly NdaSubject[] {
  const own: NdaSubject = { text: squeeze(message.subject.slice(0, longestSubject)), from: 'subject' }
  const quoted = findQuotedSubjects(head)
  const inner = quoted.map(({ text, line }): NdaSubject => ({ text, from: 'body', span: [line.start, line.end] }))
  return keepsQuoted(own.text, quoted) ? [own, ...inner] : [...inner, own]
}

/** Whether the court says that it has sent this notice before. */
export function isResent(subjects: readonly NdaSubject[], docketText: string | undefined): boolean {
  if (subjects.some(({ text }) => /^(?:(?:fwd?|re):\s{0,3}){0,5}re-?send:/i.test(text))) return true
  // The Ninth Circuit's clerks add this to the text when they correct an entry and send it again.
  return /\bResent NDA\b/i.test((docketText ?? '').slice(-2_000))
}
