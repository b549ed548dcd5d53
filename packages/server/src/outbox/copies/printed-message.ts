import { sql } from 'kysely'
import { withFirmAtWork } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import type { MessagePart } from '../../courts/message/message.ts'
import { printMessage } from '../../mail/as-pdf/print-message.ts'
import { type NoticeSource, sourceOfNotice } from '../../mail/believed.ts'
import type { SenderCheck } from '../../mail/sender-check.ts'
import type { CopyRow } from './copy-row.ts'

/**
 * Makes the PDF of a notice if the copy is to be one, and records it as the copy's file before anything is saved:
 * however often the copy is attempted, even by a later version that prints differently, the same bytes are saved under
 * its path.
 */
export async function printIfDue(services: Services, row: CopyRow): Promise<CopyRow> {
  if (!row.toPrint) return row
  const source = await findPrinted(services, row)
  const pdf = await printMessage(await services.blobs.get(row.fileId), { ...row.toPrint, ...source })
  const { sha256 } = await services.blobs.put(pdf)
  return { ...row, fileId: await noteFile(services, row, sha256), toPrint: undefined }
}

/** Returns which notice of the message is printed, and what of it is believed. */
async function findPrinted({ database }: Services, { firmId, itemId }: CopyRow): Promise<NoticeSource> {
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
