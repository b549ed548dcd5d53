import type { Cell } from './blocks.ts'
import { type Paragraphs, plainLook, type TextStyle } from './paragraphs.ts'

/** The state while reading HTML. */
export interface HtmlState {
  paragraphs: Paragraphs
  look: TextStyle
  /** The open elements that change something until they are closed, innermost last. */
  stack: OpenElement[]
  tables: { rows: Cell[][] }[]
  lists: List[]
  link: { address: string; text: string } | undefined
  /** The open element whose content isn't text of the message, such as `script`. */
  unread: string | undefined
  /** How many open elements are nested beyond the limit. */
  tooDeep: number
}

export interface OpenElement {
  name: string
  /** The style before the element was opened. */
  look: TextStyle
  close: (() => void) | undefined
}

export interface List {
  /** The previous item's number; undefined in unnumbered lists. */
  number: number | undefined
}

export function openReading(paragraphs: Paragraphs): HtmlState {
  return {
    paragraphs,
    look: plainLook,
    stack: [],
    tables: [],
    lists: [],
    link: undefined,
    unread: undefined,
    tooDeep: 0,
  }
}

/** Elements nested deeper than this have no effect; their text is still read. */
const deepest = 200

/** Opens an element. Returns false if it is nested too deep. */
export function push(reading: HtmlState, name: string, change: Partial<TextStyle>, close?: () => void): boolean {
  if (reading.stack.length >= deepest) {
    reading.tooDeep++
    return false
  }
  reading.stack.push({ name, look: reading.look, close })
  reading.look = { ...reading.look, ...change }
  return true
}

export function pop(reading: HtmlState): void {
  const element = reading.stack.pop()
  if (!element) return
  element.close?.()
  reading.look = element.look
}

/**
 * Closes the innermost element with one of these names, and everything open inside it, unless a boundary comes first.
 */
export function closeTo(reading: HtmlState, names: readonly string[], borders: readonly string[]): void {
  const at = reading.stack.findLastIndex(({ name }) => names.includes(name) || borders.includes(name))
  if (at < 0 || !names.includes(reading.stack[at]?.name ?? '')) return
  while (reading.stack.length > at) pop(reading)
}

export function endParagraph(reading: HtmlState): void {
  reading.paragraphs.end(reading.look)
}

export function say(reading: HtmlState, text: string): void {
  if (reading.link && reading.link.text.length < 2000) reading.link.text += text
  reading.paragraphs.add(text, reading.look)
}
