import type { Found, Notice } from '@courtcrier/contract/notice.ts'
import type { Message } from '../../message/message.ts'
import type { CourtParser, KnownCourt, NoticeReading } from '../../parser.ts'
import { type Body, readBody } from '../../text/body.ts'
import { findWords, trimSpan } from '../../text/found.ts'
import { findMailWords } from '../../text/mail-words.ts'
import { findCourtsSubject } from '../../text/quoted-subjects.ts'
import { announces, findUntitledTop, untitledOpening } from '../../text/untitled-notice.ts'

/** Announcements that a court's clerk sends to every user of its CM/ECF site. */
export const courtAnnouncement: CourtParser = { name: 'court-announcement', score, read }

function score(message: Message): number {
  const { text } = readBody(message)
  return announces.test(text.slice(0, untitledOpening)) ? 0.9 : 0
}

function read(message: Message, { found }: KnownCourt): NoticeReading {
  const body = readBody(message)
  const understood: Partial<Notice> = { kind: 'announcement', ...readSubject(message, body), ...readWords(body) }
  if (found) return { understood }
  return { understood, obstacle: 'This is an announcement to all users of a court, but it does not show which court.' }
}

function readSubject({ subject }: Message, body: Body): Pick<Notice, 'event'> {
  const event = findCourtsSubject(subject, body, findUntitledTop(body) ?? 0)
  return event ? { event } : {}
}

/** No announcement has this many lines. */
const mostLines = 500

/** What follows the sentence that identifies it. */
function readWords(body: Body): Pick<Notice, 'docketText'> {
  const lines = body.lines.slice(0, mostLines)
  const below = lines
    .slice(endOfOpening(body, lines) + 1)
    .flatMap((line) => findWords(body, line.start, line.end) ?? [])
  const words = below.slice(
    0,
    findMailWords(
      below.map(({ value: text }) => ({ text })),
      1,
    ),
  )
  const [first, last] = [words[0]?.span, words.at(-1)?.span]
  if (!first || !last) return {}
  const docketText: Found<string> = {
    value: words.map(({ value }) => value).join('\n'),
    span: trimSpan(body.text, first[0], last[1]),
    from: 'body',
  }
  return { docketText }
}

/** The last line of the paragraph that identifies it; wrapped, it ends with the sentence about the mailbox. */
function endOfOpening(body: Body, lines: Body['lines']): number {
  const find = (pattern: RegExp) => lines.findIndex(({ start, end }) => pattern.test(body.text.slice(start, end)))
  const [first, last] = [
    find(/announcement e-?mail message/i),
    find(/\b(?:mail ?)?box is unattended\.\s{0,9}$|^\W{0,9}unattended\.\s{0,9}$/i),
  ]
  return last > first && last - first <= mostWrapped ? last : first
}

const mostWrapped = 4
