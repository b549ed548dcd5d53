import type { Found, NoticeCase, NoticeLink } from '@courtcrier/contract/notice.ts'
import { parseDocketNumber } from '../../directory/docket-number.ts'
import { isCutNumber } from '../../directory/federal-number.ts'
import type { Body } from '../../text/body.ts'
import { findWords, joinLines, trimSpan } from '../../text/found.ts'
import { groupByLabel, readDocketText } from '../../text/labeled-lines.ts'
import { findCourtCaseId, parseNoticeLink } from '../../text/link.ts'
import { linksWithin } from '../../text/visible-text.ts'
import { goesOnBelow } from '../../text/wrapped-lines.ts'
import type { Label, Line } from './layout.ts'

/** One case of the notice with its part of the notice. */
export interface CaseReading {
  case: NoticeCase
  filer?: Found<string>
  docketText?: Found<string>
  claimNumber?: Found<string>
  /** All words in the "Document Number" row: the number, "No document attached", a restriction. */
  documentWords?: string
  /** All words in the "Case Number" row: the number, a warning, that the case is sealed. */
  numberWords?: string
}

/** Why a case of the notice can't be read, as a sentence. */
export interface UnreadCase {
  problem: string
}

/**
 * Reads a case's table and docket text. `elsewhere` is a number found outside the table, for courts that open a case
 * without that row.
 */
export function readCase(body: Body, lines: readonly Line[], elsewhere?: Found<string>): CaseReading | UnreadCase {
  const fields = groupByLabel(lines, ['docket text', 'changes'])
  const name = fieldWords(body, fields.get('case name'))
  const row = fields.get('case number')
  const written = row ? readDocketNumber(body, row) : elsewhere && { docketNumber: elsewhere }
  if (written && 'problem' in written) return written
  if (!name || !written) return { problem: 'This notice names a case without its name or its docket number.' }
  const number = fieldWords(body, fields.get('document number'))
  const documentNumber = number && readDigits(number)
  const courtCaseId = readCourtCaseId(body, row)
  const numberWords = row && fieldWords(body, row)?.value
  // A claim has no number on the docket; its form is linked from its number in the claims register.
  const link = readLink(body, fields.get('document number')) ?? readLink(body, fields.get('claim number'))
  const chapter = /^\d{1,2}$/.exec(fieldWords(body, fields.get('chapter'))?.value ?? '')?.[0]
  return {
    case: {
      name,
      ...written,
      parts: { ...(chapter && { chapter }), ...parseDocketNumber(written.docketNumber.value) },
      ...(courtCaseId && { courtCaseId }),
      ...(documentNumber && { documentNumber }),
      ...(link && { link }),
      ...(fields.has('closed') && { isClosed: true }),
      ...(closedWarning.test(numberWords ?? '') && { isClosed: true }),
    },
    ...readWords(body, fields),
    ...(number && { documentWords: number.value }),
    ...(numberWords && { numberWords }),
  }
}

function readWords(body: Body, fields: ReadonlyMap<Label, Field>): Omit<CaseReading, 'case'> {
  const filer = readFiler(body, fields.get('filer')) ?? readCreditor(body, fields.get('creditor'))
  const docketText = readDocketText(body, fields.get('docket text') ?? fields.get('changes'))
  const claim = fieldWords(body, fields.get('claim number'))
  const claimNumber = claim && readDigits(claim)
  return { ...(filer && { filer }), ...(docketText && { docketText }), ...(claimNumber && { claimNumber }) }
}

/** A label's line and the lines that follow it up to the next label. */
type Field = readonly Line[]

/** The lines with a field's value. In plain text a gap ends it, because the next lines explain how to use a link. */
function valueLines(body: Body, field: Field | undefined): readonly Line[] {
  if (!field?.[0]) return []
  const rest = field.slice(1)
  const hasOwn = body.text.slice(field[0].valueStart, field[0].end).trim() !== ''
  const gap = body.kind === 'text' ? rest.findIndex((line, place) => line.breaks > 1 && (hasOwn || place > 0)) : -1
  return [{ ...field[0], start: field[0].valueStart }, ...(gap < 0 ? rest : rest.slice(0, gap))]
}

function fieldWords(body: Body, field: Field | undefined): Found<string> | undefined {
  return joinLines(body, valueLines(body, field))
}

/**
 * Plain-text notices write the docket's address after the number. The Panel on Multidistrict Litigation writes the
 * court where the case was before in front of it: `NYE/1:21-cv-02960`. Other words aren't part of a number, and a
 * number cut in two isn't one; both are left to a person.
 */
