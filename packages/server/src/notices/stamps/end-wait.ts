import { sql } from 'kysely'
import { announceLater } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import type { JobData } from '../../base/db/job.ts'
import type { JobQueue } from '../../base/db/jobs.ts'
import { noteHappening } from '../../records/happenings/happenings.ts'
import { setDeliveryStatus } from '../../records/outgoing/set-delivery-status.ts'
import { releaseHeld } from '../release-held.ts'
import { enqueueDeliveries, sendOnceMore } from '../send-once-more.ts'
import { settleItem } from '../settle.ts'
import type { StampedVersion } from './ask-for-stamped.ts'

/** Puts the stamped versions in place of the unstamped documents, and of their copies that aren't saved yet. */
export async function replaceDocuments(trx: Trx, firmId: number, versions: readonly StampedVersion[]): Promise<void> {
  for (const { documentId, fileId, size, pages, stamps, certainty } of versions) {
    await sql`
      with document as (
        update documents set file_id = ${fileId}, size = ${size}, pages = ${pages ?? null}, stamped_by_court = true,
          sentence = 'Retrieved again with the court''s stamp.', fetched_at = now(), updated_at = now()
        where firm_id = ${firmId} and id = ${documentId}::uuid returning id, envelope_id, position
      ), copy as (
        -- A DMS may have the unstamped one by the key of before, of an attempt whose answer was lost.
        update document_copies set file_id = ${fileId}, updated_at = now(),
          known_as = coalesce(known_as, copy_key) || ':' || left(${fileId}, 8)
        where firm_id = ${firmId} and document_id = ${documentId}::uuid and status in ('new', 'delayed')
      )
      insert into document_stamps (firm_id, document_id, envelope_id, position, stamps, is_scan, certainty, read_at)
      select ${firmId}, id, envelope_id, position, ${JSON.stringify(stamps)}::text::jsonb, ${certainty !== null}, ${certainty}::integer, now()
      from document
      on conflict (firm_id, document_id) do update set stamps = excluded.stamps, is_scan = excluded.is_scan,
        certainty = excluded.certainty, read_at = excluded.read_at, updated_at = now()`.execute(trx)
  }
  const ids = versions.map(({ documentId }) => documentId)
  noteHappening(trx, firmId, { event: 'document.kept', ids })
  await announceLater(trx, { firmId, entity: 'document', ids })
}

interface Moved {
  envelopeId: string
  itemId: string
  before: string
}

/** Moves the wait on; undefined if it isn't where it was expected, so that nothing follows from a move twice. */
async function move(
  trx: Trx,
  { firmId, id }: JobData,
  { from, to }: { from: readonly string[]; to: string },
): Promise<Moved | undefined> {
  const { rows } = await sql<Moved>`
    with before as (
      select id, status from stamp_waits
      where firm_id = ${firmId} and id = ${id}::uuid and status = any(${[...from]}::text[]) for update
    )
    update stamp_waits w set status = ${to}, updated_at = now() from before
    where w.firm_id = ${firmId} and w.id = before.id
    returning w.envelope_id as "envelopeId", w.inbox_item_id as "itemId", before.status as before`.execute(trx)
  return rows[0]
}

/** Notifies the recipients of the unstamped documents, even those who would wait for the DMS: this is the firm's limit. */
export async function releaseUnstamped(trx: Trx, jobs: JobQueue, data: JobData): Promise<void> {
  const moved = await move(trx, data, { from: ['waiting'], to: 'released' })
  if (!moved) return
  const { firmId } = data
  await releaseAll(trx, jobs, { firmId, envelopeId: moved.envelopeId })
  await note(
    trx,
    { firmId, ...moved },
    'The court has not stamped the documents yet; people are notified without the stamp.',
  )
}

interface Ending {
  data: JobData
  outcome: 'stamped' | 'unstamped'
  minutes: number
}

/**
 * Ends the wait. Recipients who were held are notified now; those who were notified without the stamp are notified once
 * more if it came. Copies are saved now. Returns the filing; undefined if its wait had ended before.
 */
