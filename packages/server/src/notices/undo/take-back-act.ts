import { permittedField } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { itemStatuses } from '@courtcrier/contract/notice.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { sql } from 'kysely'
import { announceLater } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import type { JobQueue } from '../../base/db/jobs.ts'
import type { SecretBox } from '../../base/db/rows.ts'
import { recordEvent } from '../../records/audit.ts'
import { visibleTitle } from '../../records/bulk-rows.ts'
import type { Caller } from '../../records/caller.ts'
import { setCopyStatus } from '../../records/outgoing/set-copy-status.ts'
import { setDeliveryStatus } from '../../records/outgoing/set-delivery-status.ts'
import { withdrawChats } from '../../records/outgoing/withdraw-chats.ts'
import { getRow } from '../../records/read-row.ts'
import { type Undo, whyTooLate } from '../../records/undo/find-undo.ts'
import { type TakenBack, takeBack } from '../../records/undo/take-back.ts'
import { takeBackAlong } from '../../records/undo/take-back-along.ts'
import { type ColumnValues, commitStep } from '../commit.ts'
import { releaseCanceled } from '../release-held.ts'
import { restored } from './keep-item.ts'
import { whatFollowed } from './what-followed.ts'

interface TakingBackAct {
  undo: Undo
  caller: Caller
  box: SecretBox
  jobs: JobQueue
}

/**
 * Undoes a person's act on notices: each is as it was, and so is what the act changed along with it. What is waiting to
 * be sent or saved because of it is canceled first, and recipients of other notices who waited for nothing but these
 * copies are notified. Throws `wrong_state` once anything followed that can't be taken back; then nothing changes. Throws
 * `forbidden` if the caller may no longer act on notices, and `not_found` if one of them is hidden from the caller.
 */
export async function takeBackAct(trx: Trx, taking: TakingBackAct): Promise<TakenBack> {
  const { undo, caller } = taking
  const { firmId } = caller
  // What every act that can be undone asks for.
  if (permittedField(inboxItem.subject, 'status', caller.role) !== 'FULL') throw new ApiError('forbidden')
  const late = whyTooLate(undo)
  if (late) throw new ApiError('wrong_state', { sentence: late })
  const items = await lockKept(trx, { firmId, undoId: undo.id })
  const rows = []
  for (const { id } of items) rows.push(await getRow(trx, inboxItem, { ...caller, id }))
  const envelopeIds = await cancelWaiting(trx, { firmId, undo, ids: items.map(({ id }) => id) })
  const followed = await whatFollowed(trx, { caller, undo })
  if (followed) throw new ApiError('wrong_state', { sentence: `${followed} This can't be undone.` })
  for (const item of items) await restoreItem(trx, caller, item)
  await restoreAlong(trx, { firmId, undoId: undo.id })
  for (const { id } of items) await forgetFiling(trx, { firmId, undo, id })
  await releaseCanceled(trx, taking.jobs, { firmId, envelopeIds })
  const along = await takeBackAlong(trx, {
    ...{ undoId: undo.id, caller },
    takeBack: (inner, other) => takeBack(inner, { undo: other, caller, box: taking.box }),
  })
  await sql`update undos set undone_at = now(), undone_by = ${caller.userId}::uuid
    where firm_id = ${firmId}::integer and id = ${undo.id}::uuid`.execute(trx)
  await recordEvent(trx, {
    ...{ firmId, level: 'AUDIT', type: 'object update', userId: caller.userId },
    entity: inboxItem.name,
    ...(items.length === 1 && items[0] ? { entityId: items[0].id } : {}),
    sentence: `${caller.user.fullName} undid what was chosen for ${items.length === 1 ? 'a notice' : `${items.length} notices`}.`,
  })
  const outcomes = rows.map((row) => ({
    id: String(row.id),
    title: visibleTitle(inboxItem, row, caller.role),
    isDone: true,
  }))
  const refused = along.flatMap((each) => each.outcomes).filter(({ isDone }) => !isDone)
  return { done: outcomes.length, refused: refused.length, outcomes: [...refused, ...outcomes] }
}

interface KeptItem {
  id: string
  columns: ColumnValues
  outcomes: object
  /** The outcomes there are now. */
  known: readonly string[]
  /** What is undone, in the words of its history. */
  sentence: string | null
}

/** Returns the items as they were, locked in order of their IDs. */
async function lockKept(
  trx: Trx,
  { firmId, undoId }: { firmId: number; undoId: string },
): Promise<readonly KeptItem[]> {
  const { rows } = await sql<KeptItem>`
    select i.id, r.before as columns, along.before -> 'outcomes' as outcomes,
      array(select jsonb_object_keys(p.outcomes)) as known,
      (select h.sentence from history h where h.firm_id = i.firm_id and h.inbox_item_id = i.id and h.stage = 'person'
        order by h.at desc, h.id desc limit 1) as sentence
    from inbox_items i
      join undo_rows r on r.firm_id = i.firm_id and r.undo_id = ${undoId}::uuid and r.table_name = 'inbox_items'
        and r.row_id = i.id::text
      join undo_rows along on along.firm_id = i.firm_id and along.undo_id = r.undo_id
        and along.table_name = 'item_progress' and along.row_id = r.row_id
      join item_progress p on p.firm_id = i.firm_id and p.id = i.id
    where i.firm_id = ${firmId}::integer
      and i.id in (select row_id::uuid from undo_rows where firm_id = ${firmId}::integer and undo_id = ${undoId}::uuid
        and table_name = 'inbox_items')
    order by i.id for update of i`.execute(trx)
  return rows
}

