import { sql } from 'kysely'
import { withFirmAtWork } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import type { MessagePart } from '../../courts/message/message.ts'
import { takeSignedWithProof } from '../../courts/message/signed-reading.ts'
import { printMessage } from '../../mail/as-pdf/print-message.ts'
import { type NoticeSource, sourceOfNotice } from '../../mail/believed.ts'
import type { SenderCheck } from '../../mail/sender-check.ts'
import type { CopyRow } from './copy-row.ts'

/**
 * Makes the file of a notice if the copy is of one, and records it as the copy's before anything is saved: however often
 * the copy is attempted, even by a later version that makes it differently, the same bytes are saved under its path.
 */
export async function makeIfDue(services: Services, row: CopyRow): Promise<CopyRow> {
  if (!row.toMake) return row
  const made = await makeNotice(services, row, { ...row.toMake, ...(await findSource(services, row)) })
  if (!made) return { ...row, toMake: undefined }
  const { sha256 } = await services.blobs.put(made)
  return { ...row, fileId: await noteFile(services, row, sha256), toMake: undefined }
}

/**
 * As an email, the notice is what its signature covers, too: in a mail program, headers that anyone may have put in front
 * would make other words of it. Undefined if the message is believed as it was received, or nothing of it is.
 */
async function makeNotice(
  { blobs }: Services,
  { firmId, fileId: messageId }: CopyRow,
  { form, ...source }: NonNullable<CopyRow['toMake']> & NoticeSource,
): Promise<Uint8Array | undefined> {
  const { reading, originalId } = source
  if (form === 'pdf') return printMessage(() => blobs.get(messageId), { ...source, firmId })
  // Of an attached original there is a PDF only.
  if (originalId !== undefined || !reading?.signed) return undefined
  return takeSignedWithProof(await blobs.get(messageId), reading)
}

/** Returns which notice of the message it is, and what of it is believed. */
async function findSource({ database }: Services, { firmId, itemId }: CopyRow): Promise<NoticeSource> {
  return withFirmAtWork(database, firmId, async (trx) => {
    const { rows } = await sql<{
      sender: Pick<SenderCheck, 'believed' | 'originalIds'> | null
      part: MessagePart | null
    }>`
      select outcomes #> '{authenticate,result}' as sender, outcomes #> '{receive,part}' as part from item_progress
      where firm_id = ${firmId} and id = ${itemId}::uuid`.execute(trx)
    return sourceOfNotice(rows[0]?.sender ?? undefined, rows[0]?.part ?? undefined)
  })
}

/** Returns the copy's file: another worker may have been faster. */
async function noteFile({ database }: Services, row: CopyRow, sha256: string): Promise<string> {
  const { firmId, id, fileId } = row
  return withFirmAtWork(database, firmId, async (trx) => {
    const { rows } = await sql<{ fileId: string }>`
      update document_copies set file_id = case file_id when ${fileId} then ${sha256} else file_id end, updated_at = now()
      where firm_id = ${firmId} and id = ${id}::uuid
      returning file_id as "fileId"`.execute(trx)
    return rows[0]?.fileId ?? sha256
  })
}
