import type { FilingView } from './filing-view.ts'
import { type FilledBody, namesDocuments, withDocuments } from './fill-template.ts'
import { type Html, html, oneLine } from './mail-text.ts'
import { megabytes, type PlacedDocument } from './place-documents.ts'

/** The mail as people see it; every value passes through `html`, which escapes it. */
export function htmlPart(view: FilingView): string {
  const page = {
    title: view.event,
    preheader: oneLine(view.docketText, 160),
    firmName: view.firmName,
    colour: view.colour,
    footer: html`Why you receive this: ${view.reason}<br><a href="${view.settingsUrl}" style="color:#6b7384;">How you're notified</a> · Sent for ${view.firmName} by Courtcrier.`,
  }
  const rows = html`${view.body ? ownBody(view, view.body) : usualBody(view)}
<tr><td style="padding:20px 24px 24px;">${button(view.url, brandOf(view.colour))}</td></tr>`
  return mailPage(page, rows)
}

interface MailPage {
  title: string
  /** What mail programs show beside the subject in their lists. */
  preheader: string
  firmName: string
  colour: string
  footer: Html
}

/**
 * The frame of a mail around its rows. Tables and inline styles, because Outlook lays out with Word and Gmail drops
 * style sheets; Word knows no greatest width, so it gets a table of its own around it.
 */
export function mailPage({ title, preheader, firmName, colour, footer }: MailPage, rows: Html): string {
  const brand = brandOf(colour)
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

function usualBody(view: FilingView): Html {
  return html`<tr><td style="padding:20px 24px 0;">${heading(view)}</td></tr>
${docketText(view)}
<tr><td style="padding:20px 24px 0;">${documents(view)}</td></tr>`
}

/** The body that the firm's template made, with the documents in the place it names, or else after it. */
function ownBody(view: FilingView, body: FilledBody): Html {
  const list = documents(view)
  const own = { html: withDocuments(body, 'html', list.html) }
  return html`<tr><td style="padding:20px 24px 0;font-size:15px;line-height:22px;word-break:break-word;">${own}</td></tr>
${view.isSealed ? html`<tr><td style="padding:12px 24px 0;">${sealedLine}</td></tr>` : ''}
${view.sender ? html`<tr><td style="padding:12px 24px 0;font-size:13px;line-height:18px;color:#4a5365;">Authenticity: ${view.sender}</td></tr>` : ''}
${namesDocuments(body) ? '' : html`<tr><td style="padding:20px 24px 0;">${list}</td></tr>`}`
}

const sealedLine = html`<div style="padding-top:4px;font-size:14px;color:#8a5a00;">The court marked this filing as sealed.</div>`

const sans = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
const serif = "font-family:Charter,Georgia,'Times New Roman',serif;"
const label = 'font-size:12px;font-weight:600;color:#6b7384;padding-bottom:6px;'

function heading(view: FilingView): Html {
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

/** What the clerk wrote: in another voice than ours, so that a reader sees at once that it is the record. */
function docketText({ docketText }: FilingView): Html | string {
  if (docketText === '') return ''
  const lines = docketText.split(/\r\n|\r|\n/).map((line, n) => (n === 0 ? html`${line}` : html`<br>${line}`))
  return html`<tr><td style="padding:20px 24px 0;"><div style="${label}">Docket text</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="border-left:3px solid #cfc9bd;padding:2px 0 2px 14px;${serif}font-size:16px;line-height:24px;color:#1b2333;word-break:break-word;">${lines}</td></tr></table></td></tr>`
}

function documents(view: FilingView): Html {
  if (view.documents.length === 0) {
    return html`<div style="font-size:14px;color:#4a5365;">There is no document with this entry.</div>`
  }
  return html`<div style="${label}">Documents</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${view.documents.map((placed) => documentRow(placed, view))}</table>
${view.remark ? html`<div style="padding-top:8px;font-size:13px;line-height:18px;color:#8a5a00;">${view.remark}</div>` : ''}`
}

function documentRow({ document, place }: PlacedDocument, { namesCopies }: FilingView): Html {
  const title = oneLine(document.title, 300)
  const url = 'url' in place ? place.url : undefined
  const size = [
    document.pages ? `${document.pages} ${document.pages === 1 ? 'page' : 'pages'}` : '',
    document.size ? megabytes(document.size) : '',
  ]
  const note = [stateOf[place.kind].word, 'sentence' in place ? oneLine(place.sentence, 500) : '', ...size].filter(
    Boolean,
  )
  const copy = namesCopies && document.storedPath ? html`<br>Stored as ${document.storedPath}` : ''
  return html`<tr><td valign="top" style="padding:8px 12px 8px 0;border-top:1px solid #e4e0d8;font-size:14px;line-height:20px;color:#4a5365;white-space:nowrap;">${document.number ?? ''}</td>
<td valign="top" width="100%" style="padding:8px 0;border-top:1px solid #e4e0d8;font-size:14px;line-height:20px;word-break:break-word;">${url ? html`<a href="${url}" style="color:#23407a;">${title}</a>` : title}
<div style="font-size:13px;line-height:18px;color:#4a5365;"><span style="color:${stateOf[place.kind].colour};">&#9679;</span> ${note.join(' · ')}${copy}</div></td></tr>`
}

/** A word with a dot; never the colour alone. */
const stateOf = {
  attached: { word: 'Attached', colour: '#1d7a4c' },
  link: { word: 'In Courtcrier', colour: '#2a5db0' },
  sealed: { word: 'Sealed', colour: '#8a5a00' },
  missing: { word: 'Not fetched', colour: '#b3261e' },
} as const

function button(url: string, brand: Brand): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="${brand.ground}" style="border-radius:5px;mso-padding-alt:10px 18px;"><a href="${url}" style="display:inline-block;padding:10px 18px;${sans}font-size:14px;font-weight:600;color:${brand.ink};text-decoration:none;">Open this filing</a></td></tr></table>`
}

interface Brand {
  ground: string
  ink: string
}

/** The firm's colour with whichever of white and ink stands out more on it (WCAG 2.2, relative luminance). */
function brandOf(colour: string): Brand {
  const ground = /^#[0-9a-f]{6}$/i.test(colour) ? colour : '#23407a'
  const channels = [1, 3, 5].map((at) => Number.parseInt(ground.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return { ground, ink: luminance > 0.3 ? '#1b2333' : '#ffffff' }
}
