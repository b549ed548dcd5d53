import { ApiError } from '@courtcrier/contract/errors.ts'
import { canTransition } from '@courtcrier/contract/notice.ts'
import { type RawBuilder, sql } from 'kysely'
import { announceLater } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import type { JobQueue } from '../base/db/jobs.ts'
import { findCourt, numberingCourt } from '../courts/directory/directory.ts'
import { matchDocketNumbers } from '../courts/directory/docket-number.ts'
import { noteHappening } from '../records/happenings/happenings.ts'
import type { Answered } from './fixes.ts'
import { type ActionTarget, getItem } from './item-state.ts'
import { findUploads, isStamped, removeUploads, type Upload } from './manual/upload-row.ts'
import { webLinkPosition } from './pipeline/filing-documents.ts'
import { reopen } from './reopen.ts'
import { lockOthersMissing } from './siblings.ts'
import { keepAlong } from './undo/keep-item.ts'

interface Uploading extends ActionTarget {
  /** The person's uploads, each with the document of the filing it is. */
  files: readonly { uploadId: string; documentId: string }[]
  /** Whether to save them even if their pages are stamped with another number or case. */
  isDespiteStamps: boolean
}

/** Whether a person may add the `documents` row with this alias: not saved, not sealed, and one the court has. */
export function isAddable(alias: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`(${column('file_id')} is null and ${column('verdict')} not in ('sealed', 'restricted', 'none'))`
}

/**
 * Saves uploaded PDFs as missing documents of the item's filing. The item, and others of the filing that stopped
 * because a document was missing, continue. Throws `invalid_input` for an upload or document that doesn't exist, and
 * `wrong_state` for one that is saved or sealed, or whose pages are stamped as another document.
 */
export async function uploadDocuments(trx: Trx, jobs: JobQueue, uploading: Uploading): Promise<Answered> {
  const { firmId, itemId, userId, files, undo } = uploading
  const item = await getItem(trx, uploading)
  if (!canTransition(item.status, 'New'))
    throw new ApiError('wrong_state', { sentence: 'This notice is being processed. Upload documents when it stops.' })
  const { envelopeId } = item
  if (!envelopeId) throw new ApiError('wrong_state', { sentence: 'This notice has no filing to add documents to.' })
  const siblings = await lockOthersMissing(trx, { ...uploading, envelopeId })
  const pairs = await pairUp(trx, { ...uploading, envelopeId })
  if (!uploading.isDespiteStamps) refuseStamps(pairs)
  await keepAlong(trx, uploading, { table: 'documents', ids: pairs.map(({ document }) => document.id) })
  await saveDocuments(trx, { firmId, pairs })
  await removeUploads(
    trx,
    uploading,
    files.map(({ uploadId }) => uploadId),
  )
  const names = pairs.map(({ document }) => document.title).join(', ')
  const target = { firmId, itemId, userId, undo }
  await reopen(trx, jobs, { target, from: [item.status], sentence: `Uploaded: ${names}.`, next: 'retrieve' })
  for (const id of siblings) {
    const sentence = `Uploaded for another notice of the filing: ${names}.`
    await reopen(trx, jobs, {
      target: { ...target, itemId: id },
      from: ['Action Required'],
      sentence,
      next: 'retrieve',
    })
  }
  return { siblings: siblings.length }
}

interface MissingDocument {
  id: string
  position: number
  number: string | null
  title: string
  isAddable: boolean
  isSaved: boolean
  docketNumber: string | null
  caseNumbers: string | null
  documentNumber: string | null
  courtId: string | null
}

interface Pair {
  upload: Upload
  document: MissingDocument
}

