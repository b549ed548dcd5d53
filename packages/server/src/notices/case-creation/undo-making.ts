import type { Unmade, Unmaking } from '@courtcrier/contract/calls/case-making.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { rowToJson } from '@courtcrier/contract/json.ts'
import type { ItemStatus } from '@courtcrier/contract/notice.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import { announceLater } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import type { JobQueue } from '../../base/db/jobs.ts'
import type { SecretBox } from '../../base/db/rows.ts'
import { recordEvent, recordedTitle } from '../../records/audit.ts'
import type { Caller } from '../../records/caller.ts'
import { setCopyStatus } from '../../records/outgoing/set-copy-status.ts'
import { setDeliveryStatus } from '../../records/outgoing/set-delivery-status.ts'
import { withdrawChats } from '../../records/outgoing/withdraw-chats.ts'
import { getRow } from '../../records/read-row.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { writeRow } from '../../records/write/write-rows.ts'
import { releaseCanceled } from '../release-held.ts'
import { reopen } from '../reopen.ts'
import { consequencesOf } from './undo-consequences.ts'

interface Undoing {
  caller: Caller
  caseId: string
  box: SecretBox
  jobs: JobQueue
}

/**
 * Deletes a case that a rule made. Its notices wait for a person to choose their case, and what was to be sent or saved
 * because of it is canceled; what was sent or saved already can only be counted. The rule doesn't make it again. Throws
 * `wrong_state` if no rule made it, or while one of its notices is being processed.
 */
export async function undoMaking(trx: Trx, { caller, caseId, box, jobs }: Undoing): Promise<Unmade> {
  const { firmId } = caller
  const row = await getRow(trx, courtCase, { ...caller, id: caseId, isLocked: true })
  refuseUnmade(row)
  const items = await findItems(trx, { caller, caseId, isLocking: true })
  refuseUnseenItems(items)
  const ids = items.map(({ id }) => id)
  const { notified, copies, envelopeIds } = await cancelWaiting(trx, { firmId, ids })
  const canSee = sightOf(caller.role)
  // Asked last: until it is canceled, what waits can be on its way at any moment.
  if (items.some(({ isBusy }) => isBusy) || (await isAnyOnItsWay(trx, { firmId, ids })))
    throw new ApiError('wrong_state', { sentence: 'A notice of this case is being processed. Try again in a moment.' })
  await leaveCase(trx, { firmId, caseId })
  const waiting = items.filter(isReopened)
  for (const { id } of waiting)
    await reopen(trx, jobs, {
      target: { firmId, itemId: id, userId: caller.userId },
      from: reopened,
      sentence: undone,
      next: 'match',
    })
  await releaseCanceled(trx, jobs, { firmId, envelopeIds })
  await writeRow(trx, courtCase, { kind: 'delete', id: caseId }, { ...caller, box, isUnlogged: true })
  await logUndoing(trx, { caller, row, notices: waiting.length, isLeft: notified + copies > 0 })
  return {
    notices: waiting.length,
    notified: canSee(delivery, 'email') && canSee(delivery, 'status') ? notified : null,
    copies: canSee(documentCopy, 'status') ? copies : null,
  }
}

/** How far what was undone had come isn't said: not every role that reads the log may see emails. */
async function logUndoing(
  trx: Trx,
  { caller, row, notices, isLeft }: { caller: Caller; row: AnyRow; notices: number; isLeft: boolean },
): Promise<void> {
  const { firmId, userId } = caller
  const title = recordedTitle(courtCase, row)
  await recordEvent(trx, {
    ...{ firmId, userId, type: 'object delete', action: 'case_unmade' },
    // People have been notified of filings in a case that is gone.
    level: isLeft ? 'WARNING' : 'AUDIT',
    sentence: `The case "${title}", which a rule made, was undone; ${notices === 1 ? 'one notice needs' : `${notices} notices need`} a case again.`,
    ...{ entity: courtCase.name, entityId: String(row.id), recordTitle: title, facts: { notices: String(notices) } },
    details: JSON.stringify(rowToJson(courtCase, row)),
  })
}

/** Returns what undoing a case that a rule made would do now, and what it would leave. Throws as undoing it does. */
export async function previewUndoing(
  trx: Trx,
  { caller, caseId }: Pick<Undoing, 'caller' | 'caseId'>,
): Promise<Unmaking> {
  const row = await getRow(trx, courtCase, { ...caller, id: caseId })
  refuseUnmade(row)
  const items = await findItems(trx, { caller, caseId })
  refuseUnseenItems(items)
  return consequencesOf(trx, caller, {
    itemIds: items.map(({ id }) => id),
    assigned: (row.assignedTimekeepers ?? []) as readonly string[],
    notices: items.filter(isReopened).length,
  })
}

function refuseUnmade(row: AnyRow): void {
  if (row.madeByRule === 'NO') throw new ApiError('wrong_state', { sentence: 'No rule made this case.' })
}

/** Nothing is said of what a wall hides, and nothing there is changed. */
function refuseUnseenItems(items: readonly Item[]): void {
  if (items.some(({ isSeen }) => !isSeen))
    throw new ApiError('wrong_state', { sentence: "This record is in use and can't be deleted." })
}

/** Names no one: not every role that reads it may see users' names. */
const undone = 'The case that a rule made was undone.'

