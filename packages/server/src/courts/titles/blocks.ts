import { around, type Box } from '../stamps/page-text.ts'
import type { Cell } from './rows.ts'
import {
  isContinuation,
  isFact,
  isLabelWord,
  isLongFact,
  isOpenEnd,
  isOpenWord,
  isPlainFact,
  isRemark,
  namesPaper,
} from './wording.ts'

export interface Line {
  cell: Cell
  /** Whether a drawn line or a row of another kind is above it. */
  isCut: boolean
  /** Whether it is no line of a title, unless it is so near to one that this is doubtful. */
  isLoose: boolean
}

/** Lines that belong together. */
export interface Block {
  text: string
  box: Box
  lines: readonly Cell[]
  /** Whether a line beside it that was left out may be part of it. */
  isDoubtful: boolean
}

interface Part {
  cells: Cell[]
  isDoubtful: boolean
}

/** Groups lines into blocks by the space between them; what states something about the case is left out. */
export function toBlocks(lines: readonly Line[]): readonly Block[] {
  const merged: Part[] = []
  const suspects = besideLoose(lines)
  for (const part of splitAtGaps(lines).flatMap(withoutLoose)) {
    part.isDoubtful ||= part.cells.some((cell) => suspects.has(cell))
    const last = merged.at(-1)
    const isOneTitle = last && belongTogether(last.cells, part.cells)
    if (isOneTitle) {
      last.cells.push(...part.cells)
      last.isDoubtful ||= part.isDoubtful
    } else merged.push({ ...part })
  }
  return merged.map(toBlock)
}

/** Double spacing, in letters' sizes; what is further apart isn't one block. */
const pitch = 2.15

function splitAtGaps(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = []
  for (const line of lines) {
    const group = groups.at(-1)
    if (
      group &&
      !line.isCut &&
      isNear(
        group.map(({ cell }) => cell),
        line.cell,
      )
    )
      group.push(line)
    else groups.push([line])
  }
  return groups
}

function isNear(group: readonly Cell[], cell: Cell): boolean {
  const steps = group.slice(1).map(({ box }, at) => box.bottom - (group[at]?.box.bottom ?? 0))
  const gap = cell.box.bottom - (group.at(-1)?.box.bottom ?? 0)
  const least = Math.min(...steps)
  return steps.length === 0 ? gap <= cell.size * pitch : gap <= Math.max(least * 1.3, least + 2)
}

/** Lines next to one that may be a line of the title with something printed over it. */
function besideLoose(lines: readonly Line[]): ReadonlySet<Cell> {
  const isBeside = (a: Cell | undefined, b: Cell | undefined) =>
    a !== undefined && b !== undefined && b.box.bottom - a.box.bottom <= Math.max(a.size, b.size) * 1.6
  const found = lines.flatMap(({ cell, isLoose }, at) => {
    if (!isLoose || cell.isProse) return []
    const [before, after] = [lines[at - 1]?.cell, lines[at + 1]?.cell]
    return [...(before && isBeside(before, cell) ? [before] : []), ...(after && isBeside(cell, after) ? [after] : [])]
  })
  return new Set(found)
}

/** What follows a title directly makes it doubtful where the title ends. */
function withoutLoose(group: readonly Line[]): Part[] {
  const parts = withoutFacts(group.filter(({ isLoose }) => !isLoose).map(({ cell }) => cell))
  const last = parts.at(-1)
  if (last && group.some(({ cell, isLoose }) => isLoose && !cell.isProse)) last.isDoubtful = true
  return parts
}

/** Leaves out the lines of a block that state something about the case. */
function withoutFacts(group: readonly Cell[]): Part[] {
  const parts: Part[] = []
  let open: Part | undefined
  let closing: string | undefined
  for (const cell of group) {
    const { text } = cell
    if (closing !== undefined) {
      if (text.includes(closing)) closing = undefined
      continue
    }
    if (!open && isLongFact(text)) break
    const goesOn = open !== undefined && mustGoOn(open, text)
    if (!goesOn && !isLabelWord(text) && isFact(text) && (!cell.isMuddled || group.length === 1)) {
      closing = unclosed(text)
      if (open && !isPlainFact(text)) open.isDoubtful = true
      open = undefined
      continue
    }
    open = addTo(parts, open, cell)
    if (goesOn && isRemark(text)) open.isDoubtful = true
  }
  return parts
}

function mustGoOn({ cells }: Part, next: string): boolean {
  return isOpenEnd(cells.at(-1)?.text ?? '') || isLabelWord(next)
}

function addTo(parts: Part[], open: Part | undefined, cell: Cell): Part {
  const part = open ?? { cells: [], isDoubtful: false }
  if (!open) parts.push(part)
  part.cells.push(cell)
  part.isDoubtful ||= cell.isMuddled
  return part
}

/** Two lines apart that each name a kind of paper may be two titles. */
function mayBeTwo([above, below, ...others]: readonly Cell[]): boolean {
  if (!above || !below || others.length > 0) return false
  const isApart = below.box.bottom - above.box.bottom > Math.max(above.size, below.size) * 1.6
  return isApart && namesPaper(above.text) && namesPaper(below.text) && !belongTogether([above], [below])
}

/** The bracket that closes a remark of several lines. */
function unclosed(text: string): string | undefined {
  if (text.startsWith('[') && !text.includes(']')) return ']'
  return text.startsWith('(') && !text.includes(')') ? ')' : undefined
}

function belongTogether(above: readonly Cell[], below: readonly Cell[]): boolean {
  const [last, next] = [above.at(-1)?.text ?? '', below[0]?.text ?? '']
  return isOpenWord(last) || isContinuation(next)
}

function toBlock({ cells, isDoubtful }: Part): Block {
  const box = around(cells.map((cell) => cell.box))
  const text = joinLines(cells.map((cell) => cell.text))
  return { text, box, lines: cells, isDoubtful: isDoubtful || mayBeTwo(cells) }
}

/** A hyphen at the end of a line stays: titles are rarely broken inside a word, and `CUT-OFF` has one. */
function joinLines(texts: readonly string[]): string {
  return texts.reduce((all, text) => (/\p{L}-$/u.test(all) || all === '' ? all + text : `${all} ${text}`), '')
}
