import type { Filing, FilingNotice } from '../filings/filing.ts'
import { mailDate } from '../filings/times.ts'
import { getCourt, mailDomain } from '../world/courts.ts'
import type { Court } from '../world/make-court.ts'
import { makeAcmsBody } from './acms-body.ts'
import { makeAppellateBody } from './appellate-body.ts'
import { makeBankruptcyBody } from './bankruptcy-body.ts'
import { makeNoticeBody } from './body.ts'
import { forwardMessage, quotedPrintable } from './forward.ts'
import { makePlainBody } from './plain-body.ts'
import { type SigningKey, signMessage } from './signing.ts'
import { noticeSubject } from './subject.ts'

/** A message ready for SMTP. */
export interface OutgoingNotice {
  envelopeFrom: string
  /** Whom the court sends it to; a receiver may sit behind another address. */
  email: string
  messageId: string
  filing: number
  raw: Buffer
}

/** Writes and signs the message of one notice, headers as courts write them (no space after some colons, no charset). */
export async function makeMessage(filing: Filing, notice: FilingNotice, key: SigningKey): Promise<OutgoingNotice> {
  const court = getCourt(filing.courtId)
  const at = sentAt(filing, notice)
  const { email, messageId } = notice
  const facts = { email, messageId, filing: filing.number }
  if (filing.layout === 'forward') {
    const message = toRaw(forwarded(filing, notice, court))
    const domain = email.slice(email.lastIndexOf('@') + 1)
    return { ...facts, envelopeFrom: email, raw: await signMessage(message, { key, domain, at }) }
  }
  const text = writers[court.kind]({ filing, notice, court, date: mailDate(at, court.timeZone) })
  const raw = await signMessage(toRaw(text), { key, domain: mailDomain(court), at })
  return { ...facts, envelopeFrom: court.sender, raw }
}

interface Writing {
  filing: Filing
  notice: FilingNotice
  court: Court
  date: string
}

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
      quotedPrintable(
        makeAcmsBody(filing, notice, court).replace(/[^\x20-\x7e\n]/g, (letter) => `&#${letter.codePointAt(0)};`),
      ),
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

/** The recipient's own mail program sends it on; the court's signature doesn't survive that, and the firm's own is put on. */
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

/** The court mails within seconds; a re-generated notice an hour later. */
function sentAt(filing: Filing, notice: FilingNotice): Date {
  return new Date(Date.parse(filing.enteredAt) + (notice.isRegenerated ? 3_600_000 : 0))
}
