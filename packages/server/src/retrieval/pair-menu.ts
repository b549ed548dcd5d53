import type { NoticeDocument } from '@courtcrier/contract/notice.ts'
import type { MenuRow } from './attachment-menu.ts'

/** A document of the filing: as the notice lists it, as the court's menu lists it, or both. */
export interface FilingDocument {
  index: number
  document?: NoticeDocument
  row?: MenuRow
}

/**
 * Brings together the notice's documents and the menu's rows. Nothing of either is left out: the menu may show
 * what the notice doesn't list, and then this is the only time the document can be had for free.
 */
export function pairMenu(documents: readonly NoticeDocument[], rows: readonly MenuRow[]): FilingDocument[] {
  const free = new Set(rows)
  const take = (matches: (row: MenuRow) => boolean) => {
    const row = [...free].find(matches)
    if (row) free.delete(row)
    return row
  }
  const pairs = documents.map((document) => {
    const id = document.link?.courtDocumentId
    const row = take((each) =>
      id === undefined ? document.index === 0 && each.index === 0 : each.courtDocumentId === id,
    )
    return row ? { index: document.index, document, row } : { index: document.index, document }
  })
  const unpaired = pairs.filter(
    (pair): pair is FilingDocument & { document: NoticeDocument } => !('row' in pair) && pair.index > 0,
  )
  const rules = rulesFor(unpaired.length, [...free].filter((row) => row.index > 0).length)
  for (const rule of rules) {
    for (const pair of unpaired) {
      if (pair.row) continue
      const row = take((each) => rule(pair.document, each))
      if (row) pair.row = row
    }
  }
  return withExtra(pairs, [...free])
}

type Rule = (document: NoticeDocument, row: MenuRow) => boolean

/** As many rows as documents: the order decides, for courts count attachments in different ways. Else words, else numbers. */
function rulesFor(documents: number, rows: number): readonly Rule[] {
  if (documents === rows) return [(_document, row) => row.index > 0]
  return [
    (document, row) => words(document.description.value) === words(row.description),
    (document, row) => document.index === row.index,
  ]
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
