import { withoutEnd } from '@courtcrier/lib/without-end.ts'
import { appealForms, bankruptcyForms, districtForms } from './federal-forms.ts'
import { boxesIn, edgeLines, inReadingOrder, joinLines, type Line, topBlocks } from './margin-lines.ts'
import { around, type Box, type PageText } from './page-text.ts'
import { stampDate } from './stamp-date.ts'
import type { BlockForm, Piece, StampCourt, StampForm } from './stamp-form.ts'
import { stateForms } from './state-forms.ts'

/** A stamp that a court printed on a page. */
export interface CourtStamp {
  /** Name of its form in the table. */
  form: string
  court: StampCourt
  /** As the court writes it; some forms name none. */
  docketNumber?: string
  /** As printed: `118`, or `118-1` for an attachment. */
  documentNumber?: string
  /** ISO date. */
  filedDate?: string
  enteredDate?: string
  /** When the e-filing system received it, if the stamp says so. */
  receivedDate?: string
  /** The page of the document and their number, as the stamp counts them. */
  page?: number
  pages?: number
  /** The page it was found on, counted from 1, and where. */
  foundOn: number
  /** A page before it has text, but no stamp. */
  isBehindText?: boolean
  box: Box
}

/** Every form of stamp; of several that fit a text, the first counts. */
export const stampForms: readonly StampForm[] = [...districtForms, ...bankruptcyForms, ...appealForms, ...stateForms]

/**
 * Finds the stamps that courts printed on a page, in the order in which they were printed: a document that was filed
 * before has the older stamp too. Text further in doesn't count, because briefs quote stamps.
 */
export function findStamps(page: PageText): readonly CourtStamp[] {
  const found = stampsAtEdges(page)
  if (found.length > 0) return found
  const again = stampsAtEdges(inReadingOrder(page))
  return again.length > 0 || page.number > 1 ? again : marksOnTop(page)
}

function stampsAtEdges(page: PageText): readonly CourtStamp[] {
  const { start, end } = edgeLines(page)
  return [start, end].flatMap((lines) => {
    const stamps = lines.flatMap((_, at) => readLine(joinLines(lines.slice(at, at + 3)), page) ?? [])
    return stamps.length > 0 ? stamps : readBlocks(joinLines(lines), 'edge', page)
  })
}

function marksOnTop(page: PageText): readonly CourtStamp[] {
  return topBlocks(page).flatMap((block) => readBlocks(block, 'top', page))
}

/** A line that a stamp starts but that says much more is a sentence. */
const longestRest = 60
const longestBlock = 4000
const longestMark = 300

function readLine(line: Line, page: PageText): CourtStamp | undefined {
  const matches = stampForms.flatMap((form) => {
    const match = 'line' in form ? matchPieces(line.text, form.line) : undefined
    return match ? [{ form, ...match }] : []
  })
  // The form that accounts for most of the line is the court's own.
  const [match] = matches.toSorted((a, b) => b.end - a.end)
  if (!match) return undefined
  const lineEnd = line.ends.find((end) => end >= match.end) ?? line.text.length
  if (lineEnd - match.end > longestRest) return undefined
  return toStamp(match.form, match.groups, { page, boxes: boxesIn(line, 0, match.end) })
}

function readBlocks(line: Line, place: 'edge' | 'top', page: PageText): readonly CourtStamp[] {
  if (line.text.length > (place === 'top' ? longestMark : longestBlock)) return []
  for (const form of stampForms) {
    if (!('block' in form) || form.place !== place) continue
    const whole = [0, line.text.length] as const
    for (const ranges of [marksIn(line.text, form), [whole]]) {
      const stamps = ranges.flatMap((range) => readBlock(line, form, { page, range }) ?? [])
      if (stamps.length > 0) return stamps
    }
  }
  return []
}

type Range = readonly [from: number, to: number]

/** Where marks that follow each other begin and end; each begins with what its form names first. */
function marksIn(text: string, { block: [first] }: BlockForm): readonly Range[] {
  const starts: number[] = []
  for (let from = 0; first && from < text.length; ) {
    const match = first.exec(text.slice(from))
    if (!match) break
    starts.push(starts.length === 0 ? 0 : from + match.index)
    from += match.index + match[0].length
  }
  return starts.map((start, at) => [start, starts[at + 1] ?? text.length])
}

function readBlock(
  line: Line,
  form: StampForm & BlockForm,
  { page, range: [from, to] }: { page: PageText; range: Range },
): CourtStamp | undefined {
  const text = line.text.slice(from, to)
  const matches = form.block.map((pattern) => pattern.exec(text))
  if (!matches.every((match) => match !== null)) return undefined
  const also = (form.also ?? []).map((pattern) => pattern.exec(text)).filter((match) => match !== null)
  const groups = Object.assign({}, ...[...also, ...matches].map((match) => match.groups))
  return toStamp(form, groups, { page, boxes: boxesIn(line, from, to) })
}

type Groups = Readonly<Record<string, string | undefined>>

/** Reads the pieces one after the other; each is tried at one place only, so the time is linear. */
function matchPieces(text: string, pieces: readonly Piece[]): { groups: Groups; end: number } | undefined {
  const groups: Record<string, string | undefined> = {}
  let end = 0
  for (const piece of pieces) {
    const pattern = 'maybe' in piece ? piece.maybe : piece
    pattern.lastIndex = skipGap(text, end)
    const match = pattern.exec(text)
    if (match) {
      for (const [name, value] of Object.entries(match.groups ?? {})) if (value !== undefined) groups[name] = value
      end = pattern.lastIndex
    } else if (!('maybe' in piece)) return undefined
  }
  return { groups, end }
}

function skipGap(text: string, from: number): number {
  let at = from
  while (at < from + 4 && (text[at] === ' ' || text[at] === ',')) at++
  return at
}

function toStamp(
  form: StampForm,
  groups: Groups,
  { page, boxes }: { page: PageText; boxes: readonly Box[] },
): CourtStamp {
  const filedDate = stampDate(groups.filed)
  const enteredDate = stampDate(groups.entered)
  const receivedDate = stampDate(groups.received)
  return {
    form: form.name,
    court: form.court,
    ...(groups.docket && { docketNumber: withoutEnd(groups.docket, /[-~]/) }),
    ...(groups.document && { documentNumber: groups.document }),
    ...(filedDate && { filedDate }),
    ...(enteredDate && { enteredDate }),
    ...(receivedDate && { receivedDate }),
    ...(groups.page && { page: Number(groups.page) }),
    ...(groups.pages && { pages: Number(groups.pages) }),
    foundOn: page.number,
    box: around(boxes),
  }
}
