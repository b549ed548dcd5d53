import { sql } from 'kysely'
import { findCourt } from '../courts/directory.ts'
import type { Trx } from '../db/database.ts'
import { documentExtension } from './document-extension.ts'
import type { TemplateContext } from './template.ts'

/** A copy that is being stored, with what its path is made of. */
export interface CopyRow {
  firmId: number
  id: string
  /** Tries, this one included. */
  attempts: number
  /** The path claimed by an earlier try. */
  path: string | null
  fileId: string
  copyKey: string
  itemId: string
  policy: {
    documentPath: string
    documentName: string
    documentProperties: Readonly<Record<string, string>>
    /** Folder below the firm's own on this server; undefined where the credential leads elsewhere. */
    folder: string | undefined
  }
  extension: string
  context: TemplateContext
}

/** Marks copies as started and reads all there is to know of them, in one statement; those done or canceled are left out. */
export async function startCopies(trx: Trx, firmId: number, ids: readonly string[]): Promise<readonly CopyRow[]> {
  const { rows } = await sql<CopyRecord>`
    with before as (
      select id from document_copies
      where firm_id = ${firmId} and id = any(${ids}::uuid[]) and status in ('new', 'started', 'delayed') order by id for update
    ), copy as (
      update document_copies set status = 'started', attempts = coalesce(attempts, 0) + 1, updated_at = now()
      from before where document_copies.firm_id = ${firmId} and document_copies.id = before.id
      returning document_copies.*
    )
    select copy.id, copy.attempts, copy.path, copy.file_id as "fileId", copy.copy_key as "copyKey", copy.inbox_item_id as "itemId",
      p.document_path as "documentPath", p.document_name as "documentName",
      p.document_properties as "documentProperties", g.driver, g.folder_id as "folder",
      f.name as "firmName", e.ecfx_jurisdiction_id as "courtId", e.date::text as date, e.event, e.docket_text as "docketText",
      e.document_number as "filingNumber", e.case_name as "courtCaseName", e.docket_number as "docketNumber",
      d.id is not null as "isDocument", d.number, d.title, d.position, d.original_file_name as "originalFileName", d.uploaded,
      c.name as "caseName", c.case_number as "caseNumber", c.caption, c.status, c.reference_id as "referenceId",
      c.unique_key as "courtCaseId", m.name as "matterName", m.number as "matterNumber",
      cl.name as "clientName", cl.number as "clientNumber"
    from copy
      join storage_policies p on p.firm_id = copy.firm_id and p.id = copy.storage_policy_id
      left join generic_credentials g on g.firm_id = copy.firm_id and g.id = p.dms_credential_id
      join envelopes e on e.firm_id = copy.firm_id and e.id = copy.envelope_id
      join firms f on f.firm_id = copy.firm_id
      left join documents d on d.firm_id = copy.firm_id and d.id = copy.document_id
      left join cases c on c.firm_id = copy.firm_id and c.id = e.case_id
      left join matters m on m.firm_id = copy.firm_id and m.id = c.matter_id
      left join clients cl on cl.firm_id = copy.firm_id and cl.id = m.client_id`.execute(trx)
  return rows.map((record) => copyRow({ firmId, id: record.id }, record))
}

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

interface CopyRecord extends Record<TextColumn, string | null> {
  id: string
  attempts: number
  path: string | null
  fileId: string
  copyKey: string
  itemId: string
  documentPath: string
  documentName: string
  documentProperties: Record<string, string>
  driver: string | null
  folder: string | null
  isDocument: boolean
  position: number | null
  uploaded: boolean | null
}

function copyRow(key: { firmId: number; id: string }, record: CopyRecord): CopyRow {
  const { attempts, path, fileId, copyKey, itemId } = record
  const { documentPath, documentName, documentProperties } = record
  const folder = record.driver === 'FILE_SYSTEM' ? (record.folder ?? '') : undefined
  return {
    ...key,
    attempts,
    path,
    fileId,
    copyKey,
    itemId,
    policy: { documentPath, documentName, documentProperties, folder },
    extension: record.isDocument
      ? documentExtension({ originalFileName: record.originalFileName, uploaded: record.uploaded ?? false })
      : '.eml',
    context: contextOf(record),
  }
}

function contextOf(record: CopyRecord): TemplateContext {
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
