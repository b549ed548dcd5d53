import { deliveryParameter } from '@courtcrier/contract/resources/delivery.ts'
import { counted } from '@courtcrier/lib/counted.ts'
import { oneLine } from '@courtcrier/lib/mail-text.ts'
import { findShortName } from '../../courts/directory/short-name.ts'
import { trustLineOf } from '../../mail/trust-line.ts'
import type { MailDocument } from '../deliveries/filing-mail.ts'
import { type PlacedDocument, placeDocuments } from '../deliveries/place-documents.ts'
import { type ClockItem, type ClockValues, partMark } from '../templates/clock-template.ts'
import { lineValue } from './clock-fill.ts'
import type { DigestRow } from './digest-row.ts'
import type { DigestFiling } from './filings.ts'
import { dayName, type MailOrigin } from './mail-frame.ts'

export interface DailyOptions extends MailOrigin {
  /** The path of a link that shows a document without a login; used only if the firm allows it. */
  publicPathOf?: (documentId: string) => string
}

/** With more filings, documents are one click further away, because Gmail hides everything after 100 KB of HTML. */
const mostWithDocuments = 40
const mostDocuments = 10
const longestText = 280
/** A template may show more of each filing if there are few. */
const longestValue = 2000

/** A case in a daily message, with its filings. */
export interface CaseView {
  matter: string
  name: string
  place: string
  first: DigestFiling
  filings: readonly DailyFiling[]
}

/** One filing as a daily message shows it. */
export interface DailyFiling {
  /** Its position among all filings in the message. */
  index: number
  event: string
  date: string
  isSealed: boolean
  text: string
  url: string
  documents: readonly PlacedDocument[]
  remark: string
  /** Who vouches for the sender of the notice. */
  sender: string
  reason: string
  filing: DigestFiling
}

/** Groups a daily digest's filings by case, in the order in which they come. */
export function casesOf(
  row: Pick<DigestRow, 'firm'>,
  filings: readonly DigestFiling[],
  options: DailyOptions,
): readonly CaseView[] {
  const groups = [
    ...Map.groupBy(filings, ({ caseId, docketNumber, courtId }) => caseId ?? `${docketNumber} ${courtId}`).values(),
  ]
  const listsDocuments = filings.length <= mostWithDocuments
  let index = 0
  return groups.map((group) => {
    const [first] = group as [DigestFiling, ...DigestFiling[]]
    const matter = oneLine([first.matterNumber, first.matter].filter(Boolean).join(' '), 200) || 'No matter'
    const place = [first.docketNumber, courtOf(first)].filter(Boolean).join(' · ')
    const name = oneLine(first.caseName ?? '', 300) || oneLine(place, 300) || 'Unknown case'
    const views = group.map((filing) => viewOf(row, filing, { ...options, listsDocuments, index: index++ }))
    return { matter, name, place: oneLine(place, 300), first, filings: views }
  })
}

function courtOf({ courtId }: DigestFiling): string {
  return findShortName(courtId) ?? ''
}

function viewOf(
  row: Pick<DigestRow, 'firm'>,
  filing: DigestFiling,
  { consoleUrl, publicPathOf, listsDocuments, index }: DailyOptions & { listsDocuments: boolean; index: number },
): DailyFiling {
  const isOpen = row.firm.publicDocumentAccess && !filing.isSealed
  const told = `${deliveryParameter}=${encodeURIComponent(filing.deliveryId)}`
  const documentPathOf = ({ id, sealed }: MailDocument) =>
    isOpen && !sealed && publicPathOf ? publicPathOf(id) : `/load-document/${encodeURIComponent(id)}?${told}`
  const shown = listsDocuments ? filing.documents.slice(0, mostDocuments) : []
  const { placed } = placeDocuments(shown, {
    attaches: false,
    limit: 0,
    urlOf: (document: MailDocument) => consoleUrl + documentPathOf(document),
  })
  const more = filing.documents.length - placed.length
  return {
    index,
    event: oneLine(filing.event ?? '', 300) || 'New filing',
    date: filing.date ? `Filed ${dayName(filing.date.slice(0, 10))}` : '',
    isSealed: filing.isSealed,
    text: oneLine(filing.docketText ?? '', longestText),
    url: `${consoleUrl}/load-notice/${encodeURIComponent(filing.itemId)}`,
    documents: placed,
    remark: more > 0 ? `${counted(more, placed.length > 0 ? 'more document' : 'document')} with the filing.` : '',
    sender: filing.sender ? oneLine(trustLineOf(filing.sender), 500) : '',
    reason: oneLine(filing.reason ?? '', 500) || 'You are notified of filings in this case.',
    filing,
  }
}

/** The values a daily digest's template is filled with. */
export function dailyValues(row: Pick<DigestRow, 'firm' | 'name' | 'day'>, cases: readonly CaseView[]): ClockValues {
  const count = cases.reduce((sum, { filings }) => sum + filings.length, 0)
  const longest = count > mostWithDocuments ? longestText : longestValue
  return {
    message: { day: row.day, filing_count: count, case_count: cases.length },
    person: { name: lineValue(row.name) },
    firm: { name: lineValue(row.firm.name) },
    cases: cases.map(({ name, first, filings }) => ({
      name,
      case_number: lineValue(first.docketNumber),
      court: courtOf(first),
      matter_name: lineValue(first.matter),
      matter_number: lineValue(first.matterNumber),
      client_name: lineValue(first.client),
      client_number: lineValue(first.clientNumber),
      filings: filings.map((view) => filingValues(view, longest)),
    })),
  }
}

function filingValues({ index, event, url, filing }: DailyFiling, longest: number): ClockItem {
  return {
    event,
    date: filing.date?.slice(0, 10) ?? '',
    docket_text: lineValue(filing.docketText, longest),
    document_number: lineValue(filing.documentNumber),
    document_count: filing.documents.length,
    url,
    documents: partMark(index),
  }
}
