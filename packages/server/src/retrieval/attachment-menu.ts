import type { CourtPage, PageCell } from './court-page.ts'
import { courtDocumentIdOf, type MenuDocument } from './document-url.ts'

/** One document on a court's attachment menu ("Document Selection Menu"). */
export interface MenuRow extends MenuDocument {
  /** 0 for the main document; attachments start at 1. */
  index: number
  /** As the court shows it: the docket number, the attachment's number or the part's. */
  number: string
  description: string
  pages?: number
  /** In bytes; exact if the court states it, otherwise from its rounded size. */
  size?: number
  /** The court lists the document but withholds it. */
  isRestricted: boolean
}

/** The rows of an attachment menu, main document first; undefined if the page isn't a menu. */
export function findMenuRows(page: CourtPage): MenuRow[] | undefined {
  if (!menuWords.test(page.text)) return undefined
  const listed = page.rows.map(readRow).filter((row) => row !== undefined)
  if (listed.length === 0) return undefined
  const entry = entryOf(page.combined)
  return numbered(listed).map((row) => ({ ...entry, ...row }))
}

/** The first phrase is used by district and bankruptcy courts, the second by courts of appeals. */
const menuWords = /Document Selection Menu|Documents? (?:is|are) attached to this filing/i

interface ListedRow extends Omit<MenuRow, 'index'> {
  isMain: boolean
}

/** Reads a row if one of its cells links to a document by its id. Buttons and headings don't count. */
function readRow(cells: readonly PageCell[]): ListedRow | undefined {
  const at = cells.findIndex((cell) => cell.link !== undefined && courtDocumentIdOf(cell.link.href) !== undefined)
  const cell = cells[at]
  if (!cell?.link) return undefined
  const courtDocumentId = courtDocumentIdOf(cell.link.href)
  if (courtDocumentId === undefined) return undefined
  const isMain = cells.slice(0, at + 1).some((each) => /^Document Number:/i.test(each.text))
  const rest = cells.slice(at + 1)
  const description = isMain ? 'Main Document' : descriptionOf(rest)
  const pages = pagesOf(rest)
  return {
    number: numberOf(cells, at),
    description,
    courtDocumentId,
    path: /\/docs?1\/\d+/.exec(cell.link.href)?.[0] ?? cell.link.href,
    isMain: isMain || /^Main Document\b/i.test(description),
    isRestricted: isWithheld(cells, description, pages),
    ...(pages !== undefined && { pages }),
    ...definedSize(sizeOf(cells)),
    ...caseOf(cell.link.onclick),
  }
}

/**
 * Withheld documents are labeled as such, or have neither pages nor bytes. The lock in appellate menus isn't a sign: it
 * warns the public, and the court decides when the document is requested.
 */
function isWithheld(cells: readonly PageCell[], description: string, pages: number | undefined): boolean {
  if (/^\*?Restricted\*?$/i.test(description)) return true
  return pages === undefined && cells.some((cell) => /^0 k?b$/i.test(cell.text))
}

/** District menus link the number itself; appellate ones link an icon in the cell after it. */
function numberOf(cells: readonly PageCell[], at: number): string {
  const linked = cells[at]?.text.replace(/^Document Number:\s*/i, '') ?? ''
  return linked !== '' ? linked : (cells[at - 1]?.text ?? '')
}

/** The first cell with text; bankruptcy menus leave one empty between number and description. */
function descriptionOf(rest: readonly PageCell[]): string {
  const said = rest.find((cell) => cell.text !== '')?.text ?? ''
  return isPages(said) || /^\d+$/.test(said) ? '' : said
}

/** `7 pages`; appellate menus have a bare number in a cell after the description. */
function pagesOf(rest: readonly PageCell[]): number | undefined {
  const said =
    rest.findLast((cell) => isPages(cell.text))?.text ?? rest.slice(1).find((cell) => /^\d+$/.test(cell.text))?.text
  return said === undefined ? undefined : Number.parseInt(said, 10)
}

function isPages(text: string): boolean {
  return /^\d+ pages?$/i.test(text)
}

/**
 * The check box contains the exact number of bytes in one of two ways: `682779-1103565-11` (document, bytes, pages) or
 * `sumDocSelected(this,1,13481, 7548050)` (pages, bytes, document).
 */
function sizeOf(cells: readonly PageCell[]): number | undefined {
  const box = cells.find((cell) => cell.checkBox !== undefined)?.checkBox
  const exact =
    /^\d+-(\d+)-\d+$/.exec(box?.value ?? '')?.[1] ??
    /sumDocSelected\(this,\s*\d+,\s*(\d+)/.exec(box?.onclick ?? '')?.[1]
  if (exact !== undefined) return Number(exact)
  for (const { text } of cells.toReversed()) {
    const [, amount, unit = ''] = /^([\d.]+)\s*(b|kb|mb)$/i.exec(text) ?? []
    if (amount !== undefined) return Math.round(Number(amount) * (unitBytes[unit.toLowerCase()] ?? 1))
  }
  return undefined
}

const unitBytes: Readonly<Record<string, number>> = { b: 1, kb: 1024, mb: 1024 * 1000 }

function definedSize(size: number | undefined): { size?: number } {
  return size === undefined || size === 0 ? {} : { size }
}

/**
 * `goDLS('/doc1/025116943046','930531','314',…)` contains the case and the sequence that the document request needs.
 */
function caseOf(onclick: string): { courtCaseId?: string; sequence?: string } {
  const [, courtCaseId, sequence] = /goDLS\('[^']*','(\d*)','(\d*)'/.exec(onclick) ?? []
  return { ...(courtCaseId && { courtCaseId }), ...(sequence && { sequence }) }
}

/**
 * The case and the entry for pages whose rows don't name them: bankruptcy courts and courts of appeals put both on the
 * button for all documents.
 */
function entryOf(combined: string | undefined): { courtCaseId?: string; sequence?: string } {
  const query = new URLSearchParams(combined?.slice(combined.indexOf('?') + 1))
  const courtCaseId = query.get('caseid') ?? query.get('caseId')
  const sequence = query.get('arr_de_seq_nums') ?? query.get('d')
  return { ...(courtCaseId && { courtCaseId }), ...(sequence && { sequence }) }
}

/**
 * Assigns each row its index in the filing. Most courts number attachments from 1, next to a main document with its
 * docket number; some (akd, gasd, nyed, bankruptcy, appeals) number the parts, with the main document as part 1.
 * Numbers that repeat or decrease (gamd) are ignored, and the order counts instead.
 */
function numbered(rows: readonly ListedRow[]): MenuRow[] {
  const main = mainAt(rows)
  const attachments = rows.filter((_, at) => at !== main)
  const numbers = attachments.map((row) => Number.parseInt(row.number, 10))
  const first = main === -1 || numbers[0] === 2 ? 1 : 0
  const isOrdered = numbers.every((number, at) => number > (numbers[at - 1] ?? first - 1))
  const placed = attachments.map((row, at) => ({ ...row, index: isOrdered ? (numbers[at] ?? 0) - first : at + 1 }))
  const mainRow = rows[main]
  const all = mainRow ? [{ ...mainRow, index: 0 }, ...placed] : placed
  return all.map(({ isMain: _, ...row }) => row)
}

/** The row marked as the main document, or the first row if its docket number doesn't fit those after it (nced). */
function mainAt(rows: readonly ListedRow[]): number {
  const marked = rows.findIndex((row) => row.isMain)
  if (marked !== -1) return marked
  const [first, second] = rows.map((row) => Number.parseInt(row.number, 10))
  return first !== undefined && second !== undefined && first > second ? 0 : -1
}
