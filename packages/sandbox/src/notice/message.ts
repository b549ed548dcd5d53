import type { Filing, FilingNotice } from '../filings/filing.ts'
import { mailDate } from '../filings/times.ts'
import { getCourt } from '../world/courts.ts'
import type { Court } from '../world/make-court.ts'
import { makeAcmsBody } from './acms-body.ts'
import { makeAppellateBody } from './appellate-body.ts'
import { makeBankruptcyBody } from './bankruptcy-body.ts'
import { makeNoticeBody } from './body.ts'
import { forwardMessage, quotedPrintable } from './forward.ts'
import { makePlainBody } from './plain-body.ts'
import { type SigningKey, signingOf, signMessage } from './signing.ts'
import { makeStateNotice } from './state-notice.ts'

/** A message ready for SMTP. */
export interface OutgoingNotice {
  envelopeFrom: string
  /** The person the court sends it to; a receiver may use another address for them. */
  email: string
  messageId: string
  filing: number
  raw: Buffer
}

/** Writes and signs the message of one notice, headers as courts write them (no space after some colons, no charset). */
export function makeMessage(filing: Filing, notice: FilingNotice, key: SigningKey): OutgoingNotice {
  const court = getCourt(filing.courtId)
  const at = sentAt(filing, notice)
  const { email, messageId } = notice
  const facts = { email, messageId, filing: filing.number }
  if (filing.layout === 'forward') {
    const message = toRaw(forwarded(filing, notice, court))
    const domain = email.slice(email.lastIndexOf('@') + 1)
    return { ...facts, envelopeFrom: email, raw: signMessage(message, { key, domain, at, way: 'whole' }) }
  }
  const text = writers[court.kind]({ filing, notice, court, date: mailDate(at, court.timeZone) })
  const raw = signMessage(toRaw(text), { key, at, ...signingOf(court) })
  return { ...facts, envelopeFrom: court.sender, raw }
}

interface Writing {
  filing: Filing
  notice: FilingNotice
  court: Court
  date: string
}

/** State systems write from one mailbox to each person served. */
function stateMessage({ filing, notice, court, date }: Writing): string {
  const { subject, body } = makeStateNotice(filing, notice, court)
  return [
    `From: ${court.system === 'tyler' ? 'eFile & Serve ' : ''}<${court.sender}>`,
    `To: ${notice.email}`,
    `Subject: ${subject}`,
    `Date: ${date}`,
    `Message-ID: ${notice.messageId}`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    ...encoded[signingOf(court).way === 'microsoft365' ? 'base64' : '7bit'](body),
  ].join('\n')
}

/** The headers after the type, and the body, as Microsoft 365 and Amazon SES write them. */
const encoded: Readonly<Record<'base64' | '7bit', (html: string) => readonly string[]>> = {
  base64: (html) => [
    'Content-Transfer-Encoding: base64',
    'X-MS-Exchange-SenderADCheck: 1',
    '',
    Buffer.from(html.replaceAll('\n', '\r\n'))
      .toString('base64')
      .replace(/.{76}(?=.)/g, '$&\n'),
  ],
  '7bit': (html) => ['Content-Transfer-Encoding: 7bit', '', inAscii(html)],
}

const inAscii = (html: string) => html.replace(/[^\x20-\x7e\n]/gu, (letter) => `&#${letter.codePointAt(0)};`)

