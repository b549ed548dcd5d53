import { messageIdOf } from '../delivery/compose.ts'
import { type Brand, brandOf, sans } from '../delivery/html-part.ts'
import { type Html, html, oneLine } from '../delivery/mail-text.ts'
import type { Mail } from '../delivery/outgoing-mail.ts'
import type { DigestRow } from './digest-row.ts'

export interface Sender {
  publicUrl: string
  mailFrom: string
}

export interface Framed {
  subject: string
  title: string
  /** Under the title. */
  summary: string
  /** Rows of the mail's table. */
  rows: readonly Html[]
  /** The same as plain text. */
  blocks: readonly string[]
  /** Why the reader gets it. */
  reason: string
  /** Where they change that. */
  settings: { label: string; path: string }
}

/** A mail by the clock around what it tells: the firm's name and colour, and why it comes. */
export function frameMail(row: DigestRow, framed: Framed, { publicUrl, mailFrom }: Sender): Mail {
  const firmName = oneLine(row.firm.name, 100)
  const url = publicUrl + framed.settings.path
  return {
    from: { name: firmName, address: mailFrom },
    to: { name: oneLine(row.name ?? '', 100), address: row.email },
    replyTo: row.firm.replyToEmail ?? undefined,
    subject: oneLine(framed.subject, 200),
    text: textOf(framed, { firmName, url }),
    html: htmlOf(framed, { firmName, url, brand: brandOf(row.firm.primaryColor ?? '') }),
    messageId: messageIdOf(row.id, publicUrl),
    headers: {
      // RFC 3834: no out-of-office answers; Exchange knows the second by its own name.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'List-Unsubscribe': `<${url}>`,
    },
  }
}

function htmlOf(
  { title, summary, rows, reason, settings }: Framed,
  { firmName, url, brand }: { firmName: string; url: string; brand: Brand },
): string {
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${title}</title></head>
<body style="margin:0;padding:0;background-color:#fbfaf8;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#fbfaf8"><tr><td align="center" style="padding:16px 8px;">
<table role="presentation" width="640" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="width:100%;max-width:640px;border:1px solid #e4e0d8;${sans}color:#1b2333;text-align:left;">
<tr><td bgcolor="${brand.ground}" style="padding:10px 24px;font-size:14px;font-weight:600;color:${brand.ink};">${firmName}</td></tr>
<tr><td style="padding:20px 24px 0;"><div style="font-size:20px;line-height:26px;font-weight:600;">${title}</div><div style="font-size:14px;line-height:20px;color:#4a5365;">${summary}</div></td></tr>
${rows}
<tr><td style="padding:20px 24px 0;font-size:1px;line-height:1px;">&nbsp;</td></tr>
<tr><td style="padding:14px 24px;border-top:1px solid #e4e0d8;font-size:12px;line-height:18px;color:#6b7384;">Why you receive this: ${reason} <a href="${url}" style="color:#23407a;">${settings.label}</a><br>Sent for ${firmName} by Courtcrier.</td></tr>
</table></td></tr></table></body></html>`.html
}

function textOf(framed: Framed, { firmName, url }: { firmName: string; url: string }): string {
  const { title, summary, blocks, reason, settings } = framed
  const footer = [
    `Why you receive this: ${reason}`,
    `${settings.label}: ${url}`,
    `Sent for ${firmName} by Courtcrier.`,
  ].join('\n')
  return [[title, summary].filter(Boolean).join('\n'), ...blocks, footer].join('\n\n')
}

const days = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** `November 21`. */
export function dayName(isoDate: string): string {
  return days.format(new Date(`${isoDate}T00:00:00Z`))
}

/** `1 filing`, `3 filings`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
