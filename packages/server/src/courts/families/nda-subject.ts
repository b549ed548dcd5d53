import type { Found, Span } from '@courtcrier/contract/notice.ts'
import type { Message } from '../message/message.ts'
import { squeeze } from '../text/found.ts'
import { plainSubject } from '../text/plain-subject.ts'
import type { NdaLine } from './nda-layout.ts'

/** A subject line, the message's own or one quoted in a forward's header block. */
export interface NdaSubject {
  text: string
  from: Found<string>['from']
  span?: Span
}

const longestSubject = 2_000

/** The message's subject, then the subjects that forwarding programs inserted above the notice, innermost first. */
export function ndaSubjects(message: Message, head: readonly NdaLine[]): readonly NdaSubject[] {
  const own: NdaSubject = { text: squeeze(message.subject.slice(0, longestSubject)), from: 'subject' }
  const quoted = head
    .filter((line) => subjectLine.test(line.text))
    .slice(-mostQuoted)
    .map((line): NdaSubject => {
      const text = line.text.slice(0, longestSubject).replace(subjectLine, '')
      return { text: plainSubject(text), from: 'body', span: [line.start, line.end] }
    })
  return [own, ...quoted.reverse()]
}

const subjectLine = /^[>*\s]{0,8}subject:[*\s]{0,3}/i
const mostQuoted = 5

/** Whether the court says that it has sent this notice before. */
export function isResent(subjects: readonly NdaSubject[], docketText: string | undefined): boolean {
  if (subjects.some(({ text }) => /^(?:(?:fwd?|re):\s{0,3}){0,5}re-?send:/i.test(text))) return true
  // The Ninth Circuit's clerks add this to the text when they correct an entry and send it again.
  return /\bResent NDA\b/i.test((docketText ?? '').slice(-2_000))
}
