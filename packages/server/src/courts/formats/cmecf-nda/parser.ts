import type { Notice } from '@courtcrier/contract/notice.ts'
import { isNda, type NdaParts, readNda } from '../../families/nda-notice.ts'
import type { Message } from '../../message/message.ts'
import type { CourtParser } from '../../parser.ts'
import { readBody } from '../../text/body.ts'
import { readDocuments } from './documents.ts'
import { readEvent } from './event.ts'

/**
 * Notices of Docket Activity that courts of appeals send from CM/ECF, in HTML and plain text. When this was written, no
 * notice with several cases, in plain text or sent again was public. The fixtures for these (`written-…`) follow what
 * users of the system report, in the layout of the real ones.
 */
export const cmecfNda: CourtParser = {
  name: 'cmecf-nda',
  score,
  read: (message, known) => readNda(message, known, { isDocument: () => false, readOwn }),
}

function score(message: Message): number {
  return isNda(readBody(message)) ? 1 : 0
}

function readOwn({ body, layout, subjects, cases }: NdaParts): Partial<Notice> {
  const event = readEvent({ body, subjects, cases, documents: layout.documents })
  const link = cases.find((one) => one.link?.token)?.link ?? cases.find((one) => one.link)?.link
  const main = { ...(link && { link }), ...(event && { title: event.value }) }
  return { ...(event && { event }), documents: readDocuments(body, layout.documents, main) }
}
