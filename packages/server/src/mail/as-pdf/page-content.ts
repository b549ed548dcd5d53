import type { Content, ContentNode } from 'pdfmake'
import type { Block, Cell, TableBlock, TextBlock } from './blocks.ts'
import { mainFont } from './fonts.ts'
import { inFonts } from './printable.ts'
import { columnsOf } from './reading-order.ts'

/** US letter, in points. */
export const page = { size: 'LETTER', margin: 54, width: 504 } as const

const step = 16
const headingSizes = [15, 13.5, 12, 11, 10.5, 10]
const ink = '#1f2328'
const hairline = '#c4c9d0'
export const muted = '#57606a'
export const defaultStyle = { font: mainFont, fontSize: 10, lineHeight: 1.2, color: ink }

/** Converts blocks to pdfmake content of at most the given width. */
export function contentOf(blocks: readonly Block[], width: number): Content[] {
  return blocks.map((block) => {
    if (block.kind === 'rule') return rule(width)
    return block.kind === 'table' ? tableContent(block, width) : textContent(block)
  })
}

export function rule(width: number): ContentNode {
  const line = { type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.5, lineColor: hairline }
  return { canvas: [line], margin: [0, 4, 0, 8] }
}

function textContent(block: TextBlock): ContentNode {
  const text = block.runs.flatMap(({ text, bold, italic }) =>
    inFonts(text).map((run) => ({ ...run, bold: bold === true, italics: italic === true })),
  )
  const look = block.heading
    ? { fontSize: headingSizes[block.heading - 1] ?? 10, bold: true, headlineLevel: block.heading }
    : {}
  const words = { text: block.heading ? text.map((run) => ({ ...run, bold: true })) : text, ...look }
  const above = block.heading ? 6 : 0
  const left = block.indent * step
  if (!block.marker) {
    const spaces = block.preformatted ? { preserveLeadingSpaces: true } : {}
    return { ...words, ...spaces, margin: [left, above, 0, 5] }
  }
  const margin = [Math.max(0, left - step), above, 0, 3] as const
  const marker = { text: block.marker, width: step + (block.marker.length > 3 ? 8 : 0) }
  return { columns: [marker, { ...words, width: '*' }], margin }
}

const cellPadding = 4

function tableContent({ rows }: TableBlock, width: number): ContentNode {
  const columns = Math.max(...rows.map(columnsOf))
  const widths = columnWidths(rows, columns, width - columns * (2 * cellPadding + 1))
  return {
    table: { widths, body: rows.map((row) => rowContent(row, columns, widths)) },
    layout: 'mailTable',
    margin: [0, 2, 0, 8],
  }
}

function rowContent(row: readonly Cell[], columns: number, widths: readonly number[]): Content[] {
  const content: Content[] = []
  for (const { blocks, span } of row) {
    const width = widths.slice(content.length, content.length + span).reduce((sum, each) => sum + each, 0)
    content.push({ stack: contentOf(blocks, width), colSpan: span })
    for (let n = 1; n < span; n++) content.push('')
  }
  while (content.length < columns) content.push('')
  return content
}

/** Approximate width of a letter in points, and the smallest and largest width of a column in letters. */
const letter = 5.4
const share = { least: 6, most: 70 }

/**
 * Each column is as wide as its longest text requires, and all together no wider than the page. Long words are broken.
 */
function columnWidths(rows: readonly Cell[][], columns: number, width: number): number[] {
  const lengths = Array.from({ length: columns }, () => share.least)
  for (const row of rows) {
    let column = 0
    for (const cell of row) {
      const length = Math.min(share.most, longestLine(cell) / cell.span)
      for (let n = 0; n < cell.span; n++, column++) lengths[column] = Math.max(lengths[column] ?? 0, length)
    }
  }
  return fit(
    lengths.map((length) => Math.ceil(length * letter)),
    width,
  )
}

/** Narrows only the widest columns, so that a label next to a long text stays on one line. */
function fit(wanted: readonly number[], width: number): number[] {
  const widths: number[] = []
  const rising = [...wanted.keys()].toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  let left = width
  for (const [done, column] of rising.entries()) {
    widths[column] = Math.min(wanted[column] ?? 0, Math.floor(left / (rising.length - done)))
    left -= widths[column]
  }
  return widths
}

function longestLine({ blocks }: Cell): number {
  const lengths = blocks.map((block) => {
    if (block.kind !== 'text') return 0
    const text = block.runs.map((run) => run.text).join('')
    return Math.max(...text.split('\n').map((line) => line.length)) + block.indent * 3
  })
  return lengths.reduce((most, length) => Math.max(most, length), 0)
}

/** For pdfmake's `tableLayouts`, under the name that the tables above use. */
export const tableLayouts = {
  mailTable: {
    hLineWidth: () => 0.5,
    vLineWidth: () => 0.5,
    hLineColor: () => hairline,
    vLineColor: () => hairline,
    paddingLeft: () => cellPadding,
    paddingRight: () => cellPadding,
    paddingTop: () => 3,
    paddingBottom: () => 0,
  },
  mailHeaders: {
    hLineWidth: () => 0,
    vLineWidth: () => 0,
    paddingLeft: () => 0,
    paddingRight: () => 4,
    paddingTop: () => 1,
    paddingBottom: () => 1,
  },
}
