import { parseDocketNumber } from '../directory/docket-number.ts'
import type { LabeledLine } from './labeled-lines.ts'

/** How a system's notices label their lists of people. */
export interface ListLabels<Label extends string> {
  isList: (label: Label | undefined) => boolean
  /** Above the people notified by email, who are listed before all others of the same case. */
  mailed: Label
  /** Whether the headings above people notified by email open with the number of the case. */
  areNumbered?: true
}

/** The lines of a notice, and the place where its own lists of people begin, or -1. */
export interface OwnLists<Label extends string> {
  lines: readonly LabeledLine<Label>[]
  list: number
}

/**
 * Finds a notice's own lists of people and documents. Lines above them that read like their headings are the clerk's
 * words, as in a certificate of service, and lose their label. `top` is where the notice begins.
 */
export function findOwnLists<Label extends string>(
  lines: readonly LabeledLine<Label>[],
  top: number,
  labels: ListLabels<Label>,
): OwnLists<Label> {
  const list = findPeople(lines, top, labels)
  const listStart = list < 0 ? lines.length : list
  const documents = findDocuments(lines)
  const own = lines.map((line, place) => {
    const first = labels.isList(line.label) ? listStart : isDocumentLabel(line.label) ? documents : 0
    return place < first ? withoutLabel(line) : line
  })
  return { lines: own, list }
}

function withoutLabel<Label extends string>({ label: _label, ...words }: LabeledLine<Label>): LabeledLine<Label> {
  return words
}

/**
 * A notice's own lists of people are below all of the clerk's words and have one of a kind for each case: they are the
 * last that don't repeat one another. If any of the headings opens with a number of the notice's cases, the first of its
 * own does.
 */
function findPeople<Label extends string>(
  lines: readonly LabeledLine<Label>[],
  top: number,
  { isList, mailed, areNumbered }: ListLabels<Label>,
): number {
  const headings = lines.flatMap(({ text, label, start }, place) =>
    start >= top && isList(label) ? { place, text, isMailed: label === mailed } : [],
  )
  const kinds = new Set<string>()
  let own = -1
  for (const { place, text, isMailed, number } of withNumbers(headings, lines, areNumbered).toReversed()) {
    const first = `${number} mailed`
    const kind = isMailed ? first : `${number} ${text.toLowerCase()}`
    if (kinds.has(kind) || kinds.has(first)) break
    kinds.add(kind)
    own = place
  }
  return own
}

interface Heading {
  place: number
  text: string
  isMailed: boolean
}

/** Each heading with the number of its case, which may be that of a heading above. */
function withNumbers(
  headings: readonly Heading[],
  lines: readonly LabeledLine[],
  areNumbered = false,
): (Heading & { number: string })[] {
  if (headings.length === 0) return []
  const own = new Set(numbersInRows(lines))
  let number = ''
  const all = headings.map((heading) => {
    const opening = numberIn(/^[>*\s]{0,20}(?:MDL No\. \d{1,5}\b|\S{1,40})/i.exec(heading.text)?.[0] ?? '')
    if (opening !== undefined && own.has(opening)) number = opening
    return { ...heading, number }
  })
  if (number !== '') return all.filter((heading) => heading.number !== '')
  return areNumbered && own.size > 0 ? all.filter(({ isMailed }) => !isMailed) : all
}

/** The numbers in the rows of the cases' tables. */
function numbersInRows(lines: readonly LabeledLine[]): string[] {
  return lines.flatMap(({ text }, place) => {
    const isRow = [lines[place - 1], lines[place]].some((line) => line?.label === 'case number')
    return isRow ? [text, ...text.split(' ', mostWords)].flatMap((words) => numberIn(words) ?? []) : []
  })
}

const mostWords = 20

/** The case, whatever of its number is omitted or added: a criminal case's headings name the defendant, too. */
function numberIn(words: string): string | undefined {
  const parts = /\d/.test(words) ? parseDocketNumber(words.replace(/^[>*\s]{1,20}/, '')) : undefined
  return parts?.serial === undefined ? undefined : `${parts.office ?? ''}:${parts.year ?? ''}-${parts.serial}`
}

/**
 * A notice's own list of documents is below its last heading of one, because there is one for all cases, or without it
 * at the first document with a file.
 */
function findDocuments(lines: readonly LabeledLine[]): number {
  const heading = lines.findLastIndex(({ label }) => label === 'documents')
  if (heading >= 0) return heading
  const first = lines.findIndex(({ label }, place) => label === 'description' && hasFile(lines, place))
  return first < 0 ? lines.length : first
}

function hasFile(lines: readonly LabeledLine[], place: number): boolean {
  return lines
    .slice(place + 1, place + 1 + mostDescribed)
    .some(({ label }) => label === 'filename' || label === 'stamp')
}

/** Lines that a description spans, and the next label. */
const mostDescribed = 4

function isDocumentLabel(label: string | undefined): boolean {
  return label === 'documents' || label === 'description'
}