export async function endWait(
  trx: Trx,
  jobs: JobQueue,
  { data, outcome, minutes }: Ending,
): Promise<string | undefined> {
  const moved = await move(trx, data, { from: ['waiting', 'released'], to: outcome })
  if (!moved) return undefined
  const { firmId } = data
  const { envelopeId, itemId, before } = moved
  await startCopies(trx, jobs, { firmId, envelopeId })
  if (before === 'waiting') await release(trx, jobs, { firmId, envelopeId })
  else if (outcome === 'stamped') await sendStamped(trx, jobs, { firmId, envelopeId })
  await note(trx, { firmId, itemId }, outcome === 'stamped' ? stampedLine : unstampedLine(minutes))
  await settleItem(trx, { firmId, itemId })
  return envelopeId
}

const stampedLine = 'The court stamped the documents.'

function unstampedLine(minutes: number): string {
  return `The court did not stamp the documents within ${minutes === 1 ? 'one minute' : `${minutes} minutes`}.`
}

interface Filing {
  firmId: number
  envelopeId: string
}

/** They still wait for the DMS, if the firm wants that too. */
async function release(trx: Trx, jobs: JobQueue, filing: Filing): Promise<void> {
  const { firmId, envelopeId } = filing
  const { rows } = await sql<{ waits: boolean }>`
    select wait_for_dms_attempt_to_notify as waits from firms where firm_id = ${firmId}`.execute(trx)
  if (!rows[0]?.waits) return releaseAll(trx, jobs, filing)
  await releaseHeld(trx, jobs, { firmId, envelopeIds: [envelopeId] })
}

async function releaseAll(trx: Trx, jobs: JobQueue, { firmId, envelopeId }: Filing): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    ${setDeliveryStatus({ firmId, from: ['held'], to: 'waiting', where: sql`d.envelope_id = ${envelopeId}::uuid` })}
    returning id`.execute(trx)
  await enqueueDeliveries(trx, jobs, { firmId, ids: rows.map(({ id }) => id) })
}

async function startCopies(trx: Trx, jobs: JobQueue, { firmId, envelopeId }: Filing): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from document_copies
    where firm_id = ${firmId} and envelope_id = ${envelopeId}::uuid and status = 'new'`.execute(trx)
  await jobs.enqueue(
    trx,
    'copy',
    rows.map(({ id }) => ({ firmId, id })),
  )
}

const stampedFirst = 'The court stamped the documents before this was sent; they are sent with the stamp.'

/**
 * One more delivery to each address that was notified at once, with the number after its last one. It replaces an email
 * that hasn't begun to be sent: whether that would have had the stamped documents depends on which comes first.
 */
async function sendStamped(trx: Trx, jobs: JobQueue, { firmId, envelopeId }: Filing): Promise<void> {
  const { rows: people } = await sql<{ email: string }>`
    select distinct email from deliveries
    where firm_id = ${firmId} and envelope_id = ${envelopeId}::uuid and status in ('waiting', 'sending', 'sent')`.execute(
    trx,
  )
  const { rows: replaced } = await sql<{ id: string }>`
    ${setDeliveryStatus({
      firmId,
      from: ['waiting'],
      to: 'canceled',
      set: sql`sentence = ${stampedFirst}`,
      where: sql`d.envelope_id = ${envelopeId}::uuid`,
    })}
    returning id`.execute(trx)
  if (replaced.length > 0) await announceLater(trx, { firmId, entity: 'delivery', ids: replaced.map(({ id }) => id) })
  await sendOnceMore(trx, jobs, {
    ...{ firmId, envelopeId, emails: people.map(({ email }) => email) },
    because: 'The court has stamped the documents.',
  })
}

async function note(trx: Trx, { firmId, itemId }: { firmId: number; itemId: string }, sentence: string): Promise<void> {
  await sql`
    insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence)
    values (${firmId}, ${newId()}::uuid, ${itemId}::uuid, 'prepare', 'done', ${sentence})`.execute(trx)
  await announceLater(trx, { firmId, entity: 'inbox_item', ids: [itemId] })
}