/** Pairs the uploads with their documents. Locks the documents. */
async function pairUp(
  trx: Trx,
  { firmId, userId, files, envelopeId }: Uploading & { envelopeId: string },
): Promise<readonly Pair[]> {
  const ids = files.map(({ documentId }) => documentId)
  const uploads = await findUploads(
    trx,
    { firmId, userId },
    files.map(({ uploadId }) => uploadId),
  )
  const { rows } = await sql<MissingDocument>`
    select d.id, d.position, d.number, d.title, ${isAddable('d')} as "isAddable", d.file_id is not null as "isSaved",
      e.docket_number as "docketNumber", e.case_numbers as "caseNumbers", e.document_number as "documentNumber",
      e.ecfx_jurisdiction_id as "courtId"
    from documents d join envelopes e on e.firm_id = d.firm_id and e.id = d.envelope_id
    where d.firm_id = ${firmId} and d.envelope_id = ${envelopeId}::uuid and d.id = any(${ids}::uuid[])
    order by d.id for update of d`.execute(trx)
  return files.map(({ uploadId, documentId }, at): Pair => {
    const upload = uploads.find(({ id, kind }) => id === uploadId && kind === 'pdf')
    if (!upload) throw notThere(at, 'upload_id', 'not_file')
    const document = rows.find(({ id }) => id === documentId)
    if (!document || ids.indexOf(documentId) !== at) throw notThere(at, 'document_id', 'not_reference')
    if (!document.isAddable) throw new ApiError('wrong_state', { sentence: whyNot(document) })
    return { upload, document }
  })
}

function notThere(at: number, field: string, code: string): ApiError {
  return new ApiError('invalid_input', { problems: [{ field: `documents.${at}.${field}`, code }] })
}

function whyNot({ title, isSaved }: MissingDocument): string {
  return isSaved ? `"${title}" is already saved.` : `"${title}" is sealed or has no document at the court.`
}

/** Throws `wrong_state` if the court stamped a page with another case or number than the filing's. */
function refuseStamps(pairs: readonly Pair[]): void {
  for (const { upload, document } of pairs) {
    // What the notice only links to may be from any case.
    if (document.position >= webLinkPosition) continue
    const { docketNumber, number } = upload.facts
    const court = document.courtId && findCourt(document.courtId) ? numberingCourt(document.courtId) : undefined
    const dockets = [document.docketNumber, ...(document.caseNumbers?.split(/[,;]\s*/) ?? [])].filter(Boolean)
    const isOtherCase =
      docketNumber &&
      dockets.length > 0 &&
      dockets.every((own) => matchDocketNumbers(own ?? '', docketNumber, court) === 'different')
    const ownNumber = stampedNumber(document)
    const isOtherNumber = number && ownNumber && number !== ownNumber
    if (!isOtherCase && !isOtherNumber) continue
    const stamped = [docketNumber, number && `document ${number}`].filter(Boolean).join(', ')
    const wanted = [document.docketNumber, ownNumber && `document ${ownNumber}`].filter(Boolean).join(', ')
    throw new ApiError('wrong_state', {
      sentence: `${upload.fileName} is stamped ${stamped}, but "${document.title}" is ${wanted}.`,
    })
  }
}

/** The number a court stamps on the document: for attachments the entry's and their own, unless the notice differs. */
function stampedNumber({ number, position, documentNumber }: MissingDocument): string | null {
  if (number || position === 0) return number ?? documentNumber
  return documentNumber && `${documentNumber}-${position}`
}

async function saveDocuments(trx: Trx, { firmId, pairs }: { firmId: number; pairs: readonly Pair[] }): Promise<void> {
  for (const { upload, document } of pairs) {
    await sql`
      update documents set file_id = ${upload.fileId}, size = ${upload.size}, pages = ${upload.pages},
        original_file_name = ${upload.fileName}, verdict = 'fetched', uploaded = true, sentence = 'Uploaded.',
        stamped_by_court = ${isStamped(upload.facts)},
        fetched_at = now(), updated_at = now()
      where firm_id = ${firmId} and id = ${document.id}::uuid`.execute(trx)
  }
  const ids = pairs.map(({ document }) => document.id)
  noteHappening(trx, firmId, { event: 'document.kept', ids })
  await announceLater(trx, { firmId, entity: 'document', ids })
}
