import { withoutEnd } from '../../base/lib/without-end.ts'
import { foldCase } from './fold-case.ts'

/** The parts of a notice that a label can stand before. */
export type LabelledPart =
  | 'court'
  | 'docketNumber'
  | 'caseName'
  | 'event'
  | 'documentTitle'
  | 'docketText'
  | 'filedDate'
  | 'filedBy'
  | 'filer'
  | 'reference'
  | 'recipient'

/** All the labels of a format as one tree of their letters, so that a line is held against all of them in one walk. */
export interface LabelTree {
  next: Map<string, LabelTree>
  part?: LabelledPart
  /** Whether the label's own last character ends it, as in "Case No.", so that no colon is needed. */
  endsItself?: boolean
}

export function emptyTree(): LabelTree {
  return { next: new Map() }
}

/** Adds a label. Gives the part that has the same wording already, if another one has. */
export function addLabel(tree: LabelTree, label: string, part: LabelledPart): LabelledPart | undefined {
  const words = plainLabel(label)
  let node = tree
  for (const letter of words) {
    const known = node.next.get(letter)
    const next = known ?? emptyTree()
    if (!known) node.next.set(letter, next)
    node = next
  }
  if (node.part !== undefined && node.part !== part) return node.part
  node.part = part
  node.endsItself = /[.#?)]$/.test(words)
  return undefined
}

/** The label as it is compared: small letters, single spaces, without the colon behind it. */
export function plainLabel(label: string): string {
  return withoutEnd(foldCase(label.trim().replace(/\s+/g, ' ')), /[\s:]/)
}

export interface FoundLabel {
  part: LabelledPart
  /** Where what follows the label and its colon begins; `end` of the stretch when nothing does. */
  valueStart: number
}

/** The longest label at the beginning of a stretch of text, with what separates it from its value. */
export function findLabel(tree: LabelTree, text: string, start: number, end: number): FoundLabel | undefined {
  let node: LabelTree | undefined = tree
  let best: { at: number; node: LabelTree } | undefined
  for (let at = start; at < end && node; ) {
    const isBlank = isSpace(text.charCodeAt(at))
    node = node.next.get(isBlank ? ' ' : (text[at] ?? '').toLowerCase())
    at = isBlank ? skipSpace(text, at, end) : at + 1
    if (node?.part && !isLetterAt(text, at, end)) best = { at, node }
  }
  if (!best?.node.part) return undefined
  const valueStart = afterSeparator(text, best.at, { end, endsItself: best.node.endsItself ?? false })
  return valueStart === undefined ? undefined : { part: best.node.part, valueStart }
}

/** Where the value begins; undefined when the words go on as a sentence ("Document was served") and were no label. */
function afterSeparator(
  text: string,
  start: number,
  { end, endsItself }: { end: number; endsItself: boolean },
): number | undefined {
  const from = skipSpace(text, start, end)
  if (from >= end) return end
  const gap = from - start
  const mark = text[from] ?? ''
  const isMark = mark === ':' || mark === '#' || mark === '=' || (gap > 0 && /[-\u2013\u2014]/.test(mark))
  if (isMark) return skipSpace(text, from + 1, end)
  return endsItself || gap > 1 || text[start] === '\t' ? from : undefined
}

/** The first place that is no white space; far more of it than people write is no part of a label. */
export function skipSpace(text: string, start: number, end: number): number {
  let at = start
  while (at < end && isSpace(text.charCodeAt(at))) at++
  return at
}

function isSpace(code: number): boolean {
  return code <= 32 || code === 0xa0 || code === 0x200b || code === 0xfeff
}

function isLetterAt(text: string, at: number, end: number): boolean {
  return at < end && /[\p{L}\p{N}]/u.test(text[at] ?? '')
}
