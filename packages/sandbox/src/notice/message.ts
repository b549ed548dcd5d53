import type { Filing, FilingNotice } from '../filings/filing.ts'
import { mailDate } from '../filings/times.ts'
import { type Court, getCourt } from '../world/courts.ts'
import { makeNoticeBody } from './body.ts'
import { type SigningKey, signMessage } from './signing.ts'

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
  const text = [...headers(filing, notice, court), '', makeNoticeBody(filing, notice)]
    .join('\n')
    .replaceAll('\n', '\r\n')
  const raw = await signMessage(Buffer.from(text), { key, court, at: sentAt(filing, notice) })
  return { envelopeFrom: court.sender, email: notice.email, messageId: notice.messageId, filing: filing.number, raw }
}

function headers(filing: Filing, notice: FilingNotice, court: Court): string[] {
  const date = mailDate(sentAt(filing, notice), court.timeZone)
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
    `Subject:Activity in Case ${filing.docketNumber} ${filing.caseName} ${filing.event}`,
    'Content-Type: text/html',
  ]
}

/** The court mails within seconds; a re-generated notice an hour later. */
function sentAt(filing: Filing, notice: FilingNotice): Date {
  return new Date(Date.parse(filing.enteredAt) + (notice.isRegenerated ? 3_600_000 : 0))
}
