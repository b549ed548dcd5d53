import type { Body } from '../../text/body.ts'
import { squeeze, trimSpan } from '../../text/found.ts'
import { findWordsBelow } from '../../text/header-block.ts'
import { isFollowedByCase, type LabeledLine, namesFurtherCase } from '../../text/labeled-lines.ts'
import { headingOfList, longestHeading, saysNotDelivered } from '../../text/mailing-headings.ts'
import { findNoticeTop, isNoticeTitle } from '../../text/notice-start.ts'
import { findOwnLists } from '../../text/own-lists.ts'
import { readWrappedLines } from '../../text/wrapped-lines.ts'

/** One line of the notice: its words and their position. */
export type Line = LabeledLine<Label>

export type Label =
  | 'case name'
  | 'case number'
  | 'filer'
  | 'document number'
  | 'closed'
  | 'chapter'
  | 'creditor'
  | 'claim number'
  | 'other'
  | 'docket text'
  | 'changes'
  | 'mailed to'
  | 'not mailed to'
  | 'documents'
  | 'description'
  | 'filename'
  | 'stamp'

/** The parts of a notice, each a run of lines. */
export interface Layout {
  /** Offset of "The following transaction was entered…"; undefined if the notice doesn't contain it. */
  enteredAt?: number
  /** How many transactions the message announces, because a forward may contain several notices. */
  transactions: number
  /** Everything above the transaction: people's notes, a forward's header block, the court's name. */
  head: readonly Line[]
  /** For each case, the rows of its table and its docket text. */
  cases: readonly (readonly Line[])[]
  /** Who was notified. */
  mailing: readonly Line[]
  /** The list of documents. */
  documents: readonly Line[]
  /** Whether it says that an earlier entry was changed. */
  isEdit: boolean
  /** Whether it announces a claim in a bankruptcy case's claims register. */
  isClaim: boolean
}

/**
 * Assigns the lines of a body to the parts of a notice. A case's rows are table cells, so the same words within a
 * docket text aren't taken for labels. Only a notice that lost its tables on the way is read without them. Labels above
 * the notice's own first line are words of a note about it.
 */
export function layOut(body: Body): Layout {
  const top = findNoticeTop(body)
  const layout = layOutBy(body, top, (line) => line.isCellStart)
  return layout.cases.length > 0 ? layout : layOutBy(body, top, () => true)
}

type VisibleLine = Body['lines'][number]
type Part = 'head' | 'case' | 'mailing' | 'documents' | 'tail'
type IsRow = (line: VisibleLine) => boolean

function layOutBy(body: Body, top: number, isRow: IsRow): Layout {
  const lines = readWrappedLines(body, (line) => readLine(body, line, line.start >= top && isRow(line)))
  const placed = placeLines(body, lines, top)
  const partOf = (wanted: Part) => placed.flatMap(({ part, line }) => (part === wanted ? [line] : []))
  const cases: Line[][] = []
  const signs = { isEdit: false, isClaim: false }
  for (const { line, part, isCase } of placed) {
    if (isCase) cases.push([])
    if (part === 'case') cases.at(-1)?.push(line)
    if (part === 'head') noteSigns(signs, line.text)
    else if (line.label === 'changes') signs.isEdit = true
    else if (line.label === 'claim number') signs.isClaim = true
  }
  return {
    ...countNotices(body, placed),
    head: partOf('head'),
    cases,
    mailing: partOf('mailing'),
    documents: partOf('documents'),
    ...signs,
  }
}

/** A line, the part it belongs to, and whether a case begins with it. */
interface Placed {
  line: Line
  part: Part
  isCase: boolean
}

function placeLines(body: Body, all: readonly Line[], top: number): Placed[] {
  let part: Part = 'head'
  let hasText = false
  const { lines, list } = findOwnLists(all, top, { isList: isMailingLabel, mailed: 'mailed to', areNumbered: true })
  const end = findWordsBelow(lines, list)
  return lines.map((found, place): Placed => {
    if (place >= end) return { line: found, part: 'tail', isCase: false }
    const line: Line = part === 'mailing' ? withMailingLabel(found) : found
    const isName = line.label === 'case name'
    const isCase = isName && !(part === 'case' && hasText && !namesFurtherCase(body, lines, place))
    const isCell = body.kind === 'html' && body.lines[place]?.isCellStart === true
    part = partAfter(part, isCase ? 'case name' : ownLabel(line), isCell)
    hasText = !isCase && (hasText || line.label === 'docket text')
    return { line, part, isCase }
  })
}

