import { withoutEnd } from '@courtcrier/lib/without-end.ts'
import { foldCase } from './fold-case.ts'

/** The parts of a notice that a label can precede. */
export type LabeledPart =
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

/** All labels of a format as one tree of their letters, so that a line is compared with all of them in one pass. */
export interface LabelTree {
  next: Map<string, LabelTree>
  part?: LabeledPart
  /** Whether the label's own last character ends it, as in "Case No.", so that no colon is needed. */
  endsItself?: boolean
}

export function emptyTree(): LabelTree {
  return { next: new Map() }
}

/** Adds a label. Returns the part that already uses the same wording, if any. */
export function addLabel(tree: LabelTree, label: string, part: LabeledPart): LabeledPart | undefined {
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

/** The label as compared: lower case, single spaces, without the colon after it. */
export function plainLabel(label: string): string {
  return withoutEnd(foldCase(label.trim().replace(/\s+/g, ' ')), /[\s:]/)
}

export interface FoundLabel {
  part: LabeledPart
  /** Where the text after the label and its colon begins; `end` of the stretch if there is none. */
  valueStart: number
}

/** Finds the longest label at the beginning of a stretch of text, with the separator before its value. */
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

/** Where the value begins; undefined if the words continue as a sentence ("Document was served") and aren't a label. */
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

/** The first position that isn't white space; `end` if there is none. */
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
