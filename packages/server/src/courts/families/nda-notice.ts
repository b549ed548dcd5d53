import type { Found, Notice, NoticeCase } from '@courtcrier/contract/notice.ts'
import { parseDocketNumber } from '../directory/docket-number.ts'
import type { Message } from '../message/message.ts'
import type { KnownCourt, NoticeReading } from '../parser.ts'
import { type Body, readBody } from '../text/body.ts'
import { saysSealed } from '../text/says-sealed.ts'
import { readNdaBrackets } from './nda-brackets.ts'
import { type NdaCaseReading, readNdaCase } from './nda-cases.ts'
import { layOutNda, type NdaLayout, type NdaLine } from './nda-layout.ts'
import { readNdaRecipients } from './nda-recipients.ts'
import { isResent, type NdaSubject, ndaSubjects } from './nda-subject.ts'
import { readNdaTransaction } from './nda-transaction.ts'
import { whyNotOneNotice } from './one-notice.ts'

/** A Notice of Docket Activity after layout, for what only one of the two systems writes. */
export interface NdaParts {
  body: Body
  layout: NdaLayout
  subjects: readonly NdaSubject[]
  cases: readonly NoticeCase[]
  docketText?: Found<string>
}

/** How the notices of CM/ECF and ACMS differ. */
export interface NdaSystem {
  isDocument: (line: NdaLine, body: Body) => boolean
  readOwn: (parts: NdaParts) => Partial<Notice>
}

/** Whether a text is a Notice of Docket Activity: its title, and a case or transaction below it. */
export function isNda(body: Body): boolean {
  const at = body.text.search(/Notice\s{1,9}of\s{1,9}Docket\s{1,9}Activity/i)
  if (at < 0) return false
  // Between elements there may be no space, and so no boundary of a word.
  return /the\s{1,9}following\s{1,9}transaction\s|case\s{1,9}number\s{0,9}:/i.test(body.text.slice(at, at + 5_000))
}

/** Reads what the notices of both systems have in common, and lets the system add its own. */
export function readNda(message: Message, known: KnownCourt, system: NdaSystem): NoticeReading {
  const body = readBody(message)
  const layout = layOutNda(body, (line) => system.isDocument(line, body))
  const understood: Partial<Notice> = {
    kind: 'filing',
    ...readNdaTransaction(body, layout.enteredAt, known.court),
  }
  const obstacle = whyNotOneNotice(body, layout)
  if (obstacle) return { understood, obstacle }
  const readings = layout.cases.map((lines) => readNdaCase(body, lines))
  const gap = readings.some((reading) => reading.cases.length === 0)
  return {
    understood: { ...understood, ...assemble({ message, body, layout, readings, system }) },
    ...(gap && { obstacle: 'This notice names a case without its docket number.' }),
  }
}

interface Pieces {
  message: Message
  body: Body
  layout: NdaLayout
  readings: readonly NdaCaseReading[]
  system: NdaSystem
}

function assemble({ message, body, layout, readings, system }: Pieces): Partial<Notice> {
  const docketText = readings.find((reading) => reading.docketText)?.docketText
  const { crossReferences, caseNumbers } = readNdaBrackets(body, docketText)
  const cases = withListed(casesOf(readings, docketText), caseNumbers)
  const subjects = ndaSubjects(message, layout.head)
  const own = system.readOwn({ body, layout, subjects, cases, ...(docketText && { docketText }) })
  return {
    cases,
    ...(docketText && { docketText }),
    crossReferences,
    recipients: readNdaRecipients(body, layout.mailing),
    isSealed: saysSealed({
      event: own.event?.value,
      docketText: docketText?.value,
      cases: readings.flatMap(({ numberWords }) => numberWords ?? []),
      subject: message.subject,
    }),
    ...(isResent(subjects, docketText?.value) && { isRepeated: true }),
    ...own,
  }
}

/** Each case once, with its own docket text if the texts differ. */
function casesOf(readings: readonly NdaCaseReading[], shared: Found<string> | undefined): readonly NoticeCase[] {
  return readings.flatMap(({ cases, docketText }) => {
    const isOwn = docketText && shared && docketText.value !== shared.value
    return isOwn ? cases.map((one) => ({ ...one, docketText })) : cases
  })
}

/**
 * Adds the cases named only by the list at the end of the docket text. A list of one number names the notice's own
 * case.
 */
function withListed(cases: readonly NoticeCase[], listed: readonly Found<string>[]): readonly NoticeCase[] {
  if (cases.length === 0 || listed.length < 2) return cases
  const known = new Set(cases.map((one) => withoutInitials(one.docketNumber.value)))
  const further: NoticeCase[] = []
  for (const docketNumber of listed) {
    const key = withoutInitials(docketNumber.value)
    if (known.has(key)) continue
    known.add(key)
    further.push({ docketNumber, parts: parseDocketNumber(docketNumber.value) ?? {} })
  }
  return [...cases, ...further]
}

function withoutInitials(number: string): string {
  return /^\d{2,4}-\d{1,7}/.exec(number)?.[0] ?? number
}
