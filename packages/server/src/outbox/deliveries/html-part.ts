import { contrastRatio, sanitizeColor } from '@courtcrier/contract/theme/contrast.ts'
import { type Html, html, oneLine } from '@courtcrier/lib/mail-text.ts'
import type { SavedCopy } from './filing-mail.ts'
import type { DeliveryView } from './filing-view.ts'
import { type FilledBody, namesDocuments, withDocuments } from './fill-template.ts'
import { megabytes, type PlacedDocument } from './place-documents.ts'
import { webAddress } from './web-address.ts'

/** The email as HTML; every value passes through `html`, which escapes it. */
export function htmlPart(view: DeliveryView): string {
  const page = {
    title: view.event,
    preheader: oneLine(view.docketText, 160),
    firmName: view.firmName,
    color: view.color,
    footer: html`Why you receive this: ${view.reason}<br><a href="${view.settingsUrl}" style="color:#6b7384;">How you're notified</a> · Sent for ${view.firmName} by Courtcrier.`,
  }
  const rows = html`${view.body ? ownBody(view, view.body) : usualBody(view)}
<tr><td style="padding:20px 24px 24px;">${button(view.url, brandOf(view.color))}</td></tr>`
  return mailPage(page, rows)
}

interface MailPage {
  title: string
  /** What mail programs show next to the subject in their lists. */
  preheader: string
  firmName: string
  color: string
  footer: Html
}

/**
 * The frame of an email around its rows. Tables and inline styles, because Outlook renders with Word and Gmail drops
 * style sheets; Word doesn't support a maximum width, so it gets a fixed-width table around everything.
 */
export function mailPage({ title, preheader, firmName, color, footer }: MailPage, rows: Html): string {
  const brand = brandOf(color)
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><meta name="supported-color-schemes" content="light"><title>${title}</title></head>
<body style="margin:0;padding:0;background-color:#fbfaf8;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${preheader}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#fbfaf8"><tr><td align="center" style="padding:16px 8px;">
<!--[if mso]><table role="presentation" width="640" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="640" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="width:100%;max-width:640px;border:1px solid #e4e0d8;${sans}color:#1b2333;text-align:left;">
<tr><td bgcolor="${brand.ground}" style="padding:10px 24px;font-size:14px;font-weight:600;color:${brand.ink};">${firmName}</td></tr>
${rows}
<tr><td style="padding:14px 24px;border-top:1px solid #e4e0d8;font-size:12px;line-height:18px;color:#6b7384;">${footer}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table></body></html>`.html
}

function usualBody(view: DeliveryView): Html {
  return html`<tr><td style="padding:20px 24px 0;">${heading(view)}</td></tr>
${docketText(view)}
<tr><td style="padding:20px 24px 0;">${documents(view)}</td></tr>`
}

/** The body from the firm's template, with the documents where it names their place, otherwise after it. */
function ownBody(view: DeliveryView, body: FilledBody): Html {
  const list = documents(view)
  const own = { html: withDocuments(body, 'html', list.html) }
  return html`<tr><td style="padding:20px 24px 0;font-size:15px;line-height:1.45;word-break:break-word;">${own}</td></tr>
${view.isSealed ? html`<tr><td style="padding:12px 24px 0;">${sealedLine}</td></tr>` : ''}
${view.sender ? html`<tr><td style="padding:12px 24px 0;font-size:13px;line-height:18px;color:#4a5365;">Authenticity: ${view.sender}</td></tr>` : ''}
${namesDocuments(body) ? '' : html`<tr><td style="padding:20px 24px 0;">${list}</td></tr>`}`
}

const sealedLine = html`<div style="padding-top:4px;font-size:14px;color:#8a5a00;">The court marked this filing as sealed.</div>`

const sans = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
const serif = "font-family:Charter,Georgia,'Times New Roman',serif;"
const label = 'font-size:12px;font-weight:600;color:#6b7384;padding-bottom:6px;'

function heading(view: DeliveryView): Html {
  const place = [view.docketNumber, view.court].filter(Boolean).join(' · ')
  return html`<div style="font-size:20px;line-height:26px;font-weight:600;">${view.caseName || place}</div>
<div style="font-size:14px;line-height:20px;color:#4a5365;">${view.caseName ? place : ''}</div>
<div style="padding-top:12px;font-size:16px;line-height:22px;font-weight:600;">${view.event}</div>
${view.isSealed ? sealedLine : ''}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:8px;font-size:14px;line-height:20px;">${view.facts.map(fact)}</table>`
}

