import { type Cell, limits } from './blocks.ts'
import { closeTo, endParagraph, type HtmlState, push } from './open-elements.ts'
import { plainLook } from './paragraphs.ts'
import { readingOrder } from './reading-order.ts'

/** Elements that an end tag doesn't close past. */
export const cellBorders = ['td', 'th', 'table']

export function openTable(reading: HtmlState): void {
  endParagraph(reading)
  const rows: Cell[][] = []
  const isOpen = push(reading, 'table', {}, () => {
    endParagraph(reading)
    reading.tables.pop()
    for (const block of readingOrder(rows)) reading.paragraphs.into.push(block)
  })
  if (isOpen) reading.tables.push({ rows })
}

export function openRow(reading: HtmlState): void {
  closeTo(reading, ['td', 'th'], ['table'])
  endParagraph(reading)
  reading.tables.at(-1)?.rows.push([])
}

export function openCell(reading: HtmlState, name: string, attributes: ReadonlyMap<string, string>): void {
  closeTo(reading, ['td', 'th'], ['table'])
  endParagraph(reading)
  const table = reading.tables.at(-1)
  if (!table) return
  const { paragraphs } = reading
  const around = paragraphs.into
  const cell: Cell = { blocks: [], span: columnSpan(attributes) }
  const isOpen = push(reading, name, { ...plainLook, bold: name === 'th' }, () => {
    endParagraph(reading)
    paragraphs.into = around
  })
  if (!isOpen) return
  if (table.rows.length === 0) table.rows.push([])
  table.rows.at(-1)?.push(cell)
  paragraphs.into = cell.blocks
}

function columnSpan(attributes: ReadonlyMap<string, string>): number {
  const span = Number.parseInt(attributes.get('colspan') ?? '1', 10)
  return span >= 1 && span <= limits.columns ? span : 1
}

export function openList(reading: HtmlState, name: string): void {
  endParagraph(reading)
  const isOpen = push(reading, name, deeper(reading), () => {
    endParagraph(reading)
    reading.paragraphs.marker = undefined
    reading.lists.pop()
  })
  if (isOpen) reading.lists.push({ number: name === 'ol' ? 0 : undefined })
}

export function openItem(reading: HtmlState): void {
  closeTo(reading, ['li'], ['ul', 'ol', ...cellBorders])
  endParagraph(reading)
  const list = reading.lists.at(-1)
  if (list?.number !== undefined) list.number++
  reading.paragraphs.marker = list?.number === undefined ? '•' : `${list.number}.`
  push(reading, 'li', {}, () => endParagraph(reading))
}

/** The style of text inside a list or quotation. */
export function deeper({ look }: HtmlState) {
  return { indent: Math.min(look.indent + 1, limits.indent) }
}

/** Prints a link as its text and address, or only its text if that is the address. */
export function openLink(reading: HtmlState, attributes: ReadonlyMap<string, string>): void {
  closeTo(reading, ['a'], cellBorders)
  const address = attributes.get('href')?.trim() ?? ''
  const isOpen = push(reading, 'a', {}, () => {
    const { link, paragraphs, look } = reading
    if (link && hasAddress(link)) paragraphs.add(` <${shortAddress(link.address)}>`, look)
    reading.link = undefined
  })
  if (isOpen) reading.link = { address, text: '' }
}

function hasAddress({ address, text }: { address: string; text: string }): boolean {
  if (address === '' || address.startsWith('#')) return false
  const name = text.trim()
  return name !== address && `mailto:${name}` !== address
}

const longestAddress = 2000

function shortAddress(address: string): string {
  return address.length <= longestAddress ? address : `${address.slice(0, longestAddress)}…`
}

/**
 * Nothing for one-pixel images, which tell the sender that the mail was opened, or for an empty `alt`, which marks
 * decoration.
 */
export function imageName(attributes: ReadonlyMap<string, string>): string {
  const alt = attributes.get('alt')?.trim()
  if (alt) return ` [Image: ${alt.slice(0, 500)}] `
  const isDot = ['width', 'height'].some((side) => /^[01](px)?$/.test(attributes.get(side) ?? ''))
  return alt === '' || isDot ? '' : ' [Image] '
}

export function fieldName(attributes: ReadonlyMap<string, string>): string {
  if (attributes.get('type')?.toLowerCase() === 'hidden') return ''
  const value = (attributes.get('value') ?? attributes.get('placeholder') ?? '').trim().slice(0, 500)
  return value ? ` [Form field: ${value}] ` : ' [Form field] '
}
