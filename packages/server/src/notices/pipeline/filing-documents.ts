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
  return [
    ...notice.documents,
    ...copiesOf(notice).map(({ entry, copy, index }) => ({ ...copy, index, description: nameOf(notice, entry, copy) })),
  ]
}

/** Returns which document each separate copy of another case is a copy of, by their positions. */
export function originsOf(notice: Notice): readonly { position: number; origin: number }[] {
  return copiesOf(notice).flatMap(({ index, at }) => {
    const origin = notice.documents[at]
    return origin ? [{ position: index, origin: origin.index }] : []
  })
}

/** The separate copies, each with its position and its place among those of its case. */
function copiesOf({ documents, cases }: Notice) {
  const next = Math.max(0, ...documents.map(({ index }) => index)) + 1
  const copies = cases.slice(1).flatMap((entry) => (entry.documents ?? []).map((copy, at) => ({ entry, copy, at })))
  return copies.map((each, index) => ({ ...each, index: next + index }))
}

/** `Complaint (24-12480-JTD)` */
function nameOf(notice: Notice, { docketNumber }: NoticeCase, { description }: NoticeDocument) {
  const isNameless = description.value === '' || /^main document$/i.test(description.value)
  const name = isNameless ? (notice.event?.value ?? 'Main document') : description.value
  return { value: `${name} (${docketNumber.value})`, from: 'derived' as const }
}