function readDocketNumber(
  body: Body,
  field: Field,
): Pick<NoticeCase, 'docketNumber' | 'originCourt'> | UnreadCase | undefined {
  const links = body.kind === 'text' ? fieldLinks(body, field).slice(0, mostLinks) : []
  const lines = valueLines(body, field).filter((line) => !isRestOfLink(links, line))
  const [first, ...below] = lines.flatMap(({ start, end }) => findWords(body, start, end) ?? [])
  if (!first?.span) return undefined
  const [start, end] = first.span
  const origin = /^([A-Z]{2,5})\/(?=\d)|^\*{1,3} ?(?:SEALED|Sealed|RESTRICTED) ?\*{1,3} (?=\d)/.exec(first.value)
  const length = endOfNumber(body.text.slice(start, end))
  const number = findWords(body, start + (origin?.[0].length ?? 0), start + length)
  if (!number || number.value.length > longestNumber || !/\d/.test(number.value)) return undefined
  if (!isWholeNumber(number.value) || !below.every(({ value }) => endOfNumber(value) === 0)) {
    const words = [number, ...below].map(({ value }) => value).join(' ')
    return {
      problem: `Where the case number stands, this notice says "${words.slice(0, 100)}". Read it and enter it manually.`,
    }
  }
  return { docketNumber: number, ...(origin?.[1] && { originCourt: origin[1] }) }
}

/** An address shown as text may be wrapped, also behind a hyphen: "https://ecf.dcd.uscourts.gov/cgi-" / "bin/DktRpt.pl?1". */
function isRestOfLink(links: Body['links'], line: { start: number }): boolean {
  return links.some((link) => link.start < line.start && link.end > line.start)
}

const mostLinks = 20
const longestNumber = 200
const closedWarning = /\bwarning\W{1,3}case\s{1,9}closed\b/i
/**
 * The docket's address, also made unusable, a bracket around it, a warning, that the case is sealed, or the judge's name
 * in parentheses.
 */
