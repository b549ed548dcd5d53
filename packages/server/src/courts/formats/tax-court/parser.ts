import type { DocketParts, Found, Notice, NoticeCase, NoticeRecipient } from '@courtcrier/contract/notice.ts'
import { readCourtTime } from '../../directory/court-time.ts'
import { findCourt } from '../../directory/directory.ts'
import { parseDocketNumber } from '../../directory/docket-number.ts'
import type { Message } from '../../message/message.ts'
import type { CourtParser, NoticeReading } from '../../parser.ts'
import { type Body, readBody } from '../../text/body.ts'
import { findWords } from '../../text/found.ts'

/**
 * Service mail from DAWSON, the U.S. Tax Court's system. Layout from its open-source mail template (ustaxcourt/ef-cms,
 * `DocumentService`); no real message was available. Documents are read after logging in, so there is never a link to
 * one.
 */
export const taxCourt: CourtParser = { name: 'tax-court', score, read }

const served = /\bhas been served on your Tax Court case\b/i
const readable = /-{2,6} ?COMPUTER-READABLE DATA ?-{2,6}/

function score(message: Message): number {
  const beginning = readBody(message).text.slice(0, longestMail)
  const isServed = served.test(beginning)
  if (readable.test(beginning) && /\bdocketEntryId\s{0,3}:/.test(beginning)) return isServed ? 1 : 0.7
  return isServed ? 0.8 : 0
}

/** The template fits on one page. */
const longestMail = 20_000
const mostLines = 200

function read(message: Message): NoticeReading {
  const body = readBody(message)
  const fields = readFields(body)
  const courtId = readCourt(body)
  const event = fields.get('document type')
  const documentNumber = fields.get('docket entry no.') ?? fields.get('docketentryno')
  const filer = fields.get('filed by')
  const reference = fields.get('docketentryid')
  const enteredAt = readServed(fields.get('served'))
  const understood: Partial<Notice> = {
    kind: 'service',
    ...(courtId && { courtId }),
    cases: readCase(fields, documentNumber),
    ...(event && { event, documents: [{ index: 0, ...numbered(documentNumber), description: event }] }),
    ...(documentNumber && { documentNumber }),
    ...(filer && !/^n\/a$/i.test(filer.value) && { filer }),
    ...(enteredAt && { enteredAt }),
    ...(reference && { reference }),
    recipients: readRecipient(body),
  }
  return { understood }
}

function numbered(documentNumber: Found<string> | undefined): { number?: string } {
  return documentNumber ? { number: documentNumber.value } : {}
}

/** Labels of the template, including older versions. */
const labels: Readonly<Record<string, string>> = {
  'docket number': 'docket number',
  'case title': 'case title',
  'case name': 'case title',
  'document type': 'document type',
  document: 'document type',
  'docket entry no.': 'docket entry no.',
  'filed by': 'filed by',
  served: 'served',
  docketnumber: 'docketnumber',
  docketentryno: 'docketentryno',
  docketentryid: 'docketentryid',
}

/** The first value of each label. */
function readFields(body: Body): ReadonlyMap<string, Found<string>> {
  const fields = new Map<string, Found<string>>()
  for (const line of body.lines.slice(0, mostLines)) {
    const raw = body.text.slice(line.start, Math.min(line.end, line.start + 2_000))
    const match = /^[\s>*]{0,20}([a-z][a-z .]{2,30}?)\s{0,3}:/i.exec(raw)
    const label = match && labels[(match[1] ?? '').toLowerCase()]
    const value = label && findWords(body, line.start + match[0].length, line.start + raw.length)
    if (label && value && !fields.has(label)) fields.set(label, value)
  }
  return fields
}

function readCourt(body: Body): Found<string> | undefined {
  const match = /\b(?:United States|U\.S\.) Tax Court\b/i.exec(body.text.slice(0, longestMail))
  return match ? { value: 'tax', span: [match.index, match.index + match[0].length], from: 'body' } : undefined
}

function readCase(
  fields: ReadonlyMap<string, Found<string>>,
  documentNumber: Found<string> | undefined,
): readonly NoticeCase[] {
  const name = fields.get('case title')
  const docketNumber = fields.get('docket number') ?? fields.get('docketnumber')
  if (!docketNumber || !/^\d{1,6}-\d{2}[A-Z]{0,3}$/i.test(docketNumber.value)) return []
  return [
    {
      ...(name && { name }),
      docketNumber,
      parts: partsOf(docketNumber.value),
      ...(documentNumber && { documentNumber }),
    },
  ]
}

/**
 * The letters after the number say how the case is heard (`S` small, `SL` small, of a lien or levy) and change during a
 * case.
 */
function partsOf(number: string): DocketParts {
  return parseDocketNumber(number.replace(/[A-Z]{1,3}$/i, '')) ?? {}
}

const servedPattern =
  /^(?<date>\d{1,2}\/\d{1,2}\/\d{2,4})(?: at)? (?<hour>\d{1,2}):(?<minute>\d\d) ?(?<half>[ap]m)(?: (?<zone>[A-Z]{1,4}T))?$/i

/** The court serves a document when it is docketed; this is the only time in the email. */
function readServed(words: Found<string> | undefined): Notice['enteredAt'] {
  const { date, hour, minute, half, zone } = servedPattern.exec(words?.value ?? '')?.groups ?? {}
  if (!words || !date || !hour || !minute || !half) return undefined
  const value = readCourtTime({ date, hour, minute, half, ...(zone && { zone }) }, findCourt('tax'))
  return value && { ...words, value }
}

/** The email greets the person served; the address it was sent to isn't in any part that a forward preserves. */
function readRecipient(body: Body): readonly NoticeRecipient[] {
  for (const line of body.lines.slice(0, mostLines)) {
    const raw = body.text.slice(line.start, Math.min(line.end, line.start + 300))
    const match = /^[\s>*]{0,20}Dear\s{1,5}/i.exec(raw)
    const words = match && findWords(body, line.start + match[0].length, line.start + raw.length)
    const name = words?.value.replace(/[,:]$/, '')
    if (!words?.span || !name) continue
    return [{ name, emails: [], isServedElectronically: true, span: [words.span[0], words.span[0] + name.length] }]
  }
  return []
}
