import { ApiError } from '@courtcrier/contract/errors.ts'
import { canTransition, type ItemStatus } from '@courtcrier/contract/notice.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Services } from '../../base/services.ts'
import { receiveMessage } from '../../mail/receive.ts'
import type { Caller } from '../../records/caller.ts'
import { getRow } from '../../records/read-row.ts'
import { completeByHand } from '../actions.ts'
import { enteredMail, entryFingerprint } from './entered-mail.ts'
import { enteredNotice } from './entered-notice.ts'
import type { Entry } from './entry.ts'
import { findKnownFiling, type KnownFiling } from './find-by-number.ts'
import { findUploads, removeUploads, type Upload } from './upload-row.ts'

/** `note` writes the log line, in the transaction that completes the entry. */
export interface Entering {
  caller: Caller
  entry: Entry
  note: (trx: Trx, itemId: string) => Promise<void>
}

/**
 * Creates an inbox item from a manual entry; from there it is processed like any notice. Entering the same files again
 * returns the same item. An item that the entry completes ends with it. Throws `invalid_input`, `not_found` and
 * `wrong_state`.
 */
export async function enterNotice(
  services: Services,
  { caller, entry, note }: Entering,
): Promise<{ itemId: string; isNew: boolean }> {
  const { firmId, userId, user } = caller
  const { uploads, known } = await withFirm(services.database, firmId, (trx) => readSources(trx, caller, entry))
  const entered = enteredNotice(entry, { by: user.fullName, userId, uploads, known })
  const person = { fullName: user.fullName, email: user.email }
  const fileIds = uploads.map(({ fileId }) => fileId)
  const received = await receiveMessage(services, {
    firmId,
    raw: enteredMail({ entry, uploads, person, at: new Date() }),
    via: 'manual',
    source: user.fullName,
    origin: { entered },
    fingerprint: entryFingerprint(fileIds, entry.itemId),
  })
  // A crash before this leaves the item to be completed unchanged; entering the same files again completes it.
  await withFirmWrite(services.database, firmId, async (trx) => {
    if (entry.itemId) await complete(trx, { caller, itemId: entry.itemId, childId: received.itemId })
    if (received.isNew || entry.itemId) await note(trx, received.itemId)
    await removeUploads(
      trx,
      { firmId, userId },
      entry.documents.map(({ uploadId }) => uploadId),
    )
  })
  return received
}

interface EntrySources {
  uploads: readonly Upload[]
  known: KnownFiling | undefined
}

async function readSources(trx: Trx, caller: Caller, entry: Entry): Promise<EntrySources> {
  const ids = entry.documents.map(({ uploadId }) => uploadId)
  const uploads = await findUploads(trx, caller, ids)
  const absent = ids.findIndex((id) => !uploads.some((upload) => upload.id === id && upload.kind === 'pdf'))
  if (absent >= 0)
    throw new ApiError('invalid_input', { problems: [{ field: `documents.${absent}.upload_id`, code: 'not_file' }] })
  if (entry.caseId) await refuseUnknownCase(trx, caller, entry.caseId)
  const envelopeId = entry.itemId ? await getOpenItem(trx, caller, entry.itemId) : undefined
  const { courtId, docketNumber, documentNumber } = entry
  const known = await findKnownFiling(trx, { scope: caller, courtId, docketNumber, documentNumber, envelopeId })
  return { uploads, known }
}

async function refuseUnknownCase(trx: Trx, caller: Caller, id: string): Promise<void> {
  try {
    await getRow(trx, courtCase, { ...caller, id })
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause
    throw new ApiError('invalid_input', { problems: [{ field: 'case_id', code: 'not_reference' }], cause })
  }
}

/** Returns the filing of an item. Throws `wrong_state` if the item can't be completed by hand. */
async function getOpenItem(trx: Trx, caller: Caller, id: string): Promise<string | undefined> {
  const item = await getRow(trx, inboxItem, { ...caller, id })
  const status = item.status as ItemStatus
  if (status !== 'Manual' && status !== 'Succeeded' && !canTransition(status, 'Manual'))
    throw new ApiError('wrong_state', { sentence: `An item that is ${status} can't be completed manually.` })
  return typeof item.envelopeId === 'string' ? item.envelopeId : undefined
}

interface Completion {
  caller: Caller
  itemId: string
  childId: string
}

async function complete(trx: Trx, { caller, itemId, childId }: Completion): Promise<void> {
  const { firmId, userId } = caller
  await completeByHand(trx, { firmId, itemId, userId })
  await sql`
    update inbox_items set parent_id = ${itemId}::uuid, updated_at = now()
    where firm_id = ${firmId} and id = ${childId}::uuid and id <> ${itemId}::uuid and parent_id is null`.execute(trx)
  await announce(trx, { firmId, entity: inboxItem.name, ids: [childId] })
}
