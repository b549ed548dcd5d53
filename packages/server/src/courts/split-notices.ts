import { findAttachedWords } from './message/attached-words.ts'
import type { Message, MessagePart } from './message/message.ts'
import type { CourtParser } from './parser.ts'
import { parseNotice } from './registry.ts'
import { type Body, readBody } from './text/body.ts'
import { squeeze } from './text/found.ts'
import { findBlockTop, opensQuote, subjectLine } from './text/header-block.ts'
import { findTitleTop, isNoticeTitle } from './text/notice-start.ts'
import { findQuotedSubjects } from './text/quoted-subjects.ts'

/**
 * Splits a message with several notices into parts with one each: two forwards in one message, notices attached one
 * after the other, an older notice quoted below a new one. Returns none if it contains at most one notice, or if it
 * isn't clear where one ends; then a person sees it.
 */
export function findNotices(message: Message, formats: readonly CourtParser[] = []): readonly MessagePart[] {
  const body = readBody(message)
  const starts = findStarts(body)
  if (starts.length < 2 || starts.length > mostSections || body.text.length > longestText) return []
  const sections = starts.map((start, at): MessagePart => ({ start, end: starts[at + 1] ?? body.text.length }))
  const holders = sections.filter((part) => holdsNotice(message, part, formats))
  const withNotice = [...holders, ...findClosed(message, body, holders)].toSorted((a, b) => a.start - b.start)
  if (withNotice.length < 2) return []
  return withNotice.map(({ start: own, end }, at): MessagePart => {
    const isLast = at === withNotice.length - 1
    const part = { start: at === 0 ? 0 : (withNotice[at - 1]?.end ?? 0), end: isLast ? body.text.length : end }
    const subject = quotedSubject(body, part, own)
    const snippet = beginningOf(body.text.slice(part.start, part.end))
    return { ...part, at: own, snippet, ...(subject !== undefined || at > 0 ? { subject: subject ?? '' } : {}) }
  })
}

const longestSnippet = 500

function beginningOf(text: string): string {
  return squeeze(text.slice(0, 8 * longestSnippet)).slice(0, longestSnippet)
}

/** A message with more is an archive, not a forward. An attached notice begins two: with its header block and its title. */
const mostSections = 60
/** Each section is read separately, so a long message would be read many times. */
const longestText = 400_000

/** A message of which only a part is read. Its own subject is kept only if it applies to that part. */
export function takePart(message: Message, part: MessagePart): Message {
  return { ...message, part, subject: part.subject === undefined ? message.subject : '' }
}

function holdsNotice(message: Message, part: MessagePart, formats: readonly CourtParser[]): boolean {
  const result = parseNotice(takePart(message, { ...part, subject: '' }), undefined, formats)
  const { cases = [], enteredAt } = 'notice' in result ? result.notice : result.understood
  const { text } = readBody(message)
  // A header block above a title names the case in its subject only, and what is below the title is the notice.
  const isNamed = cases.some(({ docketNumber: { span } }) => !subjectLine.test(text.slice(...(span ?? [0, 0]))))
  return isNamed || ('unclear' in result && enteredAt !== undefined)
}

/** Attached messages that couldn't be opened completely and show no notice: it would be lost without a word. */
function findClosed(message: Message, body: Body, holders: readonly MessagePart[]): readonly MessagePart[] {
  const starts = findAttachedWords(message, body)
  return starts.flatMap((start, place) => {
    if (start === undefined || message.attached?.[place]?.notes.length === 0) return []
    const end = starts.slice(place + 1).find((next) => next !== undefined) ?? body.text.length
    return holders.some((part) => part.end > start && part.start < end) ? [] : { start, end }
  })
}

/** Where a quote or a notice's own heading starts. Everything above the first belongs to it. */
function findStarts(body: Body): number[] {
  const texts = body.lines.map(({ start, end }) => squeeze(body.text.slice(start, Math.min(end, start + longestLine))))
  const starts: number[] = []
  const startOf = findTextStart(body)
  let last = 0
  for (const [place, text] of texts.entries()) {
    const isQuote = opensQuote(texts, place)
    if (!isQuote && !isNoticeTitle(text)) continue
    const first = isQuote ? findBlockTop(texts, { place, last }) : findTitleTop(texts, { place, last })
    const own = body.lines[first]?.start
    const start = own === undefined ? undefined : startOf(own, body.lines[last]?.start ?? 0)
    if (start !== undefined && start > (starts.at(-1) ?? -1)) starts.push(start)
    last = place + 1
  }
  return starts
}

/**
 * A plain-text notice that a mail program put into HTML starts where its preformatted text does. Returns a function that
 * takes offsets in order, and where a start may be at the earliest.
 */
function findTextStart({ preformatted }: Body): (own: number, earliest: number) => number {
  let at = 0
  return (own, earliest) => {
    while (at < preformatted.length && (preformatted[at]?.[1] ?? 0) <= own) at++
    const start = preformatted[at]?.[0] ?? own
    return start > earliest ? Math.min(start, own) : own
  }
}

const longestLine = 400

/** The subject in the header block above a part's notice; `own` is where the notice itself starts. */
function quotedSubject({ lines, text }: Body, { start, end }: MessagePart, own: number): string | undefined {
  const above: { text: string }[] = []
  let count = 0
  for (const line of lines) {
    if (line.start < start) continue
    const words = squeeze(text.slice(line.start, Math.min(line.end, line.start + 1_000)))
    const isTop = line.start >= own
    if (line.end > end || (isTop && (isNoticeTitle(words) || ++count > longestTop))) break
    above.push({ text: words })
  }
  return findQuotedSubjects(above)[0]?.text
}

/** Of a notice without a title, the header block is at its start. */
const longestTop = 40
