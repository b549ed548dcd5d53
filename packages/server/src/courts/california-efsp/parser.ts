import type { NoticeKind } from '@courtcrier/contract/notice.ts'
import type { Message } from '../../mail/message.ts'
import { type Body, readBody } from '../body.ts'
import { readEfilingNotice } from '../efiling-notice.ts'
import { labelsOf, readEfilingRows } from '../efiling-rows.ts'
import { findSubject } from '../efiling-subject.ts'
import { unwrapLink } from '../link.ts'
import type { CourtParser, KnownCourt, Reading } from '../parser.ts'
import { stateOfSites } from '../state-names.ts'

/**
 * Electronic service by notification of the service providers One Legal, TrueFiling, Green Filing and others like them.
 * California's rules prescribe what such a message must give, the exact name of each document served and a hyperlink to
 * it (Code of Civil Procedure, section 1010.6); how the providers lay it out is not public, and
 * no message was seen (docs/notices.md).
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

function read(message: Message, known: KnownCourt): Reading {
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

/** Most providers serve several states; the link's host says which, the court's own name, or the one-state provider. */
function findState(message: Message, body: Body): string | undefined {
  const isNamed = /Superior Court of California|California Superior Court/i.test(body.text.slice(0, 3_000))
  const isOfCalifornia = isNamed || californian.test(message.from?.address ?? '')
  return stateOfSites(body) ?? (isOfCalifornia ? 'California' : undefined)
}

/** Providers that file in California's courts only. */
const californian = /@(?:[\w.-]{1,60}\.)?(?:onelegal|rapidlegal)\.com$/i

function kindOf(text: string): NoticeKind | undefined {
  if (/\bfiling (?:was |has been )?(?:rejected|returned)\b/i.test(text)) return 'rejection'
  if (/\bfiling (?:was |has been )?accepted\b/i.test(text)) return 'confirmation'
  return subjectPattern.test(text) ? 'service' : undefined
}

/** A path that speaks of documents or files; help, terms and unsubscribing do not. */
function isDocumentLink(href: string): boolean {
  const path = URL.parse(unwrapLink(href))?.pathname ?? ''
  return (
    /\/(?:e?service|serve|documents?|download|files?|view)(?:[/-]|$)/i.test(path) &&
    !/help|terms|unsubscribe|support/i.test(path)
  )
}
