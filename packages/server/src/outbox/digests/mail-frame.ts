import { type Html, html, oneLine } from '@courtcrier/lib/mail-text.ts'
import { messageIdOf } from '../deliveries/compose.ts'
import type { FilledBody } from '../deliveries/fill-template.ts'
import { mailPage } from '../deliveries/html-part.ts'
import type { Mail } from '../mail/mail.ts'
import type { DigestRow } from './digest-row.ts'

export interface MailOrigin {
  /** The installation's address, for the IDs of emails. */
  publicUrl: string
  /** What links to the firm's records begin with. */
  consoleUrl: string
  mailFrom: string
}

/** A scheduled email; it always has both parts. */
export type ClockMessage = Mail & { html: string }

/** The recipient of a scheduled email, and the firm it is sent for. */
export type Addressee = Pick<DigestRow, 'id' | 'email' | 'name' | 'firm'>

export interface Framed {
  subject: string
  title: string
  /** Shown under the title. */
  summary: string
  /** Replaces title and summary if the firm has a template. */
  own?: FilledBody | undefined
  /** Rows of the email's table. */
  rows: readonly Html[]
  /** The same as plain text. */
  blocks: readonly string[]
  /** Why the recipient gets it. */
  reason: string
  /** Where they can change that. */
  settings: { label: string; path: string }
}

/** Frames the content of a scheduled email: with the firm's name and color, and why the recipient gets it. */
export function frameMail(
  row: Addressee,
  framed: Framed,
  { publicUrl, consoleUrl, mailFrom }: MailOrigin,
): ClockMessage {
  const firmName = oneLine(row.firm.name, 100)
  const url = consoleUrl + framed.settings.path
  return {
    from: { name: firmName, address: mailFrom },
    to: { name: oneLine(row.name ?? '', 100), address: row.email },
    replyTo: row.firm.replyToEmail ?? undefined,
    subject: oneLine(framed.subject, 200),
    text: textOf(framed, { firmName, url }),
    html: htmlOf(framed, { firmName, url, color: row.firm.primaryColor ?? '' }),
    messageId: messageIdOf(row.id, publicUrl),
    headers: {
      // RFC 3834: no out-of-office replies; Exchange has its own name for it.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'List-Unsubscribe': `<${url}>`,
    },
  }
}

function htmlOf(framed: Framed, { firmName, url, color }: { firmName: string; url: string; color: string }): string {
  const { title, rows, reason, settings } = framed
  const footer = html`Why you receive this: ${reason}<br><a href="${url}" style="color:#6b7384;">${settings.label}</a> · Sent for ${firmName} by Courtcrier.`
  return mailPage(
    { title: framed.own ? framed.subject : title, preheader: '', firmName, color, footer },
    html`${headRow(framed)}
${rows}
<tr><td style="padding:20px 24px 0;font-size:1px;line-height:1px;">&nbsp;</td></tr>`,
  )
}

function headRow({ title, summary, own }: Framed): Html {
  if (own)
    return html`<tr><td style="padding:20px 24px 0;font-size:15px;line-height:1.45;word-break:break-word;">${{ html: own.html }}</td></tr>`
  return html`<tr><td style="padding:20px 24px 0;"><div style="font-size:20px;line-height:26px;font-weight:600;">${title}</div><div style="font-size:14px;line-height:20px;color:#4a5365;">${summary}</div></td></tr>`
}

function textOf(framed: Framed, { firmName, url }: { firmName: string; url: string }): string {
  const { title, summary, own, blocks, reason, settings } = framed
  const footer = [
    `Why you receive this: ${reason}`,
    `${settings.label}: ${url}`,
    `Sent for ${firmName} by Courtcrier.`,
  ].join('\n')
  return [own?.text ?? [title, summary].filter(Boolean).join('\n'), ...blocks, footer].join('\n\n')
}

const days = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** `November 21`. */
export function dayName(isoDate: string): string {
  return days.format(new Date(`${isoDate}T00:00:00Z`))
}
