import type { Found } from '@courtcrier/contract/notice.ts'
import type { Body } from './body.ts'
import { squeeze } from './found.ts'
import { subjectLine } from './header-block.ts'
import { plainSubject } from './plain-subject.ts'

/** A subject that a header block quotes, without what mail programs add to it, and the line with its words. */
interface QuotedSubject<Line> {
  text: string
  line: Line
}

/** Returns the subjects quoted in these lines, innermost first. In a table of headers, the words are on the next line. */
export function findQuotedSubjects<Line extends { text: string }>(lines: readonly Line[]): QuotedSubject<Line>[] {
  const found: QuotedSubject<Line>[] = []
  for (let place = lines.length - 1; place >= 0 && found.length < mostQuoted; place--) {
    const line = lines[place]
    const label = line && subjectLine.exec(line.text)
    if (!line || !label) continue
    const own = line.text.slice(label[0].length)
    const next = lines[place + 1]
    if (own.trim() !== '') found.push({ text: toSubject(own), line })
    else if (next && !endsAsLabel.test(next.text)) found.push({ text: toSubject(next.text), line: next })
  }
  return found
}

/**
 * The court's subject of a notice whose subject alone says what it is: the message's own, or in a forward with another one
 * that of the header block above `end`.
 */
export function findCourtsSubject(subject: string, { lines, text }: Body, end: number): Found<string> | undefined {
  const above = lines.slice(0, mostAbove).flatMap(({ start, end: last }) => {
    const words = squeeze(text.slice(start, Math.min(last, start + longestSubject)))
    return last <= end ? { text: words, start, end: last } : []
  })
  const quoted = findQuotedSubjects(above)
  const [inner] = quoted
  const isOwn = !inner || inner.text === '' || keepsQuoted(subject, quoted)
  const value = isOwn ? subject.replace(/^(?:(?:fwd?|re|re-send): ?){0,5}/i, '').trim() : inner.text
  if (value === '') return undefined
  return isOwn ? { value, from: 'subject' } : { value, from: 'body', span: [inner.line.start, inner.line.end] }
}

const mostAbove = 200
const mostQuoted = 5
const longestSubject = 2_000
const endsAsLabel = /:[*\s]{0,3}$/

function toSubject(text: string): string {
  return plainSubject(text.slice(0, longestSubject))
}

/** Whether a forward still has the subject that it quotes. If not, the forwarding person chose its words. */
export function keepsQuoted<Line>(subject: string, quoted: readonly QuotedSubject<Line>[]): boolean {
  return quoted.some(({ text }) => text !== '' && subject.includes(text.slice(0, comparedLength)))
}

/** Mail programs wrap a quoted subject in plain text, so only its beginning is compared. */
const comparedLength = 30
