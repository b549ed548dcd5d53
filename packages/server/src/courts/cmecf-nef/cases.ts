import type { Found, NoticeCase, NoticeLink } from '@courtcrier/contract/notice.ts'
import type { Body } from '../body.ts'
import { parseDocketNumber } from '../docket-number.ts'
import { findWords, trimSpan } from '../found.ts'
import { groupByLabel, readDocketText } from '../labelled-lines.ts'
import { findCourtCaseId, parseNoticeLink } from '../link.ts'
import { linksWithin } from '../visible-text.ts'
import type { Label, Line } from './layout.ts'

/** One case of the notice and what stands in its part of it. */
export interface CaseReading {
  case: NoticeCase
  filer?: Found<string>
  docketText?: Found<string>
  claimNumber?: Found<string>
  /** All the words of the "Document Number" row: the number, "No document attached", a restriction. */
  documentWords?: string
}

/** Reads a case's table and docket text; undefined when it has no name or no number. */
export function readCase(body: Body, lines: readonly Line[]): CaseReading | undefined {
  const fields = groupByLabel(lines, ['docket text', 'changes'])
  const name = fieldWords(body, fields.get('case name'))
  const written = readDocketNumber(body, fields.get('case number'))
  if (!name || !written) return undefined
  const number = fieldWords(body, fields.get('document number'))
  const documentNumber = number && readDigits(number)
  const courtCaseId = readCourtCaseId(body, fields.get('case number'))
  const link = readLink(body, fields.get('document number'))
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
    },
    ...readWords(body, fields),
    ...(number && { documentWords: number.value }),
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

/** The lines of a field that hold its value. In plain text a gap ends it: the next lines explain how to use a link. */
function valueLines(body: Body, field: Field | undefined): readonly Line[] {
  if (!field?.[0]) return []
  const rest = field.slice(1)
  const gap = body.kind === 'text' ? rest.findIndex((line) => line.breaks > 1) : -1
  return [{ ...field[0], start: field[0].valueStart }, ...(gap < 0 ? rest : rest.slice(0, gap))]
}

function fieldWords(body: Body, field: Field | undefined): Found<string> | undefined {
  const lines = valueLines(body, field)
  const [first, last] = [lines[0], lines.at(-1)]
  return first && last ? findWords(body, first.start, last.end) : undefined
}

/**
 * Plain text notices write the address of the docket behind the number. The Panel on Multidistrict Litigation writes
 * the court where the case was before in front of it: `NYE/1:21-cv-02960`.
 */
function readDocketNumber(
  body: Body,
  field: Field | undefined,
): Pick<NoticeCase, 'docketNumber' | 'originCourt'> | undefined {
  const words = fieldWords(body, field)
  if (!words?.span) return undefined
  const [start, end] = words.span
  const link = body.text.slice(start, end).search(/https?:\/\//i)
  const origin = /^([A-Z]{2,5})\/(?=\d)/.exec(words.value)
  const number = findWords(body, start + (origin?.[0].length ?? 0), link < 0 ? end : start + link)
  if (!number || number.value.length > 200 || !/\d/.test(number.value)) return undefined
  return { docketNumber: number, ...(origin?.[1] && { originCourt: origin[1] }) }
}

/** The number at the beginning of a row: a document's, also an attachment's, or a claim's. */
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

/** Each party has a row of its own. */
function readFiler(body: Body, field: Field | undefined): Found<string> | undefined {
  const names = valueLines(body, field).flatMap((line) => findWords(body, line.start, line.end) ?? [])
  const [first, last] = [names[0]?.span, names.at(-1)?.span]
  if (!first || !last) return undefined
  const separator = body.kind === 'html' ? '; ' : ' '
  return { value: names.map((name) => name.value).join(separator), span: [first[0], last[1]], from: 'body' }
}

/** The creditor's postal address stands under the name. */
function readCreditor(body: Body, field: Field | undefined): Found<string> | undefined {
  for (const line of valueLines(body, field)) {
    const name = findWords(body, line.start, line.end)
    if (name) return name
  }
  return undefined
}
