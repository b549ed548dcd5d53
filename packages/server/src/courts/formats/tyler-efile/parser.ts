import { stateOfHost, stateOfSiteName, stateOfSites } from '../../directory/state-names.ts'
import { readEfilingNotice } from '../../families/efiling-notice.ts'
import { labelsOf, readEfilingRows } from '../../families/efiling-rows.ts'
import { findSubject } from '../../families/efiling-subject.ts'
import type { Message } from '../../message/message.ts'
import type { CourtParser, KnownCourt, NoticeReading } from '../../parser.ts'
import { type Body, readBody } from '../../text/body.ts'
import { squeeze } from '../../text/found.ts'
import { unwrapLink } from '../../text/link.ts'
import { isTylerSubject, kindOfTitle, readTylerSubject } from './subject.ts'

/** The service's labels in all known states and years; see docs/notices.md. */
const tylerLabels = labelsOf({
  heading:
    'filing accepted|filing submitted|filing received|filing returned|filing rejected|notification of service|administrative copy of service|courtesy copy of service|courtesy copy|notice of electronic filing|odyssey e-notices|filing details|document details|envelope details|service details|case details|notice details',
  court: 'court|location|court location|court name',
  number: 'case number|case no|case no.|case #|cause number|cause no.',
  name: 'case name|case style|case title|style',
  reference: 'envelope number|envelope #|envelope id|envelope',
  submitted: 'date/time submitted|date submitted|submitted date|date/time filed|file date|filed date',
  decided:
    'date/time accepted|date accepted|date/time returned|date returned|date/time rejected|date rejected|date/time reviewed',
  reason: 'rejection reason|reject reason|reason for rejection|return reason|returned reason|reason for return|reason',
  comments:
    'accepted comments|acceptance comments|rejection comments|rejected comments|reject comments|return comments|returned comments|reviewer comments|clerk comments|comments|comment',
  type: 'filing type',
  code: 'filing code|filing code description|document type',
  description: 'filing description|description|document description',
  'filed by': 'filed by|submitted by',
  attorney: 'filing attorney|attorney',
  filer: 'on behalf of|filed on behalf of|filing on behalf of|filing party|filing parties',
  contacts: 'service contacts|service contact|service contact(s)|served to|service recipients',
  document: 'lead document|document name|served document name|file name',
  attachment: 'attachment|attachments|attachment(s)|attachment name',
  link: 'file stamped copy|file stamped copies|stamped copy|served document|served documents|document link|document links|download document',
  other:
    'activity requested|lead document page count|page count|attachment page count|filing fee|fees|security|document security|case type|case category|date/time served|date served|filing status|status|client reference number|reference number|payment account',
  tail: 'please note|for technical assistance, contact your service provider|for technical assistance|this is an automated message',
})

/**
 * Messages from Tyler's eFile & Serve (Odyssey File & Serve) in any state: filings submitted, accepted and returned,
 * and notifications and copies of service. The layout of "Filing Accepted" is that of Illinois's messages of 2025
 * published as tests of a public program. All other messages are read as described by public programs and the help
 * pages; no real one was available (docs/notices.md).
 */
export const tylerEfile: CourtParser = { name: 'tyler-efile', score, read }

/** The service's domains; the first one since 2021. */
const domains = ['tylertech.cloud', 'tylerhost.net']

function score(message: Message): number {
  const body = readBody(message)
  if (findSubject(message, body, isTylerSubject)) return isFromService(message) || hasFilingDetails(body) ? 1 : 0.6
  if (isFromService(message)) return headingOf(body) ? 0.7 : 0
  return hasFilingDetails(body) && headingOf(body) ? 0.6 : 0
}

function read(message: Message, known: KnownCourt): NoticeReading {
  const body = readBody(message)
  const subject = findSubject(message, body, isTylerSubject)
  const kind = kindOfTitle(subject?.text ?? '') ?? kindOfTitle(headingOf(body) ?? '')
  const state = findState(message, body)
  return readEfilingNotice({
    body,
    rows: readEfilingRows(body, tylerLabels),
    ...(kind && { kind }),
    subject: readTylerSubject(subject),
    known,
    ...(state && { state }),
    isDocumentLink,
  })
}

/** `ViewDocuments.aspx` and `ViewServiceDocuments.aspx` lead to documents; all other links lead to help and surveys. */
function isDocumentLink(href: string): boolean {
  return /^https?:\/\/[\w.-]{1,255}\/(?:[\w-]{1,40}\/){0,3}view(?:service)?documents\.aspx\?/i.test(unwrapLink(href))
}

function findState(message: Message, body: Body): string | undefined {
  const sender = senderDomain(message)
  const own = domains.some((domain) => sender.endsWith(`.${domain}`)) ? stateOfHost(sender) : undefined
  return (
    stateOfSites(body) ??
    own ??
    stateOfLogo(message) ??
    stateOfSiteName(`${body.text.slice(0, 20_000)} ${message.from?.name ?? ''}`)
  )
}

/** Messages without a document show the state's logo from the state's own host. */
function stateOfLogo({ html = '' }: Message): string | undefined {
  const host = /<img [^>]{0,300}\bsrc="https:\/\/([\w-]{1,60})\.(?:tylertech\.cloud|tylerhost\.net)\//i.exec(
    html.slice(0, 20_000),
  )?.[1]
  return host && stateOfHost(host)
}

function senderDomain({ from }: Message): string {
  return from?.address.slice(from.address.lastIndexOf('@') + 1).toLowerCase() ?? ''
}

function isFromService(message: Message): boolean {
  const sender = senderDomain(message)
  return domains.some((domain) => sender === domain || sender.endsWith(`.${domain}`))
}

const openingLines = 60

/** The line near the top that says what kind of message this is. */
function headingOf(body: Body): string | undefined {
  for (const { start, end } of body.lines.slice(0, openingLines)) {
    const text = end - start > 100 ? '' : squeeze(body.text.slice(start, end))
    if (kindOfTitle(text) && text.length <= 60) return text
  }
  return undefined
}

function hasFilingDetails(body: Body): boolean {
  const opening = body.text.slice(0, 20_000)
  return /Filing\s+Details/i.test(opening) || /Envelope\s+(?:Number|#)/i.test(opening)
}
