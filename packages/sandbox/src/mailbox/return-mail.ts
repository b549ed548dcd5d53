import type { RawMail } from './mail.ts'

/** Returns a mail server's report that it couldn't deliver the message (RFC 3464). */
export function returnMail({ envelopeFrom, envelopeTo, raw }: Omit<RawMail, 'id' | 'at'>): Buffer {
  const [recipient = ''] = envelopeTo
  const host = recipient.slice(recipient.lastIndexOf('@') + 1)
  const boundary = 'returned-by-mail-server'
  const text = raw.toString('latin1')
  const headers = text.slice(0, text.search(/\r?\n\r?\n/))
  const parts = [
    `Content-Type: text/plain; charset=utf-8\r\n\r\nYour message to ${recipient} could not be delivered: the mailbox is full.\r\n`,
    `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mail.${host}\r\n\r\nFinal-Recipient: rfc822; ${recipient}\r\nAction: failed\r\nStatus: 5.2.2\r\nDiagnostic-Code: smtp; 552 5.2.2 <${recipient}>: mailbox is full\r\n`,
    `Content-Type: text/rfc822-headers\r\n\r\n${headers}\r\n`,
  ]
  const head = [
    `From: Mail Delivery System <mailer-daemon@${host}>`,
    `To: <${envelopeFrom}>`,
    'Subject: Undelivered Mail Returned to Sender',
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <returned-${Date.now()}@mail.${host}>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
  ]
  const body = parts.map((part) => `--${boundary}\r\n${part}`).join('\r\n')
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}\r\n--${boundary}--\r\n`, 'latin1')
}
