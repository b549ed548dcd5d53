import type { NoticeKind } from '@courtcrier/contract/notice.ts'
import { stateOfSites } from '../../directory/state-names.ts'
import { readEfilingNotice } from '../../families/efiling-notice.ts'
import { labelsOf, readEfilingRows } from '../../families/efiling-rows.ts'
import { findSubject } from '../../families/efiling-subject.ts'
import type { Message } from '../../message/message.ts'
import type { CourtParser, KnownCourt, NoticeReading } from '../../parser.ts'
import { type Body, readBody } from '../../text/body.ts'
import { unwrapLink } from '../../text/link.ts'

/**
 * Electronic service notices from One Legal, TrueFiling, Green Filing and similar providers. California's rules
 * prescribe their content: the exact name of each document served and a hyperlink to it (Code of Civil Procedure,
 * section 1010.6). The providers' layouts aren't public, and no message was available (docs/notices.md).
 */
export const californiaEfsp: CourtParser = { name: 'california-efsp', score, read }

const labels = labelsOf({
  heading:
    'notice of electronic service|electronic service notification|eservice notification|e-service notification|you have been served|notification of electronic service|filing accepted|filing rejected|filing returned|case information|documents|document information|order information',
  court: 'court|court name|court location|jurisdiction|county',
  number: 'case number|case no|case no.|case #|appellate case number|court case number',
  name: 'case title|case name|case caption|case short title|short title',
  reference:
    'order number|order #|order no.|confirmation number|confirmation #|bundle id|bundle number|filing id|submission id|transaction id|envelope number|eservice id',
  submitted:
    'date served|service date|served on|date/time served|date of service|date/time submitted|submitted|date filed|filed date|filing date',
  decided: 'date accepted|date rejected|accepted date|rejected date',
  reason: 'rejection reason|reject reason|reason for rejection|return reason',
  comments: 'comments|court comments|clerk comments|rejection comments',
  'filed by': 'served by|filed by|submitted by|sender|sent by',
  attorney: 'attorney|filing attorney|attorney of record',
  filer: 'on behalf of|served on behalf of|filing party|filed on behalf of|party',
  contacts: 'service recipients|recipients|served to|persons served|parties served|service list',
  description: 'filing description|filing type',
  document:
    'document|document name|document title|document served|documents served|document(s) served|document names|document titles|exact name of document|lead document',
  attachment: 'attachment|attachments|exhibits',
  link: 'link|document link|hyperlink|view document|download|link to document|link to documents',
  other:
    'case type|case category|case jurisdiction|status|phone|email|department|judge|matter number|client matter|client billing code|service method|service type',
  tail: 'please note|this is an automated message|this is an automated email|do not reply to this email|thank you',
})

const senders =
  /@(?:[\w.-]{1,60}\.)?(?:onelegal|truefiling|imagesoftinc|greenfiling|infotrack|rapidlegal|firstlegal|legalconnect)\.com$/i
const providers = /(?:One\s?Legal|TrueFiling|Green\s?Filing|Rapid\s?Legal|First\s?Legal|InfoTrack|Legal\s?Connect)/i
const subjectPattern =
  /\b(?:e-?service|electronic(?:ally)? serv(?:ice|ed)|notice of electronic service|you have been (?:e-?|electronically )?served|filing (?:accepted|rejected|returned))\b/i

function score(message: Message): number {
  const body = readBody(message)
  const isNotice = findSubject(message, body, (text) => subjectPattern.test(text)) !== undefined
  const isSender = senders.test(message.from?.address ?? '')
  if (isSender) return isNotice || subjectPattern.test(body.text.slice(0, 2_000)) ? 0.9 : 0
  const opening = body.text.slice(0, 20_000)
  return isNotice && providers.test(`${message.subject} ${opening}`) && /Case\s+(?:Number|No\b|#)/i.test(opening)
    ? 0.7
    : 0
}

function read(message: Message, known: KnownCourt): NoticeReading {
  const body = readBody(message)
  const rows = readEfilingRows(body, labels)
  const subject = findSubject(message, body, (text) => subjectPattern.test(text))
  const kind = kindOf(`${subject?.text ?? message.subject} ${body.text.slice(0, 1_500)}`)
  const state = findState(message, body)
  return readEfilingNotice({
    body,
    rows,
    ...(kind && { kind }),
    subject: {},
    known,
    ...(state && { state }),
    isDocumentLink,
  })
}

/**
 * Most providers serve several states. The state is shown by a link's host, the court's own name, or a provider that
 * serves one state.
 */
function findState(message: Message, body: Body): string | undefined {
  const isNamed = /Superior Court of California|California Superior Court/i.test(body.text.slice(0, 3_000))
  const isOfCalifornia = isNamed || californian.test(message.from?.address ?? '')
  return stateOfSites(body) ?? (isOfCalifornia ? 'California' : undefined)
}

/** Providers that file only in California's courts. */
const californian = /@(?:[\w.-]{1,60}\.)?(?:onelegal|rapidlegal)\.com$/i

function kindOf(text: string): NoticeKind | undefined {
  if (/\bfiling (?:was |has been )?(?:rejected|returned)\b/i.test(text)) return 'rejection'
  if (/\bfiling (?:was |has been )?accepted\b/i.test(text)) return 'confirmation'
  return subjectPattern.test(text) ? 'service' : undefined
}

/** The path mentions documents or files, and not help, terms or unsubscribing. */
function isDocumentLink(href: string): boolean {
  const path = URL.parse(unwrapLink(href))?.pathname ?? ''
  return (
    /\/(?:e?service|serve|documents?|download|files?|view)(?:[/-]|$)/i.test(path) &&
    !/help|terms|unsubscribe|support/i.test(path)
  )
}
