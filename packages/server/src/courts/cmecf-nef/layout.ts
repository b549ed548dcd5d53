import type { Body } from '../body.ts'
import { squeeze, trimSpan } from '../found.ts'
import type { LabelledLine } from '../labelled-lines.ts'

/** One line of the notice: its words and where they lie. */
export type Line = LabelledLine<Label>

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
  /** Offset of "The following transaction was entered…"; undefined when the notice does not say it. */
  enteredAt?: number
  /** How many transactions the message announces: a forward may hold several notices. */
  transactions: number
  /** What stands above the transaction: a forward's header block, the court's name. */
  head: readonly Line[]
  /** For each case the rows of its table and its docket text. */
  cases: readonly (readonly Line[])[]
  /** Who was told. */
  mailing: readonly Line[]
  /** The list of documents. */
  documents: readonly Line[]
  /** Whether it says that an entry made before was changed. */
  isEdit: boolean
  /** Whether it announces a claim in the register of claims of a bankruptcy case. */
  isClaim: boolean
  /** Whether the court says that it sent this before. */
  isRepeated: boolean
}

/**
 * Sorts the lines of a body into the parts of a notice. The rows of a case are cells of a table, so that the same words
 * within a docket text are not taken for labels; only a notice that lost its tables on the way is read without them.
 */
export function layOut(body: Body): Layout {
  const layout = layOutBy(body, (line) => line.isCellStart)
  return layout.cases.length > 0 ? layout : layOutBy(body, () => true)
}

type VisibleLine = Body['lines'][number]
type Part = 'head' | 'case' | 'mailing' | 'documents' | 'tail'
type IsRow = (line: VisibleLine) => boolean

function layOutBy(body: Body, isRow: IsRow): Layout {
  const head: Line[] = []
  const cases: Line[][] = []
  const mailing: Line[] = []
  const documents: Line[] = []
  let part: Part = 'head'
  let enteredAt: number | undefined
  let transactions = 0
  const signs = { isEdit: false, isClaim: false, isRepeated: false }
  for (const visible of body.lines) {
    const line = readLine(body, visible, isRow(visible))
    if (part !== 'case' && opensTransaction.test(line.text)) {
      transactions++
      enteredAt ??= trimSpan(body.text, line.start, line.end)[0]
    }
    if (part === 'head') noteSigns(signs, line.text)
    else if (line.label === 'changes') signs.isEdit = true
    else if (line.label === 'claim number') signs.isClaim = true
    part = partAfter(part, line.label, body.kind === 'html' && visible.isCellStart)
    if (line.label === 'case name') cases.push([])
    if (part === 'head') head.push(line)
    else if (part === 'case') cases.at(-1)?.push(line)
    else if (part === 'mailing') mailing.push(line)
    else if (part === 'documents') documents.push(line)
  }
  return { enteredAt, transactions, head, cases, mailing, documents, ...signs }
}

const opensTransaction = /^the following (?:transaction|claim) was /i

type Signs = Pick<Layout, 'isEdit' | 'isClaim' | 'isRepeated'>

/** What the heading and the sentence of the transaction say of the notice's kind. */
function noteSigns(signs: Signs, text: string): void {
  if (text.length > 700) return
  if (/^the following transaction was edited /i.test(text)) signs.isEdit = true
  else if (/^notice of electronic claims? filing\b/i.test(text)) signs.isClaim = true
  else if (/^\W{0,8}this is a re-?generated NEF\b/i.test(text)) signs.isRepeated = true
}

/** The part that a line belongs to, by the one before it; whoever was told stands in one cell. */
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

/** Labels stand at the start of a line, alone or before their value; long words may be wrapped. */
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

/**
 * "4:20-cv-05640-YGR Notice has been electronically mailed to:" and its opposites, which every court words its own way:
 * "will not be electronically mailed", "has been delivered by other means", "Filer will deliver document by other means".
 */
function mailingLabel(text: string): Label | undefined {
  if (text.length > 300 || !text.endsWith(':')) return undefined
  // Bankruptcy courts: "These participants in a related case have chosen not to receive notice from this case:".
  if (/\bchosen not to receive notice\b/i.test(text)) return 'not mailed to'
  if (!/\bto ?:{1,2}$/i.test(text)) return undefined
  if (!/\b(?:notice|filer|document)\b/i.test(text)) return undefined
  if (/\bnot\b.{0,40}\b(?:mailed|served|sent)\b|\bother means\b|\bconventional/i.test(text)) return 'not mailed to'
  return /\belectronically (?:mailed|served|sent)\b/i.test(text) ? 'mailed to' : undefined
}
