import { sql } from 'kysely'
import { findCourt } from '../../courts/directory/directory.ts'
import type { TemplateContext } from './template.ts'

/** The values of a policy's templates, from a firm `f`, an envelope `e`, a document `d`, a case `c`, matter `m` and client `cl`. */
export const contextColumns = sql`
      f.name as "firmName", e.ecfx_jurisdiction_id as "courtId", e.date::text as date, e.event, e.docket_text as "docketText",
      e.document_number as "filingNumber", e.case_name as "courtCaseName", e.docket_number as "docketNumber",
      d.id is not null as "isDocument", d.number, d.title, d.position, d.original_file_name as "originalFileName", d.uploaded,
      c.name as "caseName", c.case_number as "caseNumber", c.caption, c.status, c.reference_id as "referenceId",
      c.unique_key as "courtCaseId", m.name as "matterName", m.number as "matterNumber",
      cl.name as "clientName", cl.number as "clientNumber"`

type TextColumn =
  | 'firmName'
  | 'courtId'
  | 'date'
  | 'event'
  | 'docketText'
  | 'filingNumber'
  | 'courtCaseName'
  | 'docketNumber'
  | 'number'
  | 'title'
  | 'originalFileName'
  | 'caseName'
  | 'caseNumber'
  | 'caption'
  | 'status'
  | 'referenceId'
  | 'courtCaseId'
  | 'matterName'
  | 'matterNumber'
  | 'clientName'
  | 'clientNumber'

/** Those columns of one document, or of the notice itself. */
export interface ContextRecord extends Record<TextColumn, string | null> {
  isDocument: boolean
  position: number | null
  uploaded: boolean | null
}

/** Missing values are empty. */
export function contextOf(record: ContextRecord): TemplateContext {
  const text = (name: TextColumn) => record[name] ?? ''
  const court = record.courtId ? findCourt(record.courtId) : undefined
  return {
    client: { name: text('clientName'), number: text('clientNumber') },
    matter: { name: text('matterName'), number: text('matterNumber') },
    case: {
      name: text('caseName') || text('courtCaseName'),
      case_number: text('caseNumber') || text('docketNumber'),
      caption: text('caption'),
      status: text('status'),
      reference_id: text('referenceId'),
      court_case_id: text('courtCaseId'),
    },
    court: { id: text('courtId'), name: court?.name ?? '', abbreviation: court?.code || court?.citation || '' },
    filing: {
      date: text('date'),
      event: text('event'),
      docket_text: text('docketText'),
      document_number: text('filingNumber'),
    },
    document: {
      number: text('number') || (record.isDocument ? text('filingNumber') : ''),
      title: record.isDocument ? text('title') : 'Notice',
      position: record.position === null ? '' : String(record.position),
      original_file_name: text('originalFileName'),
    },
    firm: { name: text('firmName') },
  }
}
