import type { Notice, NoticeCase, NoticeDocument } from '@courtcrier/contract/notice.ts'

/** The first position of documents that the notice only links to: behind as many as courts ever list. */
export const webLinkPosition = 90_000

/** The position of the notice itself among the documents of its filing: the last. */
export const noticePosition = 100_000

/**
 * Returns the documents of a filing in order: those listed in the notice, then the separate copies of additional cases,
 * as in a bankruptcy for filings in its adversary proceeding. A copy has another case's stamp and number, so it is
 * retrieved and saved in addition to the first.
 */
export function filingDocuments(notice: Notice): readonly NoticeDocument[] {
  const next = Math.max(0, ...notice.documents.map(({ index }) => index)) + 1
  const copies = notice.cases.slice(1).flatMap((entry) => (entry.documents ?? []).map((copy) => ({ entry, copy })))
  return [
    ...notice.documents,
    ...copies.map(({ entry, copy }, at) => ({ ...copy, index: next + at, description: nameOf(notice, entry, copy) })),
  ]
}

/** `Complaint (24-12480-JTD)` */
function nameOf(notice: Notice, { docketNumber }: NoticeCase, { description }: NoticeDocument) {
  const isNameless = description.value === '' || /^main document$/i.test(description.value)
  const name = isNameless ? (notice.event?.value ?? 'Main document') : description.value
  return { value: `${name} (${docketNumber.value})`, from: 'derived' as const }
}
