import type { NoticeKind } from '@courtcrier/contract/notice.ts'
import { stateOfSites } from '../../directory/state-names.ts'
import { readEfilingNotice } from '../../families/efiling-notice.ts'
import { labelsOf, readEfilingRows } from '../../families/efiling-rows.ts'
import { findSubject, subjectPart } from '../../families/efiling-subject.ts'
import type { Message } from '../../message/message.ts'
import type { CourtParser, KnownCourt, NoticeReading } from '../../parser.ts'
import { type Body, readBody } from '../../text/body.ts'

/**
 * Receipts and service notices from File & ServeXpress. Its guides name the fields of a transaction (Transaction ID,
 * case, authorizer, documents) but show no message, and none was available, so fixtures and labels follow the guides
 * (docs/notices.md). The message must name the court, because the service works in several states.
 */
export const fileServexpress: CourtParser = { name: 'file-servexpress', score, read }

const labels = labelsOf({
  heading:
    'transaction receipt|transaction details|notification of service|notice of service|filing accepted|filing rejected|case information|document list|documents|inbox notification',
  court: 'court|jurisdiction|court/jurisdiction',
  number: 'case number|case no|case no.|case #|civil action number',
  name: 'case name|case title|case caption|short title',
  reference:
    'transaction id|transaction #|transaction number|filing id|file & servexpress transaction id|file & serve transaction id',
  submitted:
    'submitted|submitted date|date submitted|submitted on|authorized date|file date|filed date|date filed|date/time submitted|served date|date served',
  decided: 'accepted date|date accepted|rejected date|date rejected|clerk review date|date reviewed',
  reason: 'rejection reason|reason for rejection|reject reason',
  comments: 'clerk comments|comments|court comments|rejection comments',
  'filed by': 'submitted by|filed by|sender|authorizer|authorized by',
  attorney: 'filing attorney|authorizing attorney',
  filer: 'sending party|sending parties|on behalf of|filing party|filing parties|sending party(ies)',
  contacts: 'recipients|service recipients|parties served|served parties|serve list',
  description: 'document type|document types|filing type',
  document: 'document title|document title(s)|document titles|title|main document|document',
  attachment: 'attachment|attachments|supporting document|supporting documents',
  link: 'link|document link|view document|view documents',
  other:
    'transaction type|transaction option|delivery option|status|review status|clerk review status|case type|organization|firm|judge|assigned judge|billing reference|document security',
  tail: 'please note|this is an automated message|this is an automated notification|thank you for using file & servexpress|thank you',
})

const titlePattern = /File\s?&\s?Serve\s?(?:Xpress|Delaware|Texas)?/i

function score(message: Message): number {
  const body = readBody(message)
  const isSender =
    /@(?:[\w.-]{1,60}\.)?(?:fileandservexpress|fileandservedelaware|fileandservetexas|fileandserve)\.com$/i.test(
      message.from?.address ?? '',
    )
  const opening = body.text.slice(0, 20_000)
  const hasTransaction = /Transaction\s+(?:ID|#|Number)/i.test(opening)
  if (isSender) return hasTransaction ? 1 : 0
  return hasTransaction && titlePattern.test(`${message.subject} ${opening}`) ? 0.8 : 0
}

function read(message: Message, known: KnownCourt): NoticeReading {
  const body = readBody(message)
  const subject = findSubject(message, body, (text) => /\btransaction (?:id|#)/i.test(text) || titlePattern.test(text))
  const kind = kindOf(`${subject?.text ?? message.subject} ${openingOf(body)}`)
  const id = subject && /\btransaction (?:id|#|number):? ?#?(\d{5,12})\b/i.exec(subject.text)?.[1]
  const reference = subject && subjectPart(subject, id)
  const state = stateOfSites(body) ?? stateOfSender(message)
  return readEfilingNotice({
    body,
    rows: readEfilingRows(body, labels),
    ...(kind && { kind }),
    subject: reference ? { reference } : {},
    known,
    ...(state && { state }),
    isDocumentLink: () => false,
  })
}

/** The service has separate sites for two states. */
function stateOfSender({ from }: Message): string | undefined {
  const site = /fileandserve(delaware|texas)\.com$/i.exec(from?.address ?? '')?.[1]?.toLowerCase()
  return site === 'texas' ? 'Texas' : site && 'Delaware'
}

/** The message first says what it is, followed by its fields. */
function openingOf(body: Body): string {
  const opening = body.text.slice(0, 1_500)
  const field = opening.search(/Transaction\s+ID/i)
  return field < 0 ? opening : opening.slice(0, field)
}

function kindOf(text: string): NoticeKind | undefined {
  if (/\brejected\b/i.test(text)) return 'rejection'
  if (/\b(?:accepted|receipt|submitted|confirmation)\b/i.test(text)) return 'confirmation'
  return /\b(?:served|service|serve)\b/i.test(text.replace(new RegExp(titlePattern.source, 'gi'), ''))
    ? 'service'
    : undefined
}
