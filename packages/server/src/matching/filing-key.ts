import { createHash } from 'node:crypto'
import type { Notice } from '@courtcrier/contract/notice.ts'
import { numberingCourt } from '../courts/directory.ts'
import { normaliseDocketNumber } from '../courts/docket-number.ts'

/**
 * What makes two messages announce the same filing: court, case, number and minute of the entry, an e-filing
 * service's number, and the docket text. Message-IDs and links differ between the recipients of one filing, and a
 * court may use one Message-ID for several filings, so neither can be part of it.
 */
export function filingKey(notice: Notice): string {
  const [first] = notice.cases
  const text = notice.docketText?.value ?? notice.event?.value ?? ''
  return [
    notice.courtId.value,
    normaliseDocketNumber(first?.docketNumber.value ?? '', numberingCourt(notice.courtId.value)),
    notice.documentNumber?.value ?? first?.documentNumber?.value ?? unnumbered(notice),
    notice.enteredAt?.value.local.slice(0, 16) ?? notice.filedDate?.value ?? '-',
    ...(notice.reference ? [notice.reference.value] : []),
    createHash('sha256').update(wordsOf(text)).digest('hex').slice(0, 16),
  ].join('|')
}

/**
 * Some courts of appeals (ca3) write neither a number nor a time, and two motions of one day can have the same text.
 * The document's stamp then tells them apart, or its id; both are the same for all recipients.
 */
function unnumbered({ enteredAt, cases, documents }: Notice): string {
  if (enteredAt) return '-'
  return documents[0]?.stamp?.slice(0, 32) ?? cases[0]?.link?.courtDocumentId ?? '-'
}

/** Mail programs re-wrap and re-encode; the words stay. */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
