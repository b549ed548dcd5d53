import { deliveryParameter } from '@courtcrier/contract/resources/delivery.ts'
import { findCourt } from '../courts/directory.ts'
import type { MailDocument } from '../delivery/filing-mail.ts'
import { type Html, html, oneLine } from '../delivery/mail-text.ts'
import type { Mail } from '../delivery/outgoing-mail.ts'
import { type PlacedDocument, placeDocuments } from '../delivery/place-documents.ts'
import type { DigestRow } from './digest-row.ts'
import type { DigestFiling } from './filings.ts'
import { counted, dayName, frameMail, type Sender } from './mail-frame.ts'

export interface DailyOptions extends Sender {
  /** The path of a link that shows a document without a log-in; asked for only where the firm allows it. */
  publicPathOf?: (documentId: string) => string
}

/** With more, documents are one click farther, because Gmail hides what comes after 100 KB of HTML. */
const mostWithDocuments = 40
const mostDocuments = 10
const longestText = 280

/** The daily message to one person: filings by matter and case, documents as links, never attached. */
export function composeDaily(row: DigestRow, filings: readonly DigestFiling[], options: DailyOptions): Mail {
  const cases = groupsOf(filings)
  const count = `${counted(filings.length, 'filing')} in ${counted(cases.length, 'case')}`
  const listsDocuments = filings.length <= mostWithDocuments
  const shown = cases.map((group) => ({
    ...group,
    filings: group.filings.map((filing) => viewOf(row, filing, { ...options, listsDocuments })),
  }))
  return frameMail(
    row,
    {
      subject: `${count}, ${dayName(row.day)}`,
      title: count,
      summary: `Daily summary for ${dayName(row.day)}`,
      rows: shown.flatMap((group) => [headingRow(group), ...group.filings.map(filingRow)]),
      blocks: shown.flatMap((group) => [headingText(group), ...group.filings.map(filingText)]),
      reason: 'Your filings come in one message a day. Each filing says why you are told of it.',
      settings: { label: 'Change how you are told', path: '/profile' },
    },
    options,
  )
}

interface CaseGroup<Filing> {
  /** Undefined where the case before is of the same matter. */
  matter: string | undefined
  name: string
  place: string
  filings: readonly Filing[]
}

/** Filings come ordered by matter and case. */
function groupsOf(filings: readonly DigestFiling[]): readonly CaseGroup<DigestFiling>[] {
  const groups = [
    ...Map.groupBy(filings, ({ caseId, docketNumber, courtId }) => caseId ?? `${docketNumber} ${courtId}`).values(),
  ]
  let last: string | undefined
  return groups.map((group) => {
    const [first] = group as [DigestFiling, ...DigestFiling[]]
    const matter = oneLine([first.matterNumber, first.matter].filter(Boolean).join(' '), 200) || 'No matter'
    const isNew = matter !== last
    last = matter
    const court = first.courtId ? findCourt(first.courtId)?.name : undefined
    const place = [first.docketNumber, court].filter(Boolean).join(' · ')
    const name = oneLine(first.caseName ?? '', 300) || oneLine(place, 300) || 'Unknown case'
    return { matter: isNew ? matter : undefined, name, place: oneLine(place, 300), filings: group }
  })
}

interface FilingView {
  event: string
  date: string
  isSealed: boolean
  text: string
  url: string
  documents: readonly PlacedDocument[]
  remark: string
  reason: string
}

