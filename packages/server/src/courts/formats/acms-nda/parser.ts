import type { Found, Notice, NoticeCase, Span } from '@courtcrier/contract/notice.ts'
import { isNda, type NdaParts, readNda } from '../../families/nda-notice.ts'
import type { Message } from '../../message/message.ts'
import type { CourtParser } from '../../parser.ts'
import { type Body, readBody } from '../../text/body.ts'
import { findNoticeTop } from '../../text/notice-start.ts'
import { isDocumentLine, readAcmsDocuments } from './documents.ts'

/**
 * Notices of Docket Activity from ACMS, the system to which courts of appeals are moving from CM/ECF. The fixtures
 * include real ones from the Ninth Circuit; the Second Circuit's, with attachments, is based on reports of its markup.
 */
export const acmsNda: CourtParser = {
  name: 'acms-nda',
  score,
  read: (message, known) => readNda(message, known, { isDocument: isDocumentLine, readOwn }),
}

/** ACMS serves documents and dockets from its own host, and sends from its own domain. */
function score(message: Message): number {
  const body = readBody(message)
  if (!isNda(body)) return 0
  if (/^acms@/i.test(message.from?.address ?? '')) return 1
  const top = findNoticeTop(body)
  if (body.links.some(({ href, start }) => start >= top && acmsHost.test(href))) return 1
  return /\bacms@ca\d{1,2}\.fedcourts\.us\b/i.test(body.text.slice(0, 10_000)) ? 1 : 0
}

const acmsHost = /ca\d{1,2}-showdoc\.azurewebsites\.us/i

function readOwn(parts: NdaParts): Partial<Notice> {
  const { body, layout, cases } = parts
  const { event, documentNumber } = readAcmsSubject(parts)
  const documents = readAcmsDocuments(body, layout, {
    ...(documentNumber && { number: documentNumber.value }),
    ...(event && { title: event.value }),
  })
  return {
    ...(event && { event }),
    ...(documentNumber && { documentNumber }),
    cases: withMain(cases, documentNumber, documents[0]?.link),
    documents,
  }
}

/** Adds number and link to the first case, because ACMS sends one notice per case. */
function withMain(
  cases: readonly NoticeCase[],
  documentNumber: Found<string> | undefined,
  link: NoticeCase['link'],
): readonly NoticeCase[] {
  const [first, ...rest] = cases
  if (!first) return cases
  return [{ ...first, ...(documentNumber && { documentNumber }), ...(link && { link }) }, ...rest]
}

/**
 * Details found only in the subject: "Doe v. Roe 25-4312 - 063 - Corrected Chambers Order", "… - Reply Brief - 490133".
 */
interface AcmsSubject {
  event?: Found<string>
  documentNumber?: Found<string>
}

/** Reads the words after the case number; for a forward with another subject, from its header block. */
function readAcmsSubject({ body, subjects, cases }: NdaParts): AcmsSubject {
  for (const { text, from, span } of subjects) {
    const rest = afterNumber(text, cases)
    if (rest === undefined) continue
    const evidence = { from, ...(span && { span }) }
    const number = /^0{0,6}(\d{1,5})(?:\s{1,3}-\s{1,3}|$)/.exec(rest)
    const event = withoutKey(number ? rest.slice(number[0].length) : rest)
    return {
      ...(event !== '' && { event: { value: event, ...evidence } }),
      ...(number?.[1] && { documentNumber: { value: number[1], from, ...numberSpan(body, number[1], span) } }),
    }
  }
  return {}
}

/** The position of the number in a header block's subject, without leading zeros. */
function numberSpan(body: Body, digits: string, span: Span | undefined): { span?: Span } {
  if (!span) return {}
  const line = body.text.slice(span[0], span[1])
  const match = new RegExp(`-\\s{1,9}0{0,6}${digits}(?!\\d)`).exec(line)
  const end = span[0] + (match ? match.index + match[0].length : digits.length)
  return { span: [end - digits.length, end] }
}

/** A spread entry's subject names one of its cases. */
const mostNumbers = 50

function afterNumber(text: string, cases: readonly NoticeCase[]): string | undefined {
  for (const { docketNumber } of cases.slice(0, mostNumbers)) {
    const at = text.indexOf(`${docketNumber.value} - `)
    if (at >= 0) return text.slice(at + docketNumber.value.length + 3).trim()
  }
  const other = /(?<![\w-])\d{2}-\d{1,6} - /.exec(text)
  return other ? text.slice(other.index + other[0].length).trim() : undefined
}

/** Submissions not yet docketed end with their key. */
function withoutKey(words: string): string {
  return words.replace(/\s{1,3}-\s{1,3}\d{4,12}$/, '').trim()
}
