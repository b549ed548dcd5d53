import type { Notice, NoticeCase } from '@courtcrier/contract/notice.ts'
import type { Message } from '../../message/message.ts'
import type { CourtParser, NoticeReading } from '../../parser.ts'
import { type Body, readBody } from '../../text/body.ts'
import { findCourtsSubject } from '../../text/quoted-subjects.ts'
import { readEntries } from './entries.ts'

/**
 * CM/ECF's daily summary report, which users choose instead of a notice for each filing. Layout as documented by the
 * courts (ncmb "E-Mail Management": case name, case number, docket text, a link to the case and one to the document;
 * ord "How to Configure Noticing": the words for a day without filings); no real message was available. Every entry
 * becomes its own case, with its document's number, link and docket text; the entry's title is the document's
 * description.
 */
export const cmecfSummary: CourtParser = { name: 'cmecf-summary', score, read }

const named = /\bsummary of (?:cm\/)?ecf activity\b|\bdaily summary report\b|^(?:fwd?: ?)?summary report\b/i
const opens =
  /\b(?:activity\s{1,9}has\s{1,9}occurred\s{1,9}in\s{1,9}the\s{1,9}following\s{1,9}cases|(?:daily\s{1,9}summary\s{1,9}report|summary\s{1,9}report\s{1,9}(?:for|of)\s{1,9}(?:cm\/)?ecf)\b)/i
const opening = 3_000

function score(message: Message): number {
  const text = readBody(message).text.slice(0, opening)
  const isNamed = named.test(message.subject)
  if (!isNamed && !opens.test(text)) return 0
  // A notice of one filing contains this sentence; its docket text may well mention a summary.
  if (/the\s{1,9}following\s{1,9}transaction\s{1,9}was\s/i.test(text)) return 0
  return isNamed ? 0.9 : 0.7
}

function read(message: Message): NoticeReading {
  const body = readBody(message)
  const { cases, documents, isCut } = readEntries(body)
  const understood: Partial<Notice> = { kind: 'summary', cases, documents, ...readEvent(message, body, cases) }
  if (isCut || body.isCut) return { understood, obstacle: 'This summary is longer than Courtcrier reads.' }
  if (cases.length === 0 && /no transactions found/i.test(body.text.slice(0, opening))) {
    return { understood, obstacle: 'This summary says that nothing was filed.' }
  }
  return { understood }
}

/** A summary as a whole has no title other than the subject. */
function readEvent({ subject }: Message, body: Body, cases: readonly NoticeCase[]): Pick<Notice, 'event'> {
  const event = findCourtsSubject(subject, body, cases[0]?.docketNumber.span?.[0] ?? opening)
  return event ? { event } : {}
}
