import type { Found, Notice, NoticeCase } from '@courtcrier/contract/notice.ts'
import type { Message } from '../../mail/message.ts'
import { type Body, readBody } from '../body.ts'
import type { CourtParser, KnownCourt, Reading } from '../parser.ts'
import { type CaseReading, readCase } from './cases.ts'
import { readDocuments } from './documents.ts'
import { readEvent } from './event.ts'
import { type Layout, layOut } from './layout.ts'
import { readRecipients } from './recipients.ts'
import { saysSealed } from './sealed.ts'
import { readTransaction } from './transaction.ts'

/** Notices of Electronic Filing of the district courts and the Panel on Multidistrict Litigation, in HTML and plain text. */
export const cmecfNef: CourtParser = { name: 'cmecf-nef', score, read }

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

function read(message: Message, { court }: KnownCourt): Reading {
  const body = readBody(message)
  const layout = layOut(body)
  const understood: Partial<Notice> = { kind: 'filing', ...readTransaction(body, layout.enteredAt, court) }
  const obstacle = findObstacle(body, layout)
  return obstacle ? { understood, obstacle } : readFiling({ message, body, layout, understood })
}

/** Why this cannot become one whole notice, from what can be seen before reading the cases. */
function findObstacle(body: Body, layout: Layout): string | undefined {
  if (body.isCut) return 'This message is far longer than any court notice, so only its beginning was read.'
  if (layout.transactions > 1) {
    return `This message holds ${layout.transactions} court notices. Forward each notice in a message of its own.`
  }
  if (layout.cases.length > mostCases) return `This notice names more than ${mostCases} cases.`
  return undefined
}

const mostCases = 2_000

interface Parts {
  message: Message
  body: Body
  layout: Layout
  understood: Partial<Notice>
}

function readFiling({ message, body, layout, understood }: Parts): Reading {
  const readings = layout.cases.map((lines) => readCase(body, lines))
  const whole = readings.filter((reading) => reading !== undefined)
  const cases = whole.map((reading) => reading.case)
  const event = readEvent(message, layout.head, cases)
  const docketText = whole.find((reading) => reading.docketText)?.docketText
  const filing = { event, docketText, cases, whole }
  const all = { ...understood, ...assemble({ body, layout, filing }) }
  if (whole.length === readings.length) return { understood: all }
  return { understood: all, obstacle: 'This notice names a case without its name or its docket number.' }
}

interface Filing {
  event?: Found<string>
  docketText?: Found<string>
  cases: readonly NoticeCase[]
  whole: readonly CaseReading[]
}

function assemble({ body, layout, filing }: { body: Body; layout: Layout; filing: Filing }): Partial<Notice> {
  const { event, docketText, cases, whole } = filing
  const filer = whole.find((reading) => reading.filer)?.filer
  const documentNumber = cases[0]?.documentNumber
  const link = cases.find((one) => one.link?.token)?.link ?? cases.find((one) => one.link)?.link
  const main = { number: documentNumber?.value, link, title: event?.value }
  const documentWords = whole[0]?.documentWords
  return {
    cases,
    ...(event && { event }),
    ...(docketText && { docketText }),
    ...(documentNumber && { documentNumber }),
    ...(filer && { filer }),
    isCaseClosed: cases.some((one) => one.isClosed),
    isSealed: saysSealed({ event: event?.value, docketText: docketText?.value, documentNumber: documentWords }),
    documents: readDocuments(body, layout.documents, main),
    recipients: readRecipients(body, layout.mailing),
  }
}
