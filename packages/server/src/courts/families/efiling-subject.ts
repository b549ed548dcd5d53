import type { Found } from '@courtcrier/contract/notice.ts'
import type { Message } from '../message/message.ts'
import type { Body } from '../text/body.ts'
import { squeeze, trimSpan } from '../text/found.ts'

/** A subject line without a leading `Fwd:` or `[External]`, and where it was found. */
export interface SubjectLine {
  text: string
  evidence: Pick<Found<string>, 'from' | 'span'>
}

/**
 * The subject under which a service sent its message: the message's own, or, if a forward has another subject, the one
 * in the forward's header block. Undefined if neither is the service's.
 */
export function findSubject(
  message: Message,
  body: Body,
  isOfService: (text: string) => boolean,
): SubjectLine | undefined {
  const own = bareSubject(message.subject)
  if (isOfService(own)) return { text: own, evidence: { from: 'subject' } }
  for (const line of body.lines.slice(0, headerLines)) {
    const raw = body.text.slice(line.start, Math.min(line.end, line.start + longestSubject))
    const label = /^[\s>*]{0,10}Subject:\**\s?/i.exec(raw)
    if (!label) continue
    const text = bareSubject(raw.slice(label[0].length))
    if (!isOfService(text)) continue
    return { text, evidence: { from: 'body', span: trimSpan(body.text, line.start, line.end) } }
  }
  return undefined
}

/** A part of a subject line, with the subject's evidence; undefined if empty. */
export function subjectPart(subject: SubjectLine, text: string | undefined): Found<string> | undefined {
  const value = squeeze(text ?? '')
  return value === '' ? undefined : { value, ...subject.evidence }
}

const longestSubject = 1_000
const headerLines = 60

function bareSubject(subject: string): string {
  const text = squeeze(subject.slice(0, longestSubject))
  return text.replace(/^(?:(?:fwd?|re|wg|tr|aw)\s?:\s?|\[(?:ext|external|efile)[^\]]{0,20}\]\s?){1,6}/i, '')
}
