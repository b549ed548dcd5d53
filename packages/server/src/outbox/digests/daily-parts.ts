import { type Html, html, oneLine } from '@courtcrier/lib/mail-text.ts'
import type { MailDocument } from '../deliveries/filing-mail.ts'
import type { PlacedDocument } from '../deliveries/place-documents.ts'
import type { CaseView, DailyFiling } from './daily-view.ts'

export interface Heading extends Pick<CaseView, 'name' | 'place'> {
  /** Undefined if the previous case has the same matter. */
  matter: string | undefined
}

const sealed = 'The court marked this filing as sealed.'

/** The name of a case, below the name of its matter. */
export function headingRow({ matter, name, place }: Heading): Html {
  return html`<tr><td style="padding:20px 24px 0;">${matter ? html`<div style="font-size:12px;font-weight:600;color:#6b7384;padding-bottom:6px;">${matter}</div>` : ''}<div style="font-size:16px;line-height:22px;font-weight:600;">${name}</div><div style="font-size:13px;line-height:18px;color:#4a5365;">${place === name ? '' : place}</div></td></tr>`
}

export function filingRow(view: DailyFiling): Html {
  const facts = [view.date, view.isSealed ? sealed : ''].filter(Boolean).join(' · ')
  return html`<tr><td style="padding:10px 24px 0;"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="border-top:1px solid #e4e0d8;padding:8px 0 0;font-size:14px;line-height:20px;word-break:break-word;"><a href="${view.url}" style="font-weight:600;color:#23407a;">${view.event}</a>
<div style="font-size:13px;line-height:18px;color:#4a5365;">${facts}</div>
<div style="padding-top:2px;color:#1b2333;">${view.text}</div>
${documentsAndReason(view)}</td></tr></table></td></tr>`
}

/**
 * What no template can remove: the documents of a filing, that it is sealed, its link, and why the recipient is
 * notified.
 */
export function filingPart(view: DailyFiling): string {
  return html`<div style="font-size:14px;line-height:20px;word-break:break-word;">${view.isSealed ? html`<div style="font-size:13px;line-height:18px;color:#8a5a00;">${sealed}</div>` : ''}
${documentsAndReason(view)}<div style="padding-top:2px;font-size:12px;line-height:18px;"><a href="${view.url}" style="color:#6b7384;">Open this filing</a></div></div>`
    .html
}

function documentsAndReason(view: DailyFiling): Html {
  return html`${view.documents.map(documentLine)}<div style="font-size:13px;line-height:18px;color:#4a5365;">${view.remark}</div>
<div style="padding-top:2px;font-size:12px;line-height:18px;color:#6b7384;">${[view.sender && `${view.sender}.`, view.reason].filter(Boolean).join(' ')}</div>`
}

function documentLine({ document, place }: PlacedDocument): Html {
  const title = documentTitle(document)
  const url = 'url' in place ? place.url : undefined
  const name = url ? html`<a href="${url}" style="color:#23407a;">${title}</a>` : html`${title}`
  return html`<div style="padding-top:2px;">${name}<span style="font-size:13px;color:#4a5365;">${noteOf(place, ' · ')}</span></div>`
}

function documentTitle({ number, title }: MailDocument): string {
  return oneLine([number, title].filter(Boolean).join(' '), 300)
}

function noteOf(place: PlacedDocument['place'], before: string): string {
  if (!('sentence' in place)) return ''
  return `${before}${place.kind === 'missing' ? 'Not retrieved: ' : ''}${oneLine(place.sentence, 300)}`
}

export function headingText({ matter, name, place }: Heading): string {
  return [matter ? matter.toUpperCase() : '', name, place === name ? '' : place].filter(Boolean).join('\n')
}

export function filingText(view: DailyFiling): string {
  return indented([view.event, view.date, view.isSealed ? sealed : '', view.text, ...endOf(view)])
}

/** The same as `filingPart`, as plain text. */
export function filingPartText(view: DailyFiling): string {
  return indented([view.isSealed ? sealed : '', ...endOf(view)])
}

function endOf(view: DailyFiling): readonly string[] {
  return [
    ...view.documents.flatMap(({ document, place }) => [
      `- ${documentTitle(document)}${noteOf(place, ': ')}`,
      ...('url' in place && place.url ? [`  ${place.url}`] : []),
    ]),
    view.remark,
    `Open: ${view.url}`,
    view.sender,
    view.reason,
  ]
}

function indented(lines: readonly string[]): string {
  return lines
    .filter((line) => line !== '')
    .map((line) => `  ${line}`)
    .join('\n')
}
