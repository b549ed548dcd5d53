import type { Found, NoticeCase, NoticeLink, Span } from '@courtcrier/contract/notice.ts'
import { parseDocketNumber } from '../directory/docket-number.ts'
import type { Body } from '../text/body.ts'
import { joinLines, trimSpan } from '../text/found.ts'
import { hasInk } from '../text/ink.ts'
import { groupByLabel, readDocketText } from '../text/labeled-lines.ts'
import { findCourtCaseId, parseNoticeLink, unwrapLink } from '../text/link.ts'
import { linksWithin } from '../text/visible-text.ts'
import type { NdaLine } from './nda-layout.ts'

/** One part of the notice: the cases in its table, and its docket text. */
export interface NdaCaseReading {
  /** Empty if the table has no number. Several if one row contains several numbers. */
  cases: readonly NoticeCase[]
  docketText?: Found<string>
  /** All words in the row with the numbers, which may say that the case is sealed. */
  numberWords?: string
}

/** Reads a table and the docket text below it. */
export function readNdaCase(body: Body, lines: readonly NdaLine[]): NdaCaseReading {
  const fields = groupByLabel(lines, ['docket text'])
  const name = readName(body, fields.get('case name'))
  const link = readLink(body, fields.get('link'))
  const numberLines = valueLines(body, fields.get('case number'))
  const docketText = readDocketText(body, fields.get('docket text'))
  const cases = readNumbers(body, numberLines).map((docketNumber, place): NoticeCase => {
    const courtCaseId = readCaseId(body, numberLines, docketNumber.span)
    return {
      ...(name && place === 0 && { name }),
      docketNumber,
      parts: parseDocketNumber(docketNumber.value) ?? {},
      ...(courtCaseId && { courtCaseId }),
      ...(link && place === 0 && { link }),
    }
  })
  const numberWords = joinLines(body, numberLines)?.value
  return { cases, ...(docketText && { docketText }), ...(numberWords && { numberWords }) }
}

/** A label's line and the lines that follow it up to the next label. */
type Field = readonly NdaLine[]

interface Stretch {
  start: number
  end: number
}

/** The ranges with a field's value: the rest of its line, or what follows up to a gap. */
function valueLines(body: Body, field: Field | undefined): readonly Stretch[] {
  const [first, ...rest] = field ?? []
  if (!first) return []
  const own = { start: first.valueStart, end: first.end }
  const hasOwn = hasInk(body.text.slice(own.start, own.end))
  const gap = rest.findIndex((line, place) => line.breaks > 1 && (place > 0 || hasOwn))
  return [own, ...(gap < 0 ? rest : rest.slice(0, gap))]
}

function readName(body: Body, field: Field | undefined): Found<string> | undefined {
  return joinLines(body, valueLines(body, field))
}

/** No court writes more numbers in one row. */
const mostNumbers = 1_000
const longestRow = 20_000

/** Plain-text notices write the docket's address after the number; digits in it aren't another number. */
function readNumbers(body: Body, lines: readonly Stretch[]): readonly Found<string>[] {
  const numbers: Found<string>[] = []
  for (const { start, end } of lines) {
    const text = body.text.slice(start, Math.min(end, start + longestRow))
    const address = text.search(/[<[(]{0,2}https?:\/\//i)
    const row = (address < 0 ? text : text.slice(0, address)).replace(/\bwarning\W{1,3}case\s{1,9}closed\b[^\n]*/i, '')
    for (const match of row.matchAll(/(?<![\w:/.-])[a-z0-9][\w-]{0,30}(?![\w:/-])/gi)) {
      if (!/\d/.test(match[0]) || numbers.length >= mostNumbers) continue
      // Cut behind its hyphen: neither piece is a number, and a person reads it.
      if (match[0].endsWith('-')) return []
      const at = start + match.index
      numbers.push({ value: match[0], span: [at, at + match[0].length], from: 'body' })
    }
    if (address >= 0) break
  }
  return numbers
}

/** Of the links in the row, the one on the number, or in plain text the address after it. */
function readCaseId(body: Body, lines: readonly Stretch[], span: Span | undefined): Found<string> | undefined {
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last || !span) return undefined
  const links = linksWithin(body, first.start, last.end).slice(0, mostNumbers)
  const own =
    links.find((link) => link.start <= span[0] && link.end >= span[1]) ??
    links.find((link) => link.start >= span[1] && link.start <= span[1] + 3)
  for (const link of own ? [own] : links) {
    const value = findTransportRoomCaseId(link.href) ?? findCourtCaseId(link.href)
    if (value) return { value, span: [link.start, link.end], from: 'body' }
  }
  return undefined
}

/** The court's case key in `…/servlet/TransportRoom?servlet=DocketReportFilter.jsp&caseId=55129`. */
function findTransportRoomCaseId(href: string): string | undefined {
  const url = unwrapLink(href)
  if (!/\/TransportRoom\?/i.test(url)) return undefined
  return /[?&]caseId=(\d{1,20})(?:&|#|$)/i.exec(url)?.[1]
}

function readLink(body: Body, field: Field | undefined): NoticeLink | undefined {
  const [first, last] = [field?.[0], field?.at(-1)]
  if (!first || !last) return undefined
  for (const link of linksWithin(body, first.start, last.end)) {
    const parsed = parseNoticeLink(link.href)
    if (parsed) return { ...parsed, span: trimSpan(body.text, link.start, link.end) }
  }
  return undefined
}