/** Items that were canceled or ignored stay so. */
const reopened: readonly ItemStatus[] = ['Post Processing', 'Succeeded', 'Action Required', 'Failed', 'Manual']

interface Item {
  id: string
  status: ItemStatus
  /** Being processed. */
  isBusy: boolean
  /** Whether the caller sees it, and the filing it is of. */
  isSeen: boolean
}

function isReopened({ status }: Item): boolean {
  return reopened.includes(status)
}

/** The notices of all filings that name the case, in order of their IDs, in which they are locked. */
async function findItems(
  trx: Trx,
  { caller, caseId, isLocking = false }: { caller: Caller; caseId: string; isLocking?: boolean },
): Promise<readonly Item[]> {
  const { firmId } = caller
  const { rows } = await sql<Item>`
    select i.id, i.status, i.status in ('New', 'Started', 'Retry') as "isBusy",
      ${isVisible('i', inboxItem, caller)} and not exists (select from envelopes e where e.firm_id = i.firm_id
        and e.id = i.envelope_id and not ${isVisible('e', envelope, caller)}) as "isSeen"
    from inbox_items i where i.firm_id = ${firmId}::integer and i.disposition not in ('IGNORED', 'SPLIT')
      and (i.case_id = ${caseId}::uuid or i.envelope_id in (select e.id from envelopes e
        where e.firm_id = ${firmId}::integer and (e.case_id = ${caseId}::uuid or e.other_case_ids @> array[${caseId}::uuid])))
    order by i.id ${isLocking ? sql`for update of i` : sql``}`.execute(trx)
  return rows
}

/**
 * Cancels what hasn't been sent or saved. Returns how many people were notified and copies saved before, and the filings
 * of the copies.
 */
async function cancelWaiting(
  trx: Trx,
  { firmId, ids }: { firmId: number; ids: readonly string[] },
): Promise<{ notified: number; copies: number; envelopeIds: readonly string[] }> {
  const ofItems = sql`firm_id = ${firmId}::integer and inbox_item_id = any(${[...ids]}::uuid[])`
  const canceled = {
    firmId,
    to: 'canceled' as const,
    set: sql`sentence = ${undone}`,
    where: sql`inbox_item_id = any(${[...ids]}::uuid[])`,
  }
  const { rows: emails } = await sql<{ id: string }>`
    ${setDeliveryStatus({ ...canceled, from: ['waiting', 'held', 'scheduled'] })} returning id`.execute(trx)
  const { rows: files } = await sql<{ id: string; envelopeId: string }>`
    ${setCopyStatus({ ...canceled, from: ['new', 'delayed'] })} returning c.id, c.envelope_id as "envelopeId"`.execute(
    trx,
  )
  await withdrawChats(firmId, sql`m.inbox_item_id = any(${[...ids]}::uuid[])`).execute(trx)
  // Those who were notified without the stamp were notified of another case: they don't get the stamped documents too.
  await sql`update stamp_waits set status = 'canceled', updated_at = now()
    where ${ofItems} and status = 'released'`.execute(trx)
  for (const [entity, rows] of [
    ['delivery', emails],
    ['document_copy', files],
  ] as const)
    if (rows.length > 0) await announceLater(trx, { firmId, entity, ids: rows.map(({ id }) => id) })
  const { rows: done } = await sql<{ notified: number; copies: number }>`
    select (select count(distinct email)::int from deliveries where ${ofItems} and status = 'sent') as notified,
      (select count(*)::int from document_copies where ${ofItems} and status = 'succeeded') as copies`.execute(trx)
  const envelopeIds = [...new Set(files.map(({ envelopeId }) => envelopeId))]
  return { ...(done[0] ?? { notified: 0, copies: 0 }), envelopeIds }
}

/** Whether an email, a message to a channel or a copy of these notices has been handed on, and may yet arrive. */
async function isAnyOnItsWay(trx: Trx, { firmId, ids }: { firmId: number; ids: readonly string[] }): Promise<boolean> {
  const ofItems = sql`firm_id = ${firmId}::integer and inbox_item_id = any(${[...ids]}::uuid[])`
  const { rows } = await sql`
    select 1 from deliveries where ${ofItems} and status = 'sending'
    union all select 1 from chat_messages where ${ofItems} and status = 'sending'
    union all select 1 from document_copies where ${ofItems} and status = 'started' limit 1`.execute(trx)
  return rows.length > 0
}

/** Nothing leads to the case from now on. */
async function leaveCase(trx: Trx, { firmId, caseId }: { firmId: number; caseId: string }): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update envelopes set case_id = nullif(case_id, ${caseId}::uuid),
      other_case_ids = array_remove(other_case_ids, ${caseId}::uuid), updated_at = now()
    where firm_id = ${firmId}::integer and (case_id = ${caseId}::uuid or other_case_ids @> array[${caseId}::uuid])
    returning id`.execute(trx)
  await sql`
    update inbox_items set case_id = null, updated_at = now()
    where firm_id = ${firmId}::integer and case_id = ${caseId}::uuid`.execute(trx)
  await sql`
    update document_copies set case_id = null, updated_at = now()
    where firm_id = ${firmId}::integer and case_id = ${caseId}::uuid`.execute(trx)
  if (rows.length > 0) await announceLater(trx, { firmId, entity: 'envelope', ids: rows.map(({ id }) => id) })
}
