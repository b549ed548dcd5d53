import { around, type Box } from '../stamps/page-text.ts'
import type { Cell } from './rows.ts'
import { isContinuation, isFact, isLongFact, isOpenEnd, isPlainFact, isProse } from './wording.ts'

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
  for (const part of splitAtGaps(lines).flatMap((group) => withoutLoose(group))) {
    const last = merged.at(-1)
    const isOneTitle = last && belongTogether(last.cells, part.cells)
    if (isOneTitle) {
      last.cells.push(...part.cells)
      last.isDoubtful ||= part.isDoubtful
    } else merged.push({ ...part })
  }
  return merged.map(toBlock)
}

const pitch = 2.45

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

/** What follows a title directly makes it doubtful where the title ends. */
function withoutLoose(group: readonly Line[]): Part[] {
  const parts = withoutFacts(group.filter(({ isLoose }) => !isLoose).map(({ cell }) => cell))
  const last = parts.at(-1)
  if (last && group.some(({ cell, isLoose }) => isLoose && !isProse(cell.text))) last.isDoubtful = true
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
    const goesOn = open !== undefined && isOpenEnd(open.cells.at(-1)?.text ?? '')
    if (!open && isLongFact(text)) break
    if (!goesOn && isFact(text)) {
      closing = unclosed(text)
      if (open && !isPlainFact(text)) open.isDoubtful = true
      open = undefined
      continue
    }
    if (open) open.cells.push(cell)
    else {
      open = { cells: [cell], isDoubtful: false }
      parts.push(open)
    }
  }
  return parts
}

/** The bracket that closes a remark of several lines. */
function unclosed(text: string): string | undefined {
  if (text.startsWith('[') && !text.includes(']')) return ']'
  return text.startsWith('(') && !text.includes(')') ? ')' : undefined
}

function belongTogether(above: readonly Cell[], below: readonly Cell[]): boolean {
  const [last, next] = [above.at(-1)?.text ?? '', below[0]?.text ?? '']
  return isOpenEnd(last) || isContinuation(next)
}

function toBlock({ cells, isDoubtful }: Part): Block {
  const box = around(cells.map((cell) => cell.box))
  return { text: joinLines(cells.map(({ text }) => text)), box, lines: cells, isDoubtful }
}

/** A hyphen at the end of a line stays: titles are rarely broken inside a word, and `CUT-OFF` has one. */
function joinLines(texts: readonly string[]): string {
  return texts.reduce((all, text) => (/\p{L}-$/u.test(all) || all === '' ? all + text : `${all} ${text}`), '')
}