function fact([name, value]: readonly [string, string]): Html {
  return html`<tr><td valign="top" style="padding:1px 16px 1px 0;color:#6b7384;white-space:nowrap;">${name}</td><td valign="top" style="padding:1px 0;color:#1b2333;">${value}</td></tr>`
}

/** What the clerk wrote: in a different typeface from ours, so that a reader sees at once that it is the record. */
function docketText({ docketText }: DeliveryView): Html | string {
  if (docketText === '') return ''
  const lines = docketText.split(/\r\n|\r|\n/).map((line, n) => (n === 0 ? html`${line}` : html`<br>${line}`))
  return html`<tr><td style="padding:20px 24px 0;"><div style="${label}">Docket text</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="border-left:3px solid #cfc9bd;padding:2px 0 2px 14px;${serif}font-size:16px;line-height:24px;color:#1b2333;word-break:break-word;">${lines}</td></tr></table></td></tr>`
}

function documents(view: DeliveryView): Html {
  if (view.documents.length === 0) {
    return html`<div style="font-size:14px;color:#4a5365;">There is no document with this entry.</div>`
  }
  return html`<div style="${label}">Documents</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${view.documents.map((placed) => documentRow(placed, view))}</table>
${view.remark ? html`<div style="padding-top:8px;font-size:13px;line-height:18px;color:#8a5a00;">${view.remark}</div>` : ''}`
}

function documentRow({ document, place }: PlacedDocument, { namesCopies }: DeliveryView): Html {
  const title = oneLine(document.title, 300)
  const url = 'url' in place ? place.url : undefined
  const size = [
    document.pages ? `${document.pages} ${document.pages === 1 ? 'page' : 'pages'}` : '',
    document.size ? megabytes(document.size) : '',
  ]
  const note = [stateOf[place.kind].word, 'sentence' in place ? oneLine(place.sentence, 500) : '', ...size].filter(
    Boolean,
  )
  const copies = namesCopies ? document.copies.map(savedCopy) : []
  // Without numbers, titles start where the list's heading does.
  const right = document.number ? 12 : 0
  return html`<tr><td valign="top" style="padding:8px ${right}px 8px 0;border-top:1px solid #e4e0d8;font-size:14px;line-height:20px;color:#4a5365;white-space:nowrap;">${document.number ?? ''}</td>
<td valign="top" width="100%" style="padding:8px 0;border-top:1px solid #e4e0d8;font-size:14px;line-height:20px;word-break:break-word;">${url ? html`<a href="${url}" style="color:#23407a;">${title}</a>` : title}
<div style="font-size:13px;line-height:18px;color:#4a5365;"><span style="color:${stateOf[place.kind].color};">&#9679;</span> ${note.join(' · ')}${copies}</div></td></tr>`
}

function savedCopy({ path, link }: SavedCopy): Html {
  const address = webAddress(link)
  return address
    ? html`<br>Saved as <a href="${address}" style="color:#23407a;">${path}</a>`
    : html`<br>Saved as ${path}`
}

/** A word with a dot, never color alone. */
const stateOf = {
  attached: { word: 'Attached', color: '#1d7a4c' },
  link: { word: 'In Courtcrier', color: '#2a5db0' },
  sealed: { word: 'Sealed', color: '#8a5a00' },
  missing: { word: 'Not retrieved', color: '#b3261e' },
} as const

function button(url: string, brand: Brand): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="${brand.ground}" style="border-radius:5px;mso-padding-alt:10px 18px;"><a href="${url}" style="display:inline-block;padding:10px 18px;${sans}font-size:14px;font-weight:600;color:${brand.ink};text-decoration:none;">Open this filing</a></td></tr></table>`
}

interface Brand {
  ground: string
  ink: string
}

/** The firm's color with white or dark text, whichever is easier to read on it. */
function brandOf(color: string): Brand {
  const ground = sanitizeColor(color) ?? '#23407a'
  const [dark, white] = ['#1b2333', '#ffffff'] as const
  return { ground, ink: contrastRatio(ground, dark) > contrastRatio(ground, white) ? dark : white }
}
