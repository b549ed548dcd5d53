import type { Field } from '@courtcrier/contract/fields/field.ts'
import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { usualJoint } from '../fields/CellLines.tsx'
import type { CellText, TitleOf } from '../fields/control.ts'
import { controlOf } from '../fields/registry.ts'
import type { ColumnNeed } from './column-widths.ts'
import type { Measure } from './measure-text.ts'

export interface NeedOptions {
  resource: Resource
  key: string
  /** The column's header, and whether it shows a sort arrow. */
  label: string
  isSorted: boolean
  rows: readonly AnyRow[]
  titleOf: TitleOf
  /** Whether this column names the record, in bold. */
  isName: boolean
  /** Whether the last column's cells end at the page's margin. */
  isLast: boolean
  /** Whether rows have one line, on which a long text may be cut off. */
  isOneLine: boolean
  /** Whether the cell shows more than its field's value. */
  hasOwnCell: boolean
  measure: { head: Measure; cell: Measure; name: Measure }
}

/** Padding of a cell, and of the last one. */
const padding = 24
const lastPadding = 36
/** What a sorted header needs beside its label: the arrow and its level. */
const arrow = 32
/** The dot before a status, and its heavier weight. */
const dot = 22
/** Tabular figures and rounding: a cell a pixel too narrow would be cut off. */
const slack = 6
/** The widest a column gets by itself, and the widest word that is never cut off. */
const most = { column: 340, name: 520, word: 240 }
/** On one line: the narrowest that is useful for a text whose end is cut off, and the widest that never is. */
const leastCut = { column: 120, name: 240 }
const mostUncut = 190

/** Returns what a column of these rows needs. */
export function needOf(options: NeedOptions): ColumnNeed {
  const { resource, key, label, isSorted, rows, titleOf, isName, isLast, isOneLine, hasOwnCell } = options
  const around = isLast ? lastPadding : padding
  const head = Math.ceil(options.measure.head(label) + around + (isSorted ? arrow : slack))
  const field = findField(resource, key)
  if (!field) return { key, isName, full: head, least: head }
  const { text, width, isWhole } = controlOf(field)
  const texts = rows.map((row) => text(row[key], field, titleOf))
  const measure = isName ? options.measure.name : options.measure.cell
  const beside = around + slack + (hasDot(field, texts) || hasOwnCell ? dot : 0)
  const widest = (of: (text: CellText) => number) =>
    Math.ceil(texts.reduce((most: number, each) => (each === undefined ? most : Math.max(most, of(each))), 0) + beside)
  // Titles of other records arrive after the rows.
  const waiting = texts.includes(undefined) ? width : 0
  const whole = Math.max(
    head,
    waiting,
    widest((each) => widthOfText(each, measure, isOneLine)),
  )
  if (isWhole && !isName) return { key, isName, full: whole, least: whole }
  const full = Math.max(head, Math.min(whole, isName ? most.name : most.column))
  if (isOneLine && !isName && full <= mostUncut) return { key, isName, full, least: full }
  const wordOf = isOneLine ? onlyWord : longestWord
  const word = Math.min(
    widest((each) => wordOf(each, measure)),
    most.word,
  )
  const cut = isOneLine || isName ? leastCut[isName ? 'name' : 'column'] : 0
  return { key, isName, full, least: Math.max(head, Math.min(full, Math.max(word, cut))) }
}

function hasDot({ tones }: Field, texts: readonly unknown[]): boolean {
  return tones !== undefined && texts.some((text) => text !== '')
}

function widthOfText(text: CellText, measure: Measure, isOneLine: boolean): number {
  if (typeof text === 'string') return measure(text)
  return isOneLine ? measure(text.join(usualJoint)) : Math.max(...text.map(measure))
}

/** Returns the width of a text that is one word, such as a docket number; 0 for one that may be cut off elsewhere. */
function onlyWord(text: CellText, measure: Measure): number {
  return typeof text === 'string' && !/\s/.test(text) ? measure(text) : 0
}

/** Returns the width of the longest word: long enough to be the widest, and cheaper than measuring all of them. */
function longestWord(text: CellText, measure: Measure): number {
  const words = (typeof text === 'string' ? text : text.join(' ')).split(/\s+/)
  return measure(words.reduce((longest, word) => (word.length > longest.length ? word : longest), ''))
}
