import type { Body } from './body.ts'
import { squeeze } from './found.ts'
import type { LabeledLine } from './labeled-lines.ts'
import { isMailWords } from './mail-words.ts'
import { longestHeading } from './mailing-headings.ts'
import { findNoticeTop } from './notice-start.ts'

type VisibleLine = Body['lines'][number]
type ReadLine<Label extends string> = (line: VisibleLine) => LabeledLine<Label>

/**
 * Reads the lines of a body. In plain text, the pieces of a label or heading that a mail program wrapped are joined to the
 * line they were: "The following document(s) are associated with this" / "transaction:".
 */
export function readWrappedLines<Label extends string>(body: Body, read: ReadLine<Label>): LabeledLine<Label>[] {
  const lines = body.lines.map(read)
  if (body.kind === 'html') return lines
  const joined: LabeledLine<Label>[] = []
  let tries = mostJoins
  for (let place = 0; place < lines.length; place++) {
    const line = lines[place]
    if (!line) break
    const found = tries > 0 && mayBeWrapped(line) ? joinFrom(body, lines, { place, read }) : undefined
    tries -= found?.tries ?? 0
    joined.push(found?.line ?? line)
    if (found?.line) place = found.last
  }
  return joined
}

/** No notice has as many; one that was built to have them is read as it is. */
const mostJoins = 10_000
const mostLines = 20

function mayBeWrapped({ text, label, breaks }: LabeledLine): boolean {
  if (label !== undefined) return false
  return labelStart.test(text) || numberStart.test(text) || (breaks > 1 && headingStart.test(text))
}

/** The first words of a label whose others are on the next line. */
const labelStart =
  /^[>*\s]{0,20}(?:case|original|(?:electronic )?document|the following|the following document\(s\) .{0,50}|description(?: of)?|docket|claim|creditor|warning:(?: case)?|total)$/i
/** Headings above lists of people open with the case's number, or after a gap. */
const numberStart = /^[>*\s]{0,20}\S{0,20}\d[\w:]{0,8}-[\w/-]{0,30}\d\S{0,20}(?:\s|$)/
const headingStart =
  /^[>*\s]{0,20}(?:the |these |case |all ){0,2}(?:CM\/ECF|notices?|filers?|documents?|participants|parties|copies|service|recipients)\b/i

interface Wrapped<Label extends string> {
  place: number
  read: ReadLine<Label>
}

interface Joined<Label extends string> {
  line?: LabeledLine<Label>
  /** The last of the lines that it is made of. */
  last: number
  tries: number
}

/** Joins as few lines as have a label only together. */
function joinFrom<Label extends string>(
  body: Body,
  lines: readonly LabeledLine<Label>[],
  { place, read }: Wrapped<Label>,
): Joined<Label> {
  const first = lines[place]
  let last = place + 1
  for (; first && last < place + mostLines; last++) {
    const next = lines[last]
    if (!next || next.breaks > 1 || next.end - first.start > longestHeading) break
    if (next.label !== undefined && !mayEndHeading(body, first, next)) break
    const { start, breaks } = first
    const line = read({ start, end: next.end, breaks, isCellStart: true })
    if (line.label === undefined) continue
    const isWhole = hasOwnWords(body, line) ? line.valueStart > first.end : endsHeading(next, lines[last + 1])
    if (isWhole) return { line, last, tries: last - place }
  }
  return { last: place, tries: last - place }
}

/** A label's words are at the start of its line; a heading is the whole line. */
function hasOwnWords({ text }: Body, { start, valueStart }: LabeledLine): boolean {
  return text.slice(start, valueStart).trim() !== ''
}

/** The last piece of a heading may be a heading, too: "4:22-cv-05541 See Local Rule 5-5;" / "Notice was NOT mailed to:". */
function mayEndHeading(body: Body, first: LabeledLine, next: LabeledLine): boolean {
  return (
    numberStart.test(first.text) &&
    !first.text.endsWith('.') &&
    !hasOwnWords(body, next) &&
    !numberStart.test(next.text)
  )
}

/** A sentence is a heading only if it ends its paragraph. */
function endsHeading({ text }: LabeledLine, below: LabeledLine | undefined): boolean {
  return /:[*\s]{0,3}$/.test(text) || (below?.breaks ?? 2) > 1
}

type Range = Pick<VisibleLine, 'start' | 'end' | 'breaks'>

/** Whether a line of plain text goes on in the next, because the next one's first word, with its link, didn't fit. */
export function goesOnBelow(body: Body, line: Range | undefined, next: Range | undefined): boolean {
  if (body.kind === 'html' || !line || !next || next.breaks > 1) return false
  // A link behind a word is blank, and was part of it.
  const word = /^\S{1,200}(?: {9,4000})?/.exec(
    body.text.slice(next.start, Math.min(next.end, next.start + 4_200)).trimStart(),
  )
  return line.end - line.start + 1 + (word?.[0].length ?? 0) > columnsOf(body)
}

/**
 * Mail programs wrap lines at 60 columns or more, and not before the end of the longest line of the notice. What people
 * write above it and programs below it may be wrapped differently.
 */
function columnsOf(body: Body): number {
  const known = columns.get(body)
  if (known !== undefined) return known
  let longest = fewestColumns
  const top = findNoticeTop(body)
  for (const { start, end } of body.lines) {
    if (start < top || end - start <= longest) continue
    const text = body.text.slice(start, Math.min(end, start + longestRead))
    if (isMailWords(text.trimStart())) break
    if (!longWord.test(text)) longest = Math.max(longest, squeeze(text).length)
  }
  columns.set(body, longest)
  return longest
}

const columns = new WeakMap<Body, number>()
const fewestColumns = 60
const longestRead = 500
/** Words that no program wraps, such as addresses. */
const longWord = /\S{50}| {9}/