/** How many notices the lines contain, by their titles and transaction sentences. */
function countNotices(body: Body, placed: readonly Placed[]): Pick<Layout, 'enteredAt' | 'transactions'> {
  const lines = placed.map(({ line }) => line)
  const titles = lines.filter(({ text }) => isNoticeTitle(text)).length
  const transactions = lines.filter(({ text }, place) => {
    if (!opensTransaction.test(text)) return false
    return placed[place - 1]?.part !== 'case' || isFollowedByCase(lines, place)
  })
  const [first] = transactions
  return {
    transactions: Math.max(transactions.length, titles),
    ...(first && { enteredAt: trimSpan(body.text, first.start, first.end)[0] }),
  }
}

/** A name in the clerk's own words doesn't start a case. */
function ownLabel({ label }: Line): Label | undefined {
  return label === 'case name' ? undefined : label
}

/** Without its heading's form, a line may still be a list heading, because lists contain no clerk's words. */
function withMailingLabel(line: Line): Line {
  if (line.label !== undefined) return line
  const label = headingOfList(line.text)
  return label ? { ...line, label } : line
}

const opensTransaction = /^the following (?:transaction|claim) was /i

type Signs = Pick<Layout, 'isEdit' | 'isClaim'>

/** What the heading and the transaction sentence say about the notice's kind. */
function noteSigns(signs: Signs, text: string): void {
  if (text.length > 700) return
  if (/^the following transaction was edited /i.test(text)) signs.isEdit = true
  else if (/^notice of electronic claims? filing\b/i.test(text)) signs.isClaim = true
}

/** The part that a line belongs to, given the previous line's. Everyone notified is in one cell. */
function partAfter(part: Part, label: Label | undefined, isCell: boolean): Part {
  if (label === 'case name') return 'case'
  if (part !== 'head' && isMailingLabel(label)) return 'mailing'
  if (part !== 'head' && (label === 'documents' || label === 'description')) return 'documents'
  return part === 'mailing' && isCell ? 'tail' : part
}

function isMailingLabel(label: Label | undefined): boolean {
  return label === 'mailed to' || label === 'not mailed to'
}

function readLine(body: Body, { start, end, breaks }: VisibleLine, isRow: boolean): Line {
  const raw = body.text.slice(start, end)
  const text = squeeze(raw)
  const match = labelPattern.exec(raw)
  const label = match ? labelOf(match[1] ?? '', isRow) : mailingLabel(text)
  return {
    text,
    start,
    end,
    breaks,
    valueStart: start + (match && label ? match[0].length : 0),
    ...(label && { label }),
  }
}

/** Labels are at the start of a line, alone or before their value; long ones may be wrapped. */
const labelPattern =
  /^\s*(Case\s+Name|Case\s+Number|Filer|Document\s+Number|Chapter|Creditor\s+Name|Claim\s+Number|(?:Total\s+)?Amount\s+(?:Claimed|Secured|Priority)|WARNING:\s+CASE\s+CLOSED|Judge|Docket\s+Text|Description\s+of\s+changes|The\s+following\s+document\(s\)\s+are\s+associated\s+with\s+this\s+transaction|Document\s+description|Original\s+filename|Electronic\s+document\s+Stamp)(?:\s*:|(?=\s+on\b))/i

const labels: Readonly<Record<string, Label>> = {
  'case name': 'case name',
  'case number': 'case number',
  filer: 'filer',
  'document number': 'document number',
  'warning: case closed': 'closed',
  chapter: 'chapter',
  'creditor name': 'creditor',
  'claim number': 'claim number',
  'total amount claimed': 'other',
  'amount claimed': 'other',
  'amount secured': 'other',
  'amount priority': 'other',
  judge: 'other',
  'docket text': 'docket text',
  'description of changes': 'changes',
  'the following document(s) are associated with this transaction': 'documents',
  'document description': 'description',
  'original filename': 'filename',
  'electronic document stamp': 'stamp',
}

const tableLabels = new Set<Label>([
  'case name',
  'case number',
  'filer',
  'document number',
  'closed',
  'chapter',
  'creditor',
  'claim number',
  'other',
])

function labelOf(words: string, isRow: boolean): Label | undefined {
  const label = labels[squeeze(words).toLowerCase()]
  return label && tableLabels.has(label) && !isRow ? undefined : label
}

/** A heading above the people who were or weren't notified. Elsewhere, the clerk's words may read like one. */
function mailingLabel(text: string): Label | undefined {
  if (text.length > longestHeading || !/[:.]$/.test(text)) return undefined
  const isSentence = /^(?:[^\s\d]*\d\S* )?(?:the )?(?:CM\/ECF system|notice|filer|document)\b/i.test(text)
  if (!text.endsWith(':') && !(isSentence && saysNotDelivered(text))) return undefined
  // Bankruptcy courts: "These participants in a related case have chosen not to receive notice from this case:".
  if (/\bchosen not to receive notice\b/i.test(text)) return 'not mailed to'
  if (!/\bto ?:{1,2}$/i.test(text) && !isSentence) return undefined
  return headingOfList(text)
}
