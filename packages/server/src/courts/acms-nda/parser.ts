import type { Found, Notice, NoticeCase } from '@courtcrier/contract/notice.ts'
import type { Message } from '../../mail/message.ts'
import { readBody } from '../body.ts'
import { isNda, type NdaParts, readNda } from '../nda-notice.ts'
import type { CourtParser } from '../parser.ts'
import { isDocumentLine, readAcmsDocuments } from './documents.ts'
import { readAcmsSubject } from './subject.ts'

/**
 * Notices of Docket Activity of ACMS, the system to which the courts of appeals move from CM/ECF. Real ones of the Ninth
 * Circuit are among the fixtures; the Second Circuit's, with attachments, is written after reports of its markup.
 */
export const acmsNda: CourtParser = {
  name: 'acms-nda',
  score,
  read: (message, known) => readNda(message, known, { isDocument: isDocumentLine, readOwn }),
}

/** ACMS serves documents and dockets from a host of its own, and sends under its own name. */
function score(message: Message): number {
  const body = readBody(message)
  if (!isNda(body)) return 0
  if (/^acms@/i.test(message.from?.address ?? '')) return 1
  if (body.links.some((link) => acmsHost.test(link.href))) return 1
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

/** The number and the link are those of the first case: ACMS writes a notice a case. */
function withMain(
  cases: readonly NoticeCase[],
  documentNumber: Found<string> | undefined,
  link: NoticeCase['link'],
): readonly NoticeCase[] {
  const [first, ...rest] = cases
  if (!first) return cases
  return [{ ...first, ...(documentNumber && { documentNumber }), ...(link && { link }) }, ...rest]
}
