import { sql } from 'kysely'
import { announceLater } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import { sharedWork } from '../base/db/shared-work.ts'
import { statement } from '../base/db/statement.ts'
import type { Services } from '../base/services.ts'
import { noteHappening } from '../records/happenings/happenings.ts'
import { fingerprintOf, fingerprintOfCopy } from './fingerprint.ts'
import type { Origin } from './origin.ts'
import { previewOf } from './preview.ts'
import { receiveAgain } from './receive-again.ts'
import { demandRoom } from './room.ts'

export interface Receipt {
  firmId: number
  raw: Uint8Array
  via: 'smtp' | 'imap' | 'file' | 'manual' | 'provider'
  /** Where it was received from, for display: the peer's address, the mailbox or the file name. */
  source: string
  origin?: Origin
  /** Used in place of the message's own fingerprint to recognize duplicates. */
  fingerprint?: string
}

/**
 * Receives a message. When the promise resolves, the message is on disk and in the database, and its pipeline run is
 * queued; only then may the mail server be answered. A duplicate, even at the same moment or through another channel,
 * is the same item, of which it may prove the sender. Throws `StorageFullError` and database errors; nothing has been
 * accepted then, so nothing is lost.
 */
export async function receiveMessage(
  services: Services,
  receipt: Receipt,
): Promise<{ itemId: string; isNew: boolean }> {
  const { firmId, raw, via } = receipt
  await demandRoom(services)
  const blob = await services.blobs.put(raw)
  const preview = previewOf(raw)
  const fingerprint = receipt.fingerprint ?? (await fingerprintOf(raw))
  const arrival: Arrival = {
    firmId,
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
  const isNew = await received(services.database, arrival, (trx) => insertArrival(services, trx, arrival))
  services.metrics.messagesReceived.inc({ via, answer: isNew ? 'new' : 'duplicate' })
  if (isNew) return { itemId: arrival.id, isNew }
  const { source, origin = {} } = { ...receipt, source: arrival.source }
  const later = { file: blob.sha256, size: blob.size, via, source, origin }
  const itemId = await receiveAgain(services, { firmId, fingerprint, later })
  if (itemId !== undefined) return { itemId, isNew }
  // Who sends many copies first must not use up the room for the court's own.
  return receiveMessage(services, { ...receipt, fingerprint: fingerprintOfCopy(fingerprint, blob.sha256) })
}

/** The sender waits for the answer and sends nothing else over its connection in the meantime. */
const received = sharedWork({ gatherMs: 15 })

/** A message as inserted into the database. */
interface Arrival {
  firmId: number
  id: string
  source: string
  [column: string]: unknown
}

/** Returns whether the message is new. */
async function insertArrival({ jobs }: Services, trx: Trx, arrival: Arrival): Promise<boolean> {
  const { firmId, id } = arrival
  if (!(await insertItem(trx, arrival))) return false
  noteHappening(trx, firmId, { event: 'notice.received', ids: [id] })
  await announceLater(trx, { firmId, entity: 'inbox_item', ids: [id] })
  await jobs.enqueue(trx, 'notice', [{ firmId, id }])
  return true
}

const insertItem = statement<Arrival, object, boolean>({
  columns: `id uuid, line_id uuid, fingerprint text, subject text, sender text, snippet text, via text, source text,
    file_id text, size int, outcomes jsonb, sentence text`,
  row: ({ firmId: _, ...row }) => row,
  write: ({ firmId, rows }) => sql`
    with r as (
      select * from ${rows}
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
    select r.n from item join r using (id)`,
  answer: (rows) => rows.length > 0,
})

function receivedSentence({ via, source, origin }: Receipt): string {
  const to = origin?.recipients?.length ? ` for ${origin.recipients.join(', ')}` : ''
  const ways = {
    smtp: `Received from ${source}${to}.`,
    imap: `Read from the mailbox ${source}.`,
    file: `Received from the file ${source}.`,
    provider: `Received by the mailbox ${source}.`,
    manual: origin?.entered ? `Entered manually by ${source}.` : `Uploaded by ${source}.`,
  }
  return ways[via].slice(0, 2000)
}
