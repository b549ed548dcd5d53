import type { Cell } from './blocks.ts'
import { type Look, type Paragraphs, plainLook } from './paragraphs.ts'

/** Where the reading of HTML stands. */
export interface Reading {
  paragraphs: Paragraphs
  look: Look
  /** The open elements that change something until they are closed, the innermost last. */
  stack: OpenElement[]
  tables: { rows: Cell[][] }[]
  lists: List[]
  link: { address: string; text: string } | undefined
  /** The element whose text is no text of the message. */
  unread: string | undefined
  /** Elements open beyond the deepest. */
  tooDeep: number
}

export interface OpenElement {
  name: string
  /** As before it. */
  look: Look
  close: (() => void) | undefined
}

export interface List {
  /** Of the item before; undefined in lists without numbers. */
  number: number | undefined
}

export function openReading(paragraphs: Paragraphs): Reading {
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

/** Elements deeper than this change nothing; their text is read. */
const deepest = 200

/** Opens an element; false when it is too deep. */
export function push(reading: Reading, name: string, change: Partial<Look>, close?: () => void): boolean {
  if (reading.stack.length >= deepest) {
    reading.tooDeep++
    return false
  }
  reading.stack.push({ name, look: reading.look, close })
  reading.look = { ...reading.look, ...change }
  return true
}

export function pop(reading: Reading): void {
  const element = reading.stack.pop()
  if (!element) return
  element.close?.()
  reading.look = element.look
}

/** Closes the innermost element of these names, and what is open in it, unless a border is met first. */
export function closeTo(reading: Reading, names: readonly string[], borders: readonly string[]): void {
  const at = reading.stack.findLastIndex(({ name }) => names.includes(name) || borders.includes(name))
  if (at < 0 || !names.includes(reading.stack[at]?.name ?? '')) return
  while (reading.stack.length > at) pop(reading)
}

export function endParagraph(reading: Reading): void {
  reading.paragraphs.end(reading.look)
}

export function say(reading: Reading, text: string): void {
  if (reading.link && reading.link.text.length < 2000) reading.link.text += text
  reading.paragraphs.add(text, reading.look)
}
