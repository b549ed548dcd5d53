import { type CourtStamp, findStamps } from '../stamps/find-stamps.ts'
import { type Box, boxOf, type Fragment, type PageText } from '../stamps/page-text.ts'
import { isProse } from './wording.ts'

/** Text of one row that nothing wide separates. */
export interface Cell {
  text: string
  box: Box
  /** Size of its letters. */
  size: number
  /** Parts of it are printed over each other or not on one line, so what it says isn't sure. */
  isMuddled: boolean
  /** It reads like a sentence of the text. */
  isProse: boolean
}

/** The text on one line of a page, from left to right. */
export interface Row {
  /** Its baseline. */
  y: number
  cells: readonly Cell[]
}

/** More text than any first page has; what is drawn in between isn't read. Stamps are drawn last. */
const mostFragments = 5000
const mostStampFragments = 500
const mostRows = 250
const longestText = 500

/** The part of the page below which nothing counts: page numbers and the title repeated in the footer. */
const foot = 0.92

/** Returns the rows of a page without its court's stamps, the numbers of pleading paper, and what is turned. */
export function toRows(page: PageText, known?: readonly CourtStamp[]): readonly Row[] {
  const all = withoutMiddle(page.fragments)
  const stamps = (known ?? findStamps({ ...page, fragments: all })).map(({ box }) => box)
  const fragments = all
    .filter(({ text, turn, y }) => turn === 0 && text.trim() !== '' && y <= page.height * foot)
    .filter((fragment) => !stamps.some((box) => isInside(fragment, box)))
    .flatMap(splitFragment)
  const text = withoutRepeats(withoutLineNumbers(fragments, page))
  const rows = groupRows(text).slice(0, mostRows)
  const dividers = findDividers(text)
  return rows.map((row) => ({ y: baselineOf(row), cells: toCells(row, dividers) }))
}

function withoutMiddle(fragments: readonly Fragment[]): readonly Fragment[] {
  if (fragments.length <= mostFragments + mostStampFragments) return fragments
  return [...fragments.slice(0, mostFragments), ...fragments.slice(-mostStampFragments)]
}

function isInside({ x, y }: Fragment, { left, top, right, bottom }: Box): boolean {
  return x >= left - 1 && x <= right + 1 && y >= top - 1 && y <= bottom + 1
}

const gapInText = / {4,}|(?<=\S) {2,}(?=[)\]:§|}*](?: |$))|(?<=^[)\]:§|}*]) +/

/** Splits text in which spaces bridge the columns, by the share of its letters. */
function splitFragment(fragment: Fragment): Fragment[] {
  const text = fragment.text.slice(0, longestText)
  const parts = text.split(gapInText)
  if (parts.length === 1) return [{ ...fragment, text }]
  const unit = fragment.length / Math.max(1, fragment.text.length)
  let at = 0
  return parts.flatMap((part) => {
    const start = text.indexOf(part, at)
    at = start + part.length
    if (part.trim() === '') return []
    return [{ ...fragment, text: part, x: fragment.x + start * unit, length: part.length * unit }]
  })
}

/** Bold letters are sometimes printed twice, a little apart. */
function withoutRepeats(fragments: readonly Fragment[]): readonly Fragment[] {
  const seen = new Map<string, Fragment[]>()
  return fragments.filter((fragment) => {
    const same = seen.get(fragment.text) ?? []
    const isRepeat = same.some(({ x, y }) => Math.abs(x - fragment.x) < 2 && Math.abs(y - fragment.y) < 2)
    if (!isRepeat) seen.set(fragment.text, [...same, fragment].slice(-50))
    return !isRepeat
  })
}

/** Pleading paper numbers its lines at the left edge, from 1 to 28 or so. */
function withoutLineNumbers(fragments: readonly Fragment[], { width }: PageText): readonly Fragment[] {
  const edge = fragments.filter(({ text, x }) => x < width * 0.2 && /^\d{1,2}$/.test(text.trim()))
  const inOrder = edge
    .toSorted((a, b) => a.y - b.y)
    .filter(({ text }, at, all) => Number(text) === Number(all[at - 1]?.text ?? -1) + 1 || Number(text) === 1)
  if (inOrder.length < 8) return fragments
  const numbers = new Set(edge)
  return fragments.filter((fragment) => !numbers.has(fragment))
}