const writers: Readonly<Record<Court['kind'], (writing: Writing) => string>> = {
  district: (writing) => {
    const { filing, notice, court } = writing
    const isPlain = filing.layout === 'plain'
    const body = isPlain ? makePlainBody(filing, notice, court) : makeNoticeBody(filing, notice)
    return [...cmecfHeaders(writing), `Content-Type: text/${isPlain ? 'plain' : 'html'}`, '', body].join('\n')
  },
  bankruptcy: (writing) => {
    const body = makeBankruptcyBody(writing.filing, writing.notice, writing.court)
    return [...cmecfHeaders(writing), 'Content-Type: text/html', '', body].join('\n')
  },
  appellate: ({ filing, notice, court, date }) =>
    [
      `Date: ${date}`,
      `From: ${court.sender}`,
      `To: ${notice.email}`,
      `Message-ID: ${notice.messageId}`,
      `Subject: ${noticeSubject(filing, court)}`,
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=UTF-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      makeAppellateBody(filing, notice, court),
    ].join('\n'),
  state: stateMessage,
  acms: ({ filing, notice, court, date }) =>
    [
      'Content-Transfer-Encoding: quoted-printable',
      'Content-Type: text/html; charset=us-ascii',
      `Date: ${date}`,
      `From: ${court.sender}`,
      'Mime-Version: 1.0',
      `Message-ID: ${notice.messageId}`,
      `Subject: ${noticeSubject(filing, court)}`,
      `To: ${notice.email}`,
      '',
      quotedPrintable(inAscii(makeAcmsBody(filing, notice, court))),
    ].join('\n'),
}

function cmecfHeaders({ filing, notice, court, date }: Writing): string[] {
  const database = `${court.id}db.${court.id}.gtwy.dcn`
  const queue = `${(filing.fileNumber % 0xffffff).toString(36).toUpperCase()}${notice.messageId.slice(1, 9)}`
  return [
    `Received: from ${database} (localhost.localdomain [127.0.0.1])`,
    `\tby ${database} (8.14.7/8.14.7) with ESMTP id ${queue};`,
    `\t${date}`,
    `Date: ${date}`,
    `X-Authentication-Warning: ${database}: ecf_web set sender to ${court.sender} using -f`,
    'MIME-Version:1.0',
    `From:${court.sender}`,
    `To:${court.mailbox}`,
    `Message-Id:${notice.messageId}`,
    `Subject:${noticeSubject(filing, court)}`,
  ]
}

/**
 * Forwards the notice from the recipient's own mail program; the court's signature doesn't survive that, and the firm
 * signs instead.
 */
function forwarded(filing: Filing, notice: FilingNotice, court: Court): string {
  const date = mailDate(sentAt(filing, notice), court.timeZone)
  const name = filing.served.find(({ emails }) => emails.includes(notice.email))?.name ?? notice.email
  return forwardMessage({
    from: { name, email: notice.email },
    to: notice.email,
    messageId: notice.messageId.replace(/@.*/, `.forward@${notice.email.split('@')[1]}>`),
    date,
    original: {
      from: court.sender,
      to: court.mailbox,
      subject: noticeSubject(filing, court),
      date,
      html: makeNoticeBody(filing, notice),
    },
  })
}

function toRaw(text: string): Buffer {
  return Buffer.from(text.replaceAll('\n', '\r\n'))
}

/** Returns the time of sending: within seconds of the entry, or an hour later for a regenerated notice. */
function sentAt(filing: Filing, notice: FilingNotice): Date {
  return new Date(Date.parse(filing.enteredAt) + (notice.isRegenerated ? 3_600_000 : 0))
}

/** Returns the subject as this court writes it; bankruptcy courts differ. */
function noticeSubject(filing: Filing, court: Court): string {
  const { docketNumber, caseName, event, associated, documentNumber } = filing
  if (court.kind === 'district') return `Activity in Case ${docketNumber} ${caseName} ${event}`
  if (court.kind === 'appellate') return `${docketNumber} ${caseName} "${event}"`
  if (court.kind === 'acms')
    return `${caseName} ${docketNumber} - ${String(documentNumber).padStart(3, '0')} - ${event}`
  const others = associated.map((entry) => ` ${entry.docketNumber}`).join('')
  if (court.id === 'deb')
    return `${others === '' ? 'Ch-11 ' : ''}${docketNumber}${others} ${caseName.slice(0, 18)} ${event}`
  if (court.id === 'nysb') return `NEF: ${docketNumber.toLowerCase()} Ch11 ${event} Re: ${caseName}`
  return `Ch-11 ${docketNumber} ${event} - ${caseName.slice(0, 18)}`
}
