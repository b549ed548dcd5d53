import { ownIdHeader } from '../own-message-id.ts'

export interface BounceParts {
  messageId?: string
  action?: string
  /** With its type, such as `smtp; 550 …`. */
  diagnostic?: string
  /** Where a mail service gave the email a Message-ID of its own. */
  ownId?: string
  /** Media type of the part with the returned mail. */
  original?: string
}

/** A bounce as Postfix writes it. */
export function bounceMail(parts: BounceParts = {}): string {
  const { messageId = '<key@notices.example>', ownId, action = 'failed', original = 'message/rfc822' } = parts
  const { diagnostic = 'smtp; 550 5.1.1 <r.osei@hale-osei.example>: no such user' } = parts
  const status = ['Final-Recipient: rfc822; r.osei@hale-osei.example', `Action: ${action}`, 'Status: 5.1.1']
  return [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example (Mail Delivery System)',
    'To: courtcrier@hale-osei.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Message-ID: <report@mx.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    'Your message could not be delivered.',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    ...status,
    ...(diagnostic ? [`Diagnostic-Code: ${diagnostic}`] : []),
    '',
    '--b1',
    `Content-Type: ${original}`,
    '',
    'From: courtcrier@hale-osei.example',
    `Message-ID: ${messageId}`,
    ...(ownId ? [`${ownIdHeader}: ${ownId}`] : []),
    'Subject: Acme, Inc. v. Doe: Motion',
    '',
    'The mail itself.',
    '--b1--',
    '',
  ].join('\r\n')
}