interface Acted {
  firmId: number
  undo: Undo
}

/**
 * Cancels the emails, messages to channels and copies that wait because of the act. Returns the filings of the copies.
 */
async function cancelWaiting(
  trx: Trx,
  { firmId, undo, ids }: Acted & { ids: readonly string[] },
): Promise<readonly string[]> {
  const sentence = 'What led to it was undone.'
  const canceled = {
    firmId,
    to: 'canceled' as const,
    set: sql`sentence = ${sentence}`,
    where: sql`inbox_item_id = any(${[...ids]}::uuid[]) and updated_at >= ${undo.createdAt}`,
  }
  const { rows: emails } = await sql<{ id: string }>`
    ${setDeliveryStatus({ ...canceled, from: ['waiting', 'held', 'scheduled'] })} returning id`.execute(trx)
  const { rows: copies } = await sql<{ id: string; envelopeId: string }>`
    ${setCopyStatus({ ...canceled, from: ['new', 'delayed'] })} returning c.id, c.envelope_id as "envelopeId"`.execute(
    trx,
  )
  const where = sql`m.inbox_item_id = any(${[...ids]}::uuid[]) and m.updated_at >= ${undo.createdAt}`
  await withdrawChats(firmId, where).execute(trx)
  await announceAll(trx, { firmId, entity: 'delivery', rows: emails })
  await announceAll(trx, { firmId, entity: 'document_copy', rows: copies })
  return [...new Set(copies.map(({ envelopeId }) => envelopeId))]
}

async function announceAll(
  trx: Trx,
  { firmId, entity, rows }: { firmId: number; entity: string; rows: readonly { id: string }[] },
): Promise<void> {
  if (rows.length > 0) await announceLater(trx, { firmId, entity, ids: rows.map(({ id }) => id) })
}

async function restoreItem(trx: Trx, { firmId, userId }: Caller, item: KeptItem): Promise<void> {
  await commitStep(trx, {
    ...{ firmId, itemId: item.id, expected: itemStatuses, columns: item.columns },
    ...{ outcomes: item.outcomes, forget: item.known },
    lines: [{ stage: 'person', outcome: 'undone', sentence: `Undone: ${item.sentence ?? ''}`, userId }],
  })
}

/** Restores the rows that the act changed along with the items, and removes the match it had remembered. */
async function restoreAlong(trx: Trx, { firmId, undoId }: { firmId: number; undoId: string }): Promise<void> {
  for (const [table, columns] of Object.entries(restored)) {
    const set = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`former.${name}`)}`)
    const { rows } = await sql<{ id: string }>`
      update ${sql.table(table)} t set ${sql.join(set)}, updated_at = now()
      from undo_rows r, jsonb_populate_record(null::${sql.table(table)}, r.before) as former
      where r.firm_id = ${firmId}::integer and r.undo_id = ${undoId}::uuid and r.table_name = ${table}
        and t.firm_id = r.firm_id and t.id = r.row_id::uuid returning t.id`.execute(trx)
    await announceAll(trx, { firmId, entity: table === 'documents' ? 'document' : 'envelope', rows })
  }
  await sql`
    delete from confirmed_matches m using undo_rows r where r.firm_id = ${firmId}::integer
      and r.undo_id = ${undoId}::uuid and r.table_name = 'confirmed_matches'
      and m.firm_id = r.firm_id and m.id = r.row_id::uuid`.execute(trx)
}

/** Removes a filing that only the act led to, and of which nothing was requested yet. */
async function forgetFiling(trx: Trx, { firmId, undo, id }: Acted & { id: string }): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct e.id from links l join envelopes e on e.firm_id = l.firm_id and e.id = l.envelope_id
    where l.firm_id = ${firmId}::integer and l.inbox_item_id = ${id}::uuid and e.created_at >= ${undo.createdAt}
      and not exists (select from inbox_items i where i.firm_id = e.firm_id and i.envelope_id = e.id)`.execute(trx)
  for (const { id: envelopeId } of rows) {
    const key = sql`firm_id = ${firmId}::integer and envelope_id = ${envelopeId}::uuid`
    await sql`delete from links where ${key}`.execute(trx)
    await sql`delete from documents where ${key}`.execute(trx)
    await sql`delete from envelopes where firm_id = ${firmId}::integer and id = ${envelopeId}::uuid`.execute(trx)
  }
}
