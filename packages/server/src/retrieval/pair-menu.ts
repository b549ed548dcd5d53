import type { NoticeDocument } from '@courtcrier/contract/notice.ts'
import type { MenuRow } from './attachment-menu.ts'

/** A document of the filing as listed by the notice, by the court's menu, or by both. */
export interface FilingDocument {
  index: number
  document?: NoticeDocument
  row?: MenuRow
}

/**
 * Pairs the notice's documents with the menu's rows. Nothing in either is left out: the menu may show what the notice
 * doesn't list, and this is the only time the document is free.
 */
export function pairMenu(documents: readonly NoticeDocument[], rows: readonly MenuRow[]): FilingDocument[] {
  const free = new Set(rows)
  const take = (matches: (row: MenuRow) => boolean) => {
    const row = [...free].find(matches)
    if (row) free.delete(row)
    return row
  }
  const pairs = documents.map((document) => {
    const row = isOfWholeFiling(document) ? undefined : take((each) => isSure(document, each))
    return row ? { index: document.index, document, row } : { index: document.index, document }
  })
  const unpaired = pairs.filter(
    (pair): pair is FilingDocument & { document: NoticeDocument } => !('row' in pair) && isOpenToRules(pair.document),
  )
  for (const rule of rulesFor(unpaired, [...free])) {
    for (const pair of unpaired) {
      if (pair.row) continue
      const row = take((each) => rule(pair.document, each))
      if (row) pair.row = row
    }
  }
  return withExtra(pairs, [...free])
}

/** A court of appeals' link is the filing's; the id in it may be any document's (ca1: the second's). */
function isOfWholeFiling({ link }: NoticeDocument): boolean {
  return link !== undefined && /\/docs1\/\d/.test(link.url)
}

function isSure({ index, link }: NoticeDocument, row: MenuRow): boolean {
  const id = link?.courtDocumentId
  return id === undefined ? index === 0 && row.index === 0 : row.courtDocumentId === id
}

/** A document whose id the menu doesn't list belongs to another case's menu. */
function isOpenToRules(document: NoticeDocument): boolean {
  if (isOfWholeFiling(document)) return true
  return document.index > 0 && document.link?.courtDocumentId === undefined
}

type Rule = (document: NoticeDocument, row: MenuRow) => boolean

/**
 * If there are as many rows as documents, they are paired in order, because courts number attachments differently;
 * otherwise by words, then by numbers. If the link doesn't show which is the main document, words come before the
 * order.
 */
function rulesFor(unpaired: readonly { document: NoticeDocument }[], free: readonly MenuRow[]): readonly Rule[] {
  const sameWords: Rule = (document, row) => words(document.description.value) === words(row.description)
  const next: Rule = () => true
  const sameIndex: Rule = (document, row) => document.index === row.index
  if (unpaired.some(({ document }) => isOfWholeFiling(document))) {
    return [sameWords, unpaired.length === free.length ? next : sameIndex]
  }
  const attachments = free.filter((row) => row.index > 0)
  return unpaired.length === attachments.length ? [(_document, row) => row.index > 0] : [sameWords, sameIndex]
}

function words(description: string): string {
  return description.toLowerCase().replace(/\W+/g, ' ').trim()
}

function withExtra(pairs: readonly FilingDocument[], extra: readonly MenuRow[]): FilingDocument[] {
  const all = [...pairs]
  for (const row of extra) {
    const isTaken = all.some(({ index }) => index === row.index)
    all.push({ index: isTaken ? Math.max(...all.map(({ index }) => index)) + 1 : row.index, row })
  }
  return all.sort((a, b) => a.index - b.index)
}
