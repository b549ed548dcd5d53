import { sql } from 'kysely'
import { changeChannel, changePayload } from '../db/changes.ts'
import { withFirm } from '../db/firm-transaction.ts'
import { newId } from '../db/ids.ts'
import type { Origin } from '../pipeline/stage.ts'
import type { Services } from '../services.ts'
import { fingerprintOf } from './fingerprint.ts'
import { previewOf } from './preview.ts'

export interface Receipt {
  firmId: number
  raw: Uint8Array
  via: 'smtp' | 'imap' | 'file' | 'manual'
  /** From where, for a person: the peer's address, the mailbox, the file's name. */
  source: string
  origin?: Origin
}

/**
 * Takes a message in. When the promise resolves, the message is on the disk and in the database, and its way
 * through the pipeline is queued; only then may the mail server be told so. The same message again, also at
 * the same moment or by another way, is the same item. Throws `StorageFullError` and database errors, and then
 * nothing was taken in that could be lost.
 */
export async function receiveMessage(
  services: Services,
  receipt: Receipt,
): Promise<{ itemId: string; isNew: boolean }> {
  const { firmId, raw, via } = receipt
  const blob = await services.blobs.put(raw)
  const preview = previewOf(raw)
  const id = newId()
  const fingerprint = fingerprintOf(raw)
  const itemId = await withFirm(services.database, firmId, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      with item as (
        insert into inbox_items (firm_id, id, subject, sender, snippet, received_at, source_type, source, raw_content, size,
          fingerprint, next_stage, attempts)
        values (${firmId}, ${id}::uuid, ${preview.subject}, ${preview.sender}, ${preview.snippet}, now(), ${via},
          ${receipt.source.slice(0, 400)}, ${blob.sha256}, ${blob.size}, ${fingerprint}, 'authenticate', 0)
        on conflict (firm_id, fingerprint) do nothing
        returning id
      ), progress as (
        insert into item_progress (firm_id, id, outcomes)
        select ${firmId}, id, ${JSON.stringify({ receive: receipt.origin ?? {} })}::text::jsonb from item
      ), line as (
        insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence)
        select ${firmId}, ${newId()}::uuid, id, 'receive', 'done', ${receivedSentence(receipt)} from item
      )
      select item.id, pg_notify(${changeChannel}, ${changePayload({ firmId, entity: 'inbox_item', ids: [id] })}) from item`.execute(
      trx,
    )
    if (rows.length === 0) return undefined
    await services.jobs.enqueue(trx, 'notice', [{ firmId, id }])
    return id
  })
  services.metrics.messagesReceived.inc({ via, answer: itemId ? 'new' : 'duplicate' })
  return itemId ? { itemId, isNew: true } : { itemId: await findKnown(services, firmId, fingerprint), isNew: false }
}

async function findKnown(services: Services, firmId: number, fingerprint: string): Promise<string> {
  return withFirm(services.database, firmId, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select id from inbox_items where firm_id = ${firmId} and fingerprint = ${fingerprint}`.execute(trx)
    const [row] = rows
    if (!row) throw new Error('a message was neither new nor known')
    return row.id
  })
}

function receivedSentence({ via, source, origin }: Receipt): string {
  const to = origin?.recipients?.length ? ` for ${origin.recipients.join(', ')}` : ''
  const ways = {
    smtp: `Received from ${source}${to}.`,
    imap: `Read from the mailbox ${source}.`,
    file: `Taken from the file ${source}.`,
  }
  return (via === 'manual' ? 'Entered by hand.' : ways[via]).slice(0, 2000)
}
