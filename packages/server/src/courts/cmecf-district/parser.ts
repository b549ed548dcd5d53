import type { Found, Notice, NoticeCase, ParseResult } from '@courtcrier/contract/notice.ts'
import type { Message } from '../../mail/message.ts'
import { type Body, readBody } from '../body.ts'
import { detectCourt } from '../detect-court.ts'
import { findCourt } from '../directory.ts'
import type { CourtParser } from '../parser.ts'
import { type CaseReading, readCase } from './cases.ts'
import { readDocuments } from './documents.ts'
import { readEvent } from './event.ts'
import { type Layout, layOut } from './layout.ts'
import { readRecipients } from './recipients.ts'
import { saysSealed } from './sealed.ts'
import { readTransaction } from './transaction.ts'

/** Notices of Electronic Filing of the district courts and the Panel on Multidistrict Litigation, in HTML and plain text. */
export const cmecfDistrict: CourtParser = { name: 'cmecf-district', score, parse }

const title = /Notice\s+of\s+Electronic\s+Filing/i
const activity = /^(?:(?:fwd?|re|re-send): ?){0,5}activity in case /i
const bankruptcyHeading = /Bankruptcy\s+Court/i

function score(message: Message): number {
  const { text } = readBody(message)
  const at = text.search(title)
  const isActivity = activity.test(message.subject)
  if (at < 0) return isActivity ? 0.3 : 0
  // The heading above the title names the court; further down a docket text may name any court.
  if (bankruptcyHeading.test(text.slice(Math.max(0, at - 400), at))) return 0
  return isActivity ? 1 : 0.8
}

function parse(message: Message, courtId?: string): ParseResult {
  const body = readBody(message)
  const layout = layOut(body)
  const court = courtId === undefined ? detectCourt(message) : ({ value: courtId, from: 'derived' } as const)
  const understood: Partial<Notice> = {
    kind: 'filing',
    format: cmecfDistrict.name,
    ...(court && { courtId: court }),
    ...readTransaction(body, layout.enteredAt, court && findCourt(court.value)),
  }
  const obstacle = findObstacle(body, layout, court)
  if (obstacle) return { unclear: obstacle, understood }
  return readFiling({ message, body, layout, understood })
}

/** Why this cannot become one whole notice, from what can be seen before reading the cases. */
function findObstacle(body: Body, layout: Layout, court: Found<string> | undefined): string | undefined {
  if (body.isCut) return 'This message is far longer than any court notice, so only its beginning was read.'
  if (layout.transactions > 1) {
    return `This message holds ${layout.transactions} court notices. Forward each notice in a message of its own.`
  }
  if (layout.cases.length === 0) return 'This looks like a notice of electronic filing, but it names no case.'
  if (layout.cases.length > mostCases) return `This notice names more than ${mostCases} cases.`
  if (!court) return 'This looks like a notice of electronic filing, but it does not show which court sent it.'
  if (!findCourt(court.value)) return `Courtcrier does not know the court "${court.value}".`
  return undefined
}

const mostCases = 2_000

interface Reading {
  message: Message
  body: Body
  layout: Layout
  understood: Partial<Notice>
}

function readFiling({ message, body, layout, understood }: Reading): ParseResult {
  const readings = layout.cases.map((lines) => readCase(body, lines))
  const whole = readings.filter((reading) => reading !== undefined)
  const first = whole[0]
  const cases = whole.map((reading) => reading.case)
  if (!first || whole.length < readings.length || !understood.courtId) {
    const unclear = 'This notice names a case without its name or its docket number.'
    return { unclear, understood: { ...understood, cases } }
  }
  const event = readEvent(message, layout.head, cases)
  const docketText = whole.find((reading) => reading.docketText)?.docketText
  if (!event && !docketText) {
    return { unclear: 'This notice does not say what was filed.', understood: { ...understood, cases } }
  }
  const filing = { event, docketText, cases, first, whole }
  return { notice: { ...understood, ...assemble({ body, layout, filing }), courtId: understood.courtId } }
}

interface Filing {
  event?: Found<string>
  docketText?: Found<string>
  cases: readonly NoticeCase[]
  first: CaseReading
  whole: readonly CaseReading[]
}

function assemble({ body, layout, filing }: { body: Body; layout: Layout; filing: Filing }): Omit<Notice, 'courtId'> {
  const { event, docketText, cases, first, whole } = filing
  const filer = whole.find((reading) => reading.filer)?.filer
  const { documentNumber } = first.case
  const link = cases.find((one) => one.link?.token)?.link ?? cases.find((one) => one.link)?.link
  const main = { number: documentNumber?.value, link, title: event?.value }
  return {
    kind: 'filing',
    format: cmecfDistrict.name,
    cases,
    ...(event && { event }),
    ...(docketText && { docketText }),
    ...(documentNumber && { documentNumber }),
    ...(filer && { filer }),
    isCaseClosed: cases.some((one) => one.isClosed),
    isSealed: saysSealed({ event: event?.value, docketText: docketText?.value, documentNumber: first.documentWords }),
    documents: readDocuments(body, layout.documents, main),
    recipients: readRecipients(body, layout.mailing),
  }
}
