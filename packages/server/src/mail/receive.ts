import { sql } from 'kysely'
import { inBatches } from '../base/db/batches.ts'
import { announceLater } from '../base/db/changes.ts'
import { withFirmAtWork } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { jsonRows } from '../base/db/json-rows.ts'
import type { Services } from '../base/services.ts'
import { noteHappening } from '../webhooks/happenings.ts'
import { demandRoom } from './demand-room.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { Origin } from './origin.ts'
import { previewOf } from './preview.ts'

export interface Receipt {
  firmId: number
  raw: Uint8Array
  via: 'smtp' | 'imap' | 'file' | 'manual'
  /** From where, for a person: the peer's address, the mailbox, the file's name. */
  source: string
  origin?: Origin
  /** What makes two of them the same, where that is not the message itself. */
  fingerprint?: string
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
  await demandRoom(services)
  const blob = await services.blobs.put(raw)
  const preview = previewOf(raw)
  const fingerprint = receipt.fingerprint ?? fingerprintOf(raw)
  const arrival = {
    id: newId(),
    line_id: newId(),
    fingerprint,
    ...preview,
    via,
    source: receipt.source.slice(0, 400),
    file_id: blob.sha256,
    size: blob.size,
    outcomes: { receive: receipt.origin ?? {} },
    sentence: receivedSentence(receipt),
  }
  const isNew = await takeIn(services, firmId, arrival)
  services.metrics.messagesReceived.inc({ via, answer: isNew ? 'new' : 'duplicate' })
  return { itemId: isNew ? arrival.id : await findKnown(services, firmId, fingerprint), isNew }
}

/** The sender waits for the answer, and sends nothing else over its connection meanwhile. */
const takeIn = inBatches(insertArrivals, { gatherMs: 15 })

/** Says of each message whether it is new. */
function insertArrivals(
  { database, jobs }: Services,
  firmId: number,
  arrivals: readonly { id: string }[],
): Promise<readonly boolean[]> {
  return withFirmAtWork(database, firmId, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      with r as (
        select * from jsonb_to_recordset(${jsonRows(arrivals)}::text::jsonb) as r (id uuid, line_id uuid, fingerprint text,
          subject text, sender text, snippet text, via text, source text, file_id text, size int, outcomes jsonb, sentence text)
      ), item as (
        insert into inbox_items (firm_id, id, subject, sender, snippet, received_at, source_type, source, raw_content, size,
          fingerprint, next_stage, attempts)
        select ${firmId}, id, subject, sender, snippet, now(), via, source, file_id, size, fingerprint, 'authenticate', 0 from r
        on conflict (firm_id, fingerprint) do nothing
        returning id
      ), progress as (
        insert into item_progress (firm_id, id, outcomes)
        select ${firmId}, id, r.outcomes from item join r using (id)
      ), line as (
        insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence)
        select ${firmId}, r.line_id, id, 'receive', 'done', r.sentence from item join r using (id)
      )
      select id from item`.execute(trx)
    const added = new Set(rows.map(({ id }) => id))
    noteHappening(trx, firmId, { event: 'notice.received', ids: [...added] })
    if (added.size > 0) await announceLater(trx, { firmId, entity: 'inbox_item', ids: [...added] })
    await jobs.enqueue(
      trx,
      'notice',
      [...added].map((id) => ({ firmId, id })),
    )
    return arrivals.map(({ id }) => added.has(id))
  })
}

async function findKnown(services: Services, firmId: number, fingerprint: string): Promise<string> {
  return withFirmAtWork(services.database, firmId, async (trx) => {
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
    manual: origin?.entered ? `Entered by hand by ${source}.` : `Added by hand by ${source}.`,
  }
  return ways[via].slice(0, 2000)
}
