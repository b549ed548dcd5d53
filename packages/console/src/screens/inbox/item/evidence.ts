import type {
  Found,
  Notice,
  NoticeCase,
  NoticeDocument,
  NoticeRecipient,
  NoticeSchedule,
  Span,
} from '@courtcrier/contract/notice.ts'
import { formatWallClock } from '../../../ui/format-time.ts'

/** A labeled value read from the message, with the position that proves it. */
export interface Fact {
  /** Key of the translations. */
  labelKey: string
  value: string
  span?: Span
  /** The source if it isn't the body: shown next to the value, since nothing can be highlighted. */
  from?: 'subject' | 'header' | 'derived'
  /** Whether it is set in the typeface for numbers. */
  isFigure?: boolean
  /** Whether it is a court's ID: the screen shows the court's name. */
  isCourt?: boolean
}

/** A notice as shown in the panel: facts, docket text, service list. The facts' positions index into `spans`. */
export interface Evidence {
  facts: readonly Fact[]
  docketText?: Fact
  /** The documents as listed in the notice, main document first. */
  documents: readonly Fact[]
  recipients: readonly Fact[]
  /** The spans of all of them, in the order facts, docket text, documents, recipients. */
  spans: readonly Span[]
  /** Returns the index of a fact in `spans`; undefined if it has none. */
  placeOf: (fact: Fact) => number | undefined
}

export function evidenceOf(notice: Partial<Notice>): Evidence {
  const facts = [...filingFacts(notice), ...(notice.cases ?? []).flatMap(caseFacts)]
  const docketText = notice.docketText && factOf('inbox.fact.docketText', notice.docketText)
  const documents = (notice.documents ?? []).map((document) =>
    factOf('inbox.fact.listed', document.description, { value: documentText(document) }),
  )
  const recipients = (notice.recipients ?? []).map(recipientFact)
  const all = [...facts, ...(docketText ? [docketText] : []), ...documents, ...recipients]
  const placed = all.filter(({ span }) => span)
  const places = new Map<Fact, number>(placed.map((fact, place) => [fact, place]))
  return {
    facts,
    docketText,
    documents,
    recipients,
    spans: placed.map(({ span }) => span ?? [0, 0]),
    placeOf: (fact) => places.get(fact),
  }
}

function recipientFact({ name, onBehalfOf, emails, span, isServedElectronically }: NoticeRecipient): Fact {
  const person = [name, onBehalfOf && `(${onBehalfOf})`, emails.join(', ')].filter(Boolean).join(' ')
  return { labelKey: isServedElectronically ? 'inbox.fact.served' : 'inbox.fact.notServed', value: person, span }
}

/** Formats a listed document: `12-1 Exhibit A (exhibit-a.pdf)`. */
function documentText({ number, description, originalFileName }: NoticeDocument): string {
  return [number, description.value, originalFileName && `(${originalFileName})`].filter(Boolean).join(' ')
}

function filingFacts(notice: Partial<Notice>): Fact[] {
  const { enteredAt, filedDate, filingUser, filer, event, courtId, documentNumber, reference, claimNumber } = notice
  const { crossReferences = [], schedule } = notice
  return [
    enteredAt && factOf('inbox.fact.entered', enteredAt, { value: courtTime(enteredAt.value), isFigure: true }),
    filedDate &&
      filedDate.value !== enteredAt?.value.local.slice(0, 10) &&
      factOf('inbox.fact.filed', filedDate, { isFigure: true }),
    filingUser && factOf('inbox.fact.filedBy', filingUser),
    filer && factOf('inbox.fact.filer', filer),
    event && factOf('inbox.fact.event', event),
    courtId && factOf('inbox.fact.court', courtId, { isCourt: true }),
    documentNumber && factOf('inbox.fact.documentNumber', documentNumber, { isFigure: true }),
    claimNumber && factOf('inbox.fact.claimNumber', claimNumber, { isFigure: true }),
    reference && factOf('inbox.fact.reference', reference, { isFigure: true }),
    ...crossReferences.map((number) => factOf('inbox.fact.refersTo', number, { isFigure: true })),
    schedule && { labelKey: 'inbox.fact.takesPlace', value: placeAndTime(schedule), isFigure: true },
  ].filter((fact): fact is Fact => Boolean(fact))
}

function caseFacts(noticeCase: NoticeCase): Fact[] {
  return [
    ...(noticeCase.name ? [factOf('inbox.fact.case', noticeCase.name)] : []),
    factOf('inbox.fact.docketNumber', noticeCase.docketNumber, { isFigure: true }),
  ]
}

function factOf<T>(labelKey: string, found: Found<T>, more: Partial<Fact> = {}): Fact {
  const from = found.from === 'body' ? undefined : found.from
  return { labelKey, value: String(found.value), span: found.span, from, ...more }
}

function placeAndTime({ starts, timeZone, location }: NoticeSchedule): string {
  return [courtTime({ local: starts, zone: timeZone }), location].filter(Boolean).join(', ')
}

/** Formats the court's local time, with the zone as the notice names it: `Nov 21, 2026, 9:40 AM PST`. */
export function courtTime({ local, zone }: { local: string; zone?: string }): string {
  return [formatWallClock(local) ?? local, zone].filter(Boolean).join(' ')
}

export interface TextPart {
  text: string
  isMarked: boolean
}

/** Splits docket text into parts, with its dates and the parties it names marked. */
export function recordParts(text: string, names: readonly string[]): TextPart[] {
  const wanted = names.filter((name) => name.length > 3).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp([dates, ...wanted].join('|'), 'g')
  const parts: TextPart[] = []
  let at = 0
  for (const match of text.matchAll(pattern)) {
    if (match.index > at) parts.push({ text: text.slice(at, match.index), isMarked: false })
    parts.push({ text: match[0], isMarked: true })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMarked: false })
  return parts
}

/** Dates as clerks write them: `1/14/2027 01:30 PM`. */
const dates = String.raw`\b\d{1,2}/\d{1,2}/\d{4}(?: (?:at )?\d{1,2}:\d\d [AP]M)?\b`