/** Fragments whose baselines are about the same; raised ones (the "th" of a number) go with their line. */
function groupRows(fragments: readonly Fragment[]): Fragment[][] {
  const rows: Fragment[][] = []
  for (const fragment of fragments.toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1)
    const last = row?.at(-1)
    if (row && last && fragment.y - last.y <= Math.min(fragment.size, last.size) * 0.3) row.push(fragment)
    else rows.push([fragment])
  }
  return rows.flatMap((row, at) => {
    const next = rows[at + 1]
    const isRaised =
      next && largest(row) <= largest(next) * 0.72 && baselineOf(next) - baselineOf(row) <= largest(next) / 2
    if (isRaised) next.push(...row)
    return isRaised ? [] : [row]
  })
}

function largest(row: readonly Fragment[]): number {
  return Math.max(...row.map(({ size }) => size))
}

function baselineOf(row: readonly Fragment[]): number {
  const size = largest(row)
  return row.find((fragment) => fragment.size === size)?.y ?? 0
}

/** Characters that courts print one below the other between the parties and the case number. */
export const divider = /^(?:[)\](§|:}{*]|\)\()$/

/** Such a character alone may be in a text; a column of them is a divider. */
function findDividers(fragments: readonly Fragment[]): ReadonlySet<Fragment> {
  const marks = fragments.filter(({ text }) => divider.test(text.trim())).slice(0, mostMarks)
  const inColumn = marks.filter(({ x }) => marks.filter((other) => Math.abs(other.x - x) <= 5).length >= 3)
  return new Set(inColumn)
}

const mostMarks = 300

function toCells(row: readonly Fragment[], dividers: ReadonlySet<Fragment>): Cell[] {
  const cells: { parts: Fragment[] }[] = []
  for (const fragment of row.toSorted((a, b) => a.x - b.x)) {
    const last = cells.at(-1)?.parts.at(-1)
    const gap = last ? fragment.x - last.x - last.length : 0
    const isMark = dividers.has(fragment) || (last !== undefined && dividers.has(last))
    const isApart = !last || isMark || gap > last.size * 1.5
    if (isApart) cells.push({ parts: [fragment] })
    else cells.at(-1)?.parts.push(fragment)
  }
  return cells.map(({ parts }) => toCell(parts))
}

/** The raised number or sign of a footnote. */
function isFootnoteMark({ text, size, y }: Fragment, last: Fragment | undefined): boolean {
  const isMark = /^\s*(?:\d{1,2}|[*†‡]{1,3})\s*$/.test(text)
  return isMark && last !== undefined && size <= last.size * 0.72 && y < last.y && /[\p{L}.,)]\s*$/u.test(last.text)
}

function toCell(all: readonly Fragment[]): Cell {
  const parts = all.filter((part, at) => !isFootnoteMark(part, all[at - 1]))
  let text = ''
  for (const [at, part] of parts.entries()) {
    const last = parts[at - 1]
    const isSpaced = last && part.x - last.x - last.length > last.size * 0.12
    text += isSpaced && !text.endsWith(' ') ? ` ${part.text}` : part.text
  }
  const boxes = parts.map(boxOf)
  const shown = plain(text)
  return {
    text: shown,
    box: {
      left: Math.min(...boxes.map(({ left }) => left)),
      top: Math.min(...boxes.map(({ top }) => top)),
      right: Math.max(...boxes.map(({ right }) => right)),
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    },
    size: largest(parts),
    isMuddled: parts.some((part, at) => isOver(part, parts[at - 1])),
    isProse: isProse(shown),
  }
}

function isOver(part: Fragment, last: Fragment | undefined): boolean {
  if (!last) return false
  const isOverlapping = part.x - last.x - last.length < -last.size * 0.35
  const isOffLine = part.size > last.size * 0.75 && Math.abs(part.y - last.y) > last.size * 0.12
  return isOverlapping || (isOffLine && part.size < last.size * 1.35)
}

/** Letters that are set apart (`O R D E R`) become words. */
function plain(text: string): string {
  const shown = withoutUnseen(text.slice(0, longestText))
  const even = shown.replace(/\s+/g, ' ').trim()
  if (!/^(?:\p{L} ){2,60}\p{L}$/u.test(even)) return even
  const words = shown.trim().split(/ {2,}/)
  return words.map((word) => word.replaceAll(' ', '')).join(' ')
}

/** Characters that aren't shown could turn a title around, and databases refuse some of them. */
function withoutUnseen(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').replace(/[\p{Cf}\p{Cs}\p{Co}]/gu, '')
}
