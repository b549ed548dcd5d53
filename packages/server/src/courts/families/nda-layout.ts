import type { Body } from '../text/body.ts'
import { squeeze, trimSpan } from '../text/found.ts'
import { findWordsBelow } from '../text/header-block.ts'
import { isFollowedByCase, type LabeledLine, namesFurtherCase } from '../text/labeled-lines.ts'
import { longestHeading } from '../text/mailing-headings.ts'
import { findNoticeTop, isNoticeTitle } from '../text/notice-start.ts'
import { findOwnLists } from '../text/own-lists.ts'
import { areNear } from '../text/words-near.ts'
import { readWrappedLines } from '../text/wrapped-lines.ts'

/** One line of a Notice of Docket Activity: its words and their position. */
export type NdaLine = LabeledLine<NdaLabel>

export type NdaLabel =
  | 'case name'
  | 'case number'
  | 'link'
  | 'docket text'
  | 'mailed'
  | 'stored in cart'
  | 'mailed by post'
  | 'not mailed'
  | 'not received'
  | 'documents'
  | 'description'
  | 'filename'
  | 'stamp'
  | 'told of document'

/** The parts of a notice, each a run of lines. */
export interface NdaLayout {
  /** Offset of "The following transaction was entered…"; undefined if the notice doesn't contain it. */
  enteredAt?: number
  /** How many transactions the message announces, because a forward may contain several notices. */
  transactions: number
  /** Everything above the transaction: people's notes, a forward's header block, the court's name. */
  head: readonly NdaLine[]
  /** For each case, the rows of its table and its docket text. */
  cases: readonly (readonly NdaLine[])[]
  /** Who was notified. */
  mailing: readonly NdaLine[]
  /** The list of documents. */
  documents: readonly NdaLine[]
}

/**
 * Assigns the lines of a body to the parts of a notice, with or without the original tables, because forwarding
 * programs turn tables into lines. `isDocument` recognizes lines that name a document by its link. A case above the
 * notice's own first line is in a note about it.
 */
export function layOutNda(body: Body, isDocument: (line: NdaLine) => boolean): NdaLayout {
  const all = readWrappedLines(body, (line) => readLine(body, line))
  const top = findNoticeTop(body)
  const { lines, list } = findOwnLists(all, top, { isList: isMailingLabel, mailed: 'mailed' })
  const end = findWordsBelow(lines, list)
  const parts = { head: [] as NdaLine[], mailing: [] as NdaLine[], documents: [] as NdaLine[] }
  const cases: NdaLine[][] = []
  let part: Part = 'head'
  let hasText = false
  let enteredAt: number | undefined
  let transactions = 0
  let titles = 0
  for (const [place, line] of lines.entries()) {
    if (isNoticeTitle(line.text)) titles++
    if (
      /^[>|*\s]{0,12}the following transaction was /i.test(line.text) &&
      (part !== 'case' || isFollowedByCase(lines, place))
    ) {
      transactions++
      enteredAt ??= line.valueStart
    }
    if (place >= end) continue
    const isName = line.label === 'case name' && line.start >= top
    const isCase = isName && !(hasText && part === 'case' && !namesFurtherCase(body, lines, place))
    if (isCase) {
      part = 'case'
      hasText = false
      cases.push([])
    } else part = partAfter(part, line, hasText && isDocument(line))
    hasText ||= line.label === 'docket text'
    if (part === 'case') cases.at(-1)?.push(line)
    else parts[part].push(line)
  }
  return {
    ...(enteredAt !== undefined && { enteredAt }),
    transactions: Math.max(transactions, titles),
    cases,
    ...parts,
  }
}

type Part = 'head' | 'case' | 'mailing' | 'documents'

/** The part that a line belongs to, given the previous line's. */
function partAfter(part: Part, line: NdaLine, isDocument: boolean): Part {
  if (part === 'head') return 'head'
  if (line.label && mailingLabels.has(line.label)) return 'mailing'
  if (line.label === 'documents' || line.label === 'description' || isDocument) return 'documents'
  return part
}

const mailingLabels = new Set<NdaLabel>(['mailed', 'stored in cart', 'mailed by post', 'not mailed', 'not received'])

/** Whether a label is the heading of a list of people. */
export function isMailingLabel(label: NdaLabel | undefined): boolean {
  return label !== undefined && mailingLabels.has(label)
}

function readLine(body: Body, { start, end, breaks }: Body['lines'][number]): NdaLine {
  const raw = body.text.slice(start, end)
  const text = squeeze(raw)
  const match = labelPattern.exec(raw)
  const known = match && labels[squeeze(match[1] ?? '').toLowerCase()]
  const label = known ?? mailingLabel(text)
  const valueStart = known ? start + match[0].length : trimSpan(body.text, start, end)[0]
  return { text, start, end, breaks, valueStart, ...(label && { label }) }
}

/** Labels are at the start of a line; mail programs mark quoted text with `>` and bold text with `*`. */
const labelPattern =
  /^[\s>*]{0,20}(Case\s+Name|Case\s+Number|Document\(s\)|Docket\s+Text|The\s+following\s+document\(s\)\s+are\s+associated\s+with\s+this\s+transaction|Document\s+description|Original\s+filename|Electronic\s+document\s+Stamp|Recipients)\s{0,9}:\*{0,2}/i

const labels: Readonly<Record<string, NdaLabel>> = {
  'case name': 'case name',
  'case number': 'case number',
  'document(s)': 'link',
  'docket text': 'docket text',
  'the following document(s) are associated with this transaction': 'documents',
  'document description': 'description',
  'original filename': 'filename',
  'electronic document stamp': 'stamp',
  recipients: 'told of document',
}

/** Headings of lists of people; the circuits word them differently. */
function mailingLabel(text: string): NdaLabel | undefined {
  if (text.length > longestHeading || !/:[*\s]{0,3}$/.test(text)) return undefined
  if (/\bparticipants\b.{0,60}\bwill not receive\b/i.test(text)) return 'not received'
  if (!/^.{0,60}\bnotice\b/i.test(text)) return undefined
  if (/\bnotice cart\b/i.test(text)) return 'stored in cart'
  if (/\bnot\b.{0,40}\b(?:mailed|served|sent|delivered)\b/i.test(text)) return 'not mailed'
  if (/\belectronically (?:mailed|served|sent|delivered)\b/i.test(text)) return 'mailed'
  return areNear(text, deed, /\bto\b/gi, 60) || /\bother means\b/i.test(text) ? 'mailed by post' : undefined
}

const deed = /\b(?:mail|mailed|sent|served|delivered)\b/gi