const behindNumber =
  /\s{0,9}[<[(]{0,2}h(?:tt|xx)ps?(?:\[:\]|:)\/\/|\s{0,9}\W{0,6}warning\W{1,3}case\s{1,9}closed\b|(?<=^|\s)(?:[*[(\s-]{0,6}(?:(?:un)?sealed|restricted|(?:filed )?under seal|ex parte)(?: (?:case|matter))?[*\])\s]{0,6}){1,3}$|(?<=^|\s)\([^()]{1,60}\)\s{0,9}$/i

function endOfNumber(source: string): number {
  const at = source.slice(0, mostWordsBehind).search(behindNumber)
  return at < 0 ? source.length : at
}

const mostWordsBehind = 400

/**
 * One word with digits, preceded at most by words such as "MDL No.", that is a federal number to its end: cut to `5:` or
 * `1:24-cv-012`, or with a damaged character, it would be another case's number or none.
 */
function isWholeNumber(value: string): boolean {
  const [, words = '', number = ''] = /^((?:[a-z][a-z.]{0,15} ){0,3})([^\s,;\d]*\d[^\s,;]*)$/i.exec(value) ?? []
  const parts = parseDocketNumber(words + number) ?? parseDocketNumber(number)
  return parts?.serial !== undefined && !isCutNumber(number)
}

/** The number at the beginning of a row: a document's, an attachment's, or a claim's. */
function readDigits(words: Found<string>): Found<string> | undefined {
  const digits = /^\d{1,7}(?:-\d{1,4})?(?!\d)/.exec(words.value)?.[0]
  if (!digits || !words.span) return undefined
  return { value: digits, span: [words.span[0], words.span[0] + digits.length], from: 'body' }
}

function fieldLinks(body: Body, field: Field | undefined): Body['links'] {
  const [first, last] = [field?.[0], field?.at(-1)]
  return first && last ? linksWithin(body, first.start, last.end) : []
}

function readCourtCaseId(body: Body, field: Field | undefined): Found<string> | undefined {
  for (const link of fieldLinks(body, field)) {
    const value = findCourtCaseId(link.href)
    if (value) return { value, span: [link.start, link.end], from: 'body' }
  }
  return undefined
}

function readLink(body: Body, field: Field | undefined): NoticeLink | undefined {
  for (const link of fieldLinks(body, field)) {
    const parsed = parseNoticeLink(link.href)
    if (parsed) return { ...parsed, span: trimSpan(body.text, link.start, link.end) }
  }
  return undefined
}

/** Each party has its own row, which a mail program may have wrapped; nothing explains them, so a gap ends nothing. */
function readFiler(body: Body, field: Field | undefined): Found<string> | undefined {
  const [label, ...below] = field ?? []
  if (!label) return undefined
  const lines = [{ ...label, start: label.valueStart }, ...below]
  const names: Found<string>[] = []
  let value = ''
  for (const [place, line] of lines.entries()) {
    const name = findWords(body, line.start, line.end)
    if (!name) continue
    if (value !== '') value += goesOnBelow(body, lines[place - 1], line) ? ' ' : '; '
    value += name.value
    names.push(name)
  }
  const [first, last] = [names[0]?.span, names.at(-1)?.span]
  return first && last && { value, span: [first[0], last[1]], from: 'body' }
}

/** The creditor's postal address follows the name, which may itself span several lines. */
function readCreditor(body: Body, field: Field | undefined): Found<string> | undefined {
  const lines = valueLines(body, field).flatMap((line) => findWords(body, line.start, line.end) ?? [])
  const next = lines.findIndex((line, at) => at > 0 && !continuesName(lines[at - 1]?.value ?? '', line.value))
  const name = next < 0 ? lines : lines.slice(0, next)
  const [first, last] = [name[0]?.span, name.at(-1)?.span]
  if (!first || !last) return undefined
  // Courts write their key for the creditor after the name.
  const value = name.map((line) => line.value).join(' ')
  return { value: value.replace(/ \(\d{4,12}\)$/, ''), span: [first[0], last[1]], from: 'body' }
}

/**
 * Whether a line still belongs to the creditor's name started above. Nothing marks where the postal address starts, so
 * a name continues only if its words require more ("JPMorgan Chase Bank," / "National Association"), or if the next
 * line contains the legal form or a connecting phrase ("as servicer for", "d/b/a").
 */
function continuesName(above: string, line: string): boolean {
  if (line.length > 120 || beginsAddress.test(line) || /\d{5}(?:-\d{4})?$/.test(line)) return false
  if (/^[a-z&]/.test(line) || leadsOn.test(line) || asksForMore.test(above)) return true
  if (closingForm.test(above)) return false
  return legalForm.test(line) || /^[\p{L}.&'-]{2,30}$/u.test(line)
}

const beginsAddress =
  /^(?:\d|#|P\.? ?O\.? ?(?:Box|Drawer)\b|Post Office\b|Box \d|Attn\b|Attention\b|c\/o\b|care of\b|Suite\b|Ste\b|Floor\b|Unit \w|Room\b|Mail ?(?:stop|code)\b|M\/?S\b|Dept\b|Department\b|Bankruptcy\b|Legal\b|Claims?\b|Notice\b|Payment\b|Correspondence\b|Customer\b|One |Two |Three |Four |Five )/i
const leadsOn =
  /^(?:d\/b\/a\b|dba\b|f\/k\/a\b|fka\b|a\/k\/a\b|aka\b|n\/k\/a\b|as (?:servicer|trustee|agent|successor|assignee|nominee)\b|successor\b|by and through\b|on behalf of\b|&|and\b|of\b|for\b)/i
const asksForMore =
  /(?:,|&|-|\/|\b(?:and|of|the|for|as|by|to|in|d\/b\/a|dba|fka|aka|assignee|servicer|successor|trustee for))$/i
const legalForm =
  /\b(?:L\.?L\.?C|L\.?L\.?P|L\.?P|P\.?L\.?L\.?C|P\.?C|P\.?A|Inc|Incorporated|Corp|Corporation|Co|Company|Ltd|Limited|N\.?A|National Association|Association|F\.?S\.?B|S\.?S\.?B|Trust|Credit Union|F\.?C\.?U|Partnership|Partners|Holdings?|Services?|Bank|Authority|Agency|Commission|University|Hospital|District|County|Treasury|Revenue)\b\.?,?(?: \([^)]{1,20}\))?$/i
/** Legal forms that only an address can follow. */
const closingForm =
  /\b(?:L\.?L\.?C|L\.?L\.?P|L\.?P|P\.?C|P\.?A|Inc|Incorporated|Corp|Corporation|Co|Company|Ltd|Limited|N\.?A|Association|F\.?S\.?B|Credit Union|F\.?C\.?U)\b\.?(?: \([^)]{1,20}\))?$/i
