import { createHash } from 'node:crypto'
import type { Notice } from '@courtcrier/contract/notice.ts'
import { numberingCourt } from '../../courts/directory/directory.ts'
import { normalizeDocketNumber } from '../../courts/directory/docket-number.ts'

/**
 * Identifies the filing that a message announces: court, case, number and minute of the entry, an e-filing service's
 * number, and the docket text. Message-IDs and links differ between the recipients of one filing, and a court may use
 * one Message-ID for several filings, so neither can be part of the key.
 */
export function filingKey(notice: Notice): string {
  const [first] = notice.cases
  const text = notice.docketText?.value ?? notice.event?.value ?? ''
  return [
    notice.courtId.value,
    normalizeDocketNumber(first?.docketNumber.value ?? '', numberingCourt(notice.courtId.value)),
    notice.documentNumber?.value ?? first?.documentNumber?.value ?? unnumbered(notice),
    notice.enteredAt?.value.local.slice(0, 16) ?? notice.filedDate?.value ?? '-',
    ...(notice.reference ? [notice.reference.value] : []),
    createHash('sha256').update(wordsOf(text)).digest('hex').slice(0, 16),
  ].join('|')
}

/**
 * Some courts of appeals (ca3) give neither a number nor a time, and two motions on one day can have the same text. The
 * document's stamp or ID then distinguishes them; both are the same for all recipients.
 */
function unnumbered({ enteredAt, cases, documents }: Notice): string {
  if (enteredAt) return '-'
  return documents[0]?.stamp?.slice(0, 32) ?? cases[0]?.link?.courtDocumentId ?? '-'
}

/** Mail programs re-wrap and re-encode text, but don't change the words. */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