function viewOf(
  row: DigestRow,
  filing: DigestFiling,
  { publicUrl, publicPathOf, listsDocuments }: DailyOptions & { listsDocuments: boolean },
): FilingView {
  const isOpen = row.firm.publicDocumentAccess && !filing.isSealed
  const told = `${deliveryParameter}=${encodeURIComponent(filing.deliveryId)}`
  const pathOf = ({ id, sealed }: MailDocument) =>
    isOpen && !sealed && publicPathOf ? publicPathOf(id) : `/load-document/${encodeURIComponent(id)}?${told}`
  const shown = listsDocuments ? filing.documents.slice(0, mostDocuments) : []
  const { placed } = placeDocuments(shown, {
    attaches: false,
    limit: 0,
    urlOf: (document: MailDocument) => publicUrl + pathOf(document),
  })
  const more = filing.documents.length - placed.length
  return {
    event: oneLine(filing.event ?? '', 300) || 'New filing',
    date: filing.date ? `Filed ${dayName(filing.date.slice(0, 10))}` : '',
    isSealed: filing.isSealed,
    text: oneLine(filing.docketText ?? '', longestText),
    url: `${publicUrl}/load-notice/${encodeURIComponent(filing.itemId)}`,
    documents: placed,
    remark: more > 0 ? `${counted(more, placed.length > 0 ? 'more document' : 'document')} with the filing.` : '',
    reason: oneLine(filing.reason ?? '', 500) || 'You are told of the filings in this case.',
  }
}

function headingRow({ matter, name, place }: CaseGroup<unknown>): Html {
  return html`<tr><td style="padding:20px 24px 0;">${matter ? html`<div style="font-size:12px;font-weight:600;color:#6b7384;padding-bottom:6px;">${matter}</div>` : ''}<div style="font-size:16px;line-height:22px;font-weight:600;">${name}</div><div style="font-size:13px;line-height:18px;color:#4a5365;">${place === name ? '' : place}</div></td></tr>`
}

function filingRow(view: FilingView): Html {
  const facts = [view.date, view.isSealed ? 'The court marked this filing as sealed.' : ''].filter(Boolean).join(' · ')
  return html`<tr><td style="padding:10px 24px 0;"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="border-top:1px solid #e4e0d8;padding:8px 0 0;font-size:14px;line-height:20px;word-break:break-word;"><a href="${view.url}" style="font-weight:600;color:#23407a;">${view.event}</a>
<div style="font-size:13px;line-height:18px;color:#4a5365;">${facts}</div>
<div style="padding-top:2px;color:#1b2333;">${view.text}</div>
${view.documents.map(documentLine)}<div style="font-size:13px;line-height:18px;color:#4a5365;">${view.remark}</div>
<div style="padding-top:2px;font-size:12px;line-height:18px;color:#6b7384;">${view.reason}</div></td></tr></table></td></tr>`
}

function documentLine({ document, place }: PlacedDocument): Html {
  const title = titleOf(document)
  const url = 'url' in place ? place.url : undefined
  const name = url ? html`<a href="${url}" style="color:#23407a;">${title}</a>` : html`${title}`
  return html`<div style="padding-top:2px;">${name}<span style="font-size:13px;color:#4a5365;">${noteOf(place, ' · ')}</span></div>`
}

function titleOf({ number, title }: MailDocument): string {
  return oneLine([number, title].filter(Boolean).join(' '), 300)
}

function noteOf(place: PlacedDocument['place'], before: string): string {
  if (!('sentence' in place)) return ''
  return `${before}${place.kind === 'missing' ? 'Not fetched: ' : ''}${oneLine(place.sentence, 300)}`
}

function headingText({ matter, name, place }: CaseGroup<unknown>): string {
  return [matter ? matter.toUpperCase() : '', name, place === name ? '' : place].filter(Boolean).join('\n')
}

function filingText(view: FilingView): string {
  const lines = [
    view.event,
    view.date,
    view.isSealed ? 'The court marked this filing as sealed.' : '',
    view.text,
    ...view.documents.flatMap(({ document, place }) => [
      `- ${titleOf(document)}${noteOf(place, ': ')}`,
      ...('url' in place && place.url ? [`  ${place.url}`] : []),
    ]),
    view.remark,
    `Open: ${view.url}`,
    view.reason,
  ]
  return lines
    .filter((line) => line !== '')
    .map((line) => `  ${line}`)
    .join('\n')
}
