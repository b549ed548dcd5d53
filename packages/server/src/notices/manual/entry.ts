import { ApiError } from '@courtcrier/contract/errors.ts'
import { isCalendarDate } from '@courtcrier/contract/fields/date.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { readUuid } from '@courtcrier/contract/uuid.ts'
import { findCourt } from '../../courts/directory/directory.ts'

/** A filing as entered by a person. */
export interface Entry {
  courtId: string
  docketNumber: string
  caseId?: string
  caseName?: string
  documentNumber?: string
  /** ISO date. */
  filedDate?: string
  event: string
  docketText?: string
  filedBy?: string
  isSealed: boolean
  documents: readonly EntryDocument[]
  /** The item that this completes. */
  itemId?: string
}

export interface EntryDocument {
  uploadId: string
  title: string
  number?: string
}

const mostDocuments = 100

/** Parses the request. Throws `invalid_input` with every invalid field. */
export function readEntry(body: AnyRow): Entry {
  const problems: Problem[] = []
  const text = (field: string, { most, required = false }: { most: number; required?: boolean }) =>
    readText(body[field], { field, most, required, problems })
  const courtId = text('court_id', { most: 64, required: true })
  if (courtId && !findCourt(courtId)) problems.push({ field: 'court_id', code: 'not_reference' })
  const filedDate = text('filed_date', { most: 10 })
  if (filedDate && !isCalendarDate(filedDate)) problems.push({ field: 'filed_date', code: 'not_date' })
  const entry = {
    courtId: courtId ?? '',
    docketNumber: text('docket_number', { most: 255, required: true }) ?? '',
    caseId: readId(body.case_id, { field: 'case_id', problems }),
    caseName: text('case_name', { most: 1000 }),
    documentNumber: text('document_number', { most: 60 }),
    filedDate,
    event: text('event', { most: 1000, required: true }) ?? '',
    docketText: text('docket_text', { most: 100_000 }),
    filedBy: text('filed_by', { most: 500 }),
    isSealed: body.is_sealed === true,
    documents: readDocuments(body.documents, problems),
    itemId: readId(body.item_id, { field: 'item_id', problems }),
  }
  if (entry.documents.length === 0 && !entry.itemId) problems.push({ field: 'documents', code: 'required_items' })
  if (problems.length > 0) throw new ApiError('invalid_input', { problems })
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as unknown as Entry
}

interface TextRule {
  field: string
  most: number
  required: boolean
  problems: Problem[]
}

function readText(value: unknown, { field, most, required, problems }: TextRule): string | undefined {
  const isEmpty = value === undefined || value === null || value === ''
  if (isEmpty && required) problems.push({ field, code: 'required' })
  if (isEmpty) return undefined
  if (typeof value !== 'string') {
    problems.push({ field, code: 'not_text' })
    return undefined
  }
  const text = value.toWellFormed().trim()
  // Line breaks in docket text are preserved; no other control character belongs in typed text.
  if (/[^\P{Cc}\n\r\t]/u.test(text)) problems.push({ field, code: 'control_characters' })
  if (text.length > most) problems.push({ field, code: `too_long:${most}` })
  if (text === '' && required) problems.push({ field, code: 'required' })
  return text === '' ? undefined : text
}

function readId(value: unknown, { field, problems }: { field: string; problems: Problem[] }): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const id = readUuid(value)
  if (id !== undefined) return id
  problems.push({ field, code: 'not_reference' })
  return undefined
}

function readDocuments(value: unknown, problems: Problem[]): readonly EntryDocument[] {
  const list = Array.isArray(value) ? value : []
  if (value !== undefined && !Array.isArray(value)) problems.push({ field: 'documents', code: 'not_list' })
  if (list.length > mostDocuments) problems.push({ field: 'documents', code: `too_many:${mostDocuments}` })
  const documents = list.slice(0, mostDocuments).flatMap((each: unknown, at): EntryDocument[] => {
    const given = (typeof each === 'object' && each !== null ? each : {}) as AnyRow
    const field = `documents.${at}`
    const uploadId = readId(given.upload_id, { field: `${field}.upload_id`, problems })
    const title = readText(given.title, { field: `${field}.title`, most: 1000, required: true, problems })
    const number = readText(given.number, { field: `${field}.number`, most: 60, required: false, problems })
    if (!uploadId) {
      problems.push({ field: `${field}.upload_id`, code: 'required' })
      return []
    }
    return [{ uploadId, title: title ?? '', ...(number ? { number } : {}) }]
  })
  const isTwice = new Set(documents.map(({ uploadId }) => uploadId)).size < documents.length
  if (isTwice) problems.push({ field: 'documents', code: 'duplicate_item' })
  return documents
}
