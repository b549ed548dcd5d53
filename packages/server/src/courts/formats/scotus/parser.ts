import type { Found, Notice, NoticeCase, Span } from '@courtcrier/contract/notice.ts'
import { parseDocketNumber } from '../../directory/docket-number.ts'
import type { Message } from '../../message/message.ts'
import type { CourtParser, NoticeReading } from '../../parser.ts'
import { type Body, readBody } from '../../text/body.ts'
import { findWords, squeeze } from '../../text/found.ts'
import { findOpaqueLink, unwrapLink } from '../../text/link.ts'
import { linksWithin } from '../../text/visible-text.ts'

/**
 * Alerts from the Supreme Court's electronic filing system: new docket entries, and the email asking to confirm them.
 */
export const scotus: CourtParser = { name: 'scotus', score, read }

const confirmationSubject = /^(?:(?:fwd?|re): ?){0,5}supreme court case notification\b/i

function score(message: Message): number {
  const isConfirmation = confirmationSubject.test(message.subject)
  const { text, links } = readBody(message)
  if (!links.slice(0, mostLinks).some(isOfCourt)) return 0
  if (isConfirmation) return 0.9
  return opening.test(text.slice(0, longestAlert)) ? 0.9 : 0
}

/** A docket's address is public and serves no document, so it isn't a `NoticeLink`. */
const courtHost = /^https?:\/\/(?:www\.|file\.)?supremecourt\.gov\//i
const mostLinks = 50

/** Also behind the link of a mail gateway, or on the host that one names. */
function isOfCourt({ href }: Body['links'][number]): boolean {
  const host = findOpaqueLink(href)?.host
  return courtHost.test(host === undefined ? unwrapLink(href) : `https://${host}/`)
}
const opening = /A\s{1,9}new\s{1,9}docket\s{1,9}entry/
const closing = /has\s{1,9}been\s{1,9}added\s{1,9}for/
/** Alerts quote the syllabi of opinions; even so, no entry comes near this length. */
const longestAlert = 100_000

function read(message: Message): NoticeReading {
  const body = readBody(message)
  const courtId = readCourt(body)
  if (confirmationSubject.test(message.subject)) return readConfirmation(message, body, courtId)
  const open = opening.exec(body.text)
  const start = open ? open.index + open[0].length : -1
  const close = open && closing.exec(body.text.slice(start, start + longestAlert))
  const understood: Partial<Notice> = { kind: 'filing', ...(courtId && { courtId }) }
  if (!open || !close) return { understood }
  const cases = readCase(body, start + close.index + close[0].length)
  return { understood: { ...understood, cases, ...readEntry(body, [open.index, start], start + close.index) } }
}

function readCourt(body: Body): Found<string> | undefined {
  const link = body.links.slice(0, mostLinks).find(isOfCourt)
  return link && { value: 'scotus', span: [link.start, link.end], from: 'body' }
}

/** The quoted words between the two. Some alerts have none and only say that there is an entry. */
function readEntry(body: Body, opened: Span, end: number): Pick<Notice, 'event' | 'docketText'> {
  const [, from] = opened
  const words = body.text.slice(from, end)
  const open = words.search(/["\u201c]/)
  const close = Math.max(words.lastIndexOf('"'), words.lastIndexOf('\u201d'))
  const docketText = open >= 0 && close > open ? findWords(body, from + open + 1, from + close) : undefined
  if (docketText) return { docketText }
  return { event: { value: 'New docket entry', span: opened, from: 'body' } }
}

function readCase(body: Body, from: number): readonly NoticeCase[] {
  const link = linksWithin(body, from, from + longestName).find(({ href }) => docketFile.test(unwrapLink(href)))
  // In plain text, the link is an address behind the words that it was on.
  const name = link && (findWords(body, link.start, link.end) ?? findWords(body, from, link.start))
  const docketNumber = readNumber(body, from) ?? numberOfLink(link)
  if (!docketNumber) return []
  return [{ ...(name && { name }), docketNumber, parts: parseDocketNumber(docketNumber.value) ?? {} }]
}

const longestName = 4_000
const docketFile = /\/(\d{2}[a-z-]\d{1,5})\.html?(?:$|[&#?])/i

/** "You have been signed up to receive email notifications for No. 25-112." */
function readNumber(body: Body, from: number): Found<string> | undefined {
  const match = numberPattern.exec(body.text.slice(from, from + longestName))
  const number = match?.[1]
  if (!match || !number) return undefined
  const end = from + match.index + match[0].length
  return { value: number, span: [end - number.length, end], from: 'body' }
}

const numberPattern = /\bNo\.\s{1,5}(\d{2}(?:-|[AMO])\d{1,5}|\d{1,3}, Orig)(?!\d)/i

function numberOfLink(link: Body['links'][number] | undefined): Found<string> | undefined {
  const number = docketFile.exec(unwrapLink(link?.href ?? ''))?.[1]
  return link && number ? { value: number, span: [link.start, link.end], from: 'derived' } : undefined
}

/**
 * The court sends alerts only after the link in this message has been opened. No real message is public: the subject is
 * known, and the number is looked for where the court could put it.
 */
function readConfirmation(message: Message, body: Body, courtId: Found<string> | undefined): NoticeReading {
  const fromBody = readCase(body, 0)
  const inSubject = /\b(\d{2}(?:-|[AMO])\d{1,5})\b/i.exec(message.subject)?.[1]
  const fromSubject = inSubject
    ? [{ docketNumber: { value: inSubject, from: 'subject' as const }, parts: parseDocketNumber(inSubject) ?? {} }]
    : []
  const cases = fromBody.length > 0 ? fromBody : fromSubject
  const understood: Partial<Notice> = {
    kind: 'confirmation',
    ...(courtId && { courtId }),
    cases,
    event: { value: squeeze(message.subject.slice(0, 500)), from: 'subject' },
  }
  if (cases.length > 0) return { understood }
  return {
    understood,
    obstacle: 'The Supreme Court asks to confirm that it may send alerts of a case. Open the link in its message.',
  }
}
