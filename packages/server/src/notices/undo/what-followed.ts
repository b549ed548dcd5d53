import { ApiError } from '@courtcrier/contract/errors.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { type CanSee, sightOf } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { Caller } from '../../records/caller.ts'
import type { Undo } from '../../records/undo/find-undo.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { noLongerPlanned, stoppedForPerson } from '../withdraw-former.ts'

interface Followed {
  notified: number
  /** Chat channels. */
  announced: number
  copies: number
  /** Emails and copies of the former plan. */
  withdrawn: number
  parts: number
  requested: boolean
  recorded: boolean
  acted: boolean
}

/**
 * Returns what came of a person's act on notices and can't be taken back, as a sentence; undefined as long as nothing
 * did. Emails and copies are counted only for a role that may see them.
 */
export async function whatFollowed(
  trx: Trx,
  { caller: { firmId, role }, undo }: { caller: Pick<Caller, 'firmId' | 'role'>; undo: Pick<Undo, 'id' | 'createdAt'> },
): Promise<string | undefined> {
  const { rows } = await sql<Followed>`
    with kept as (
      select row_id::uuid as id, (before ->> 'envelope_id') is null as "isUnfiled" from undo_rows
      where firm_id = ${firmId}::integer and undo_id = ${undo.id}::uuid and table_name = 'inbox_items'
    ), item as (
      select i.*, kept."isUnfiled", p.outcomes from kept join inbox_items i on i.firm_id = ${firmId}::integer and i.id = kept.id
        join item_progress p on p.firm_id = i.firm_id and p.id = i.id
    ), filed as (
      select envelope_id from item where "isUnfiled" and envelope_id is not null
        and (outcomes ? 'retrieve' or (status = 'Started' and next_stage = 'retrieve'))
    )
    select
      (select count(distinct d.email)::integer from deliveries d join item on item.id = d.inbox_item_id
        where d.firm_id = ${firmId}::integer and (d.status = 'sending' or (d.status = 'sent' and d.updated_at >= ${undo.createdAt}))) as notified,
      (select count(*)::integer from chat_messages m join item on item.id = m.inbox_item_id
        where m.firm_id = ${firmId}::integer and m.status in ('sending', 'sent') and m.updated_at >= ${undo.createdAt}) as announced,
      (select count(*)::integer from document_copies c join item on item.id = c.inbox_item_id
        where c.firm_id = ${firmId}::integer and c.status in ('started', 'succeeded') and c.updated_at >= ${undo.createdAt}) as copies,
      (select count(*)::integer from (
        select d.firm_id, d.envelope_id, d.status, d.sentence, d.updated_at from deliveries d
        union all select c.firm_id, c.envelope_id, c.status, c.sentence, c.updated_at from document_copies c
      ) as w where w.firm_id = ${firmId}::integer and w.envelope_id in (select envelope_id from item) and w.status = 'canceled'
        and w.sentence in (${noLongerPlanned}, ${stoppedForPerson}) and w.updated_at >= ${undo.createdAt}) as withdrawn,
      (select count(*)::integer from inbox_items part join item on item.id = part.parent_id
        where part.firm_id = ${firmId}::integer and part.created_at >= ${undo.createdAt}) as parts,
      exists (select from links l join filed using (envelope_id) where l.firm_id = ${firmId}::integer) as requested,
      exists (select from filed) as recorded,
      exists (
        select from item join undo_rows r on r.firm_id = ${firmId}::integer and r.undo_id = ${undo.id}::uuid
          and r.table_name = 'item_progress' and r.row_id = item.id::text
        where (select count(*) from history h where h.firm_id = ${firmId}::integer and h.inbox_item_id = item.id
          and h.stage = 'person') <> (r.before ->> 'acts')::integer + 1
      ) as acted`.execute(trx)
  const [followed] = rows
  return followed && sentenceOf(followed, sightOf(role))
}

/** Throws `not_found` if a notice of the act is hidden from the caller: what followed is about all of them. */
export async function refuseHidden(
  trx: Trx,
  { caller, undo }: { caller: Caller; undo: Pick<Undo, 'id'> },
): Promise<void> {
  const { rows } = await sql`
    select from undo_rows r join inbox_items i on i.firm_id = r.firm_id and i.id = r.row_id::uuid
    where r.firm_id = ${caller.firmId}::integer and r.undo_id = ${undo.id}::uuid and r.table_name = 'inbox_items'
      and not ${isVisible('i', inboxItem, caller)} limit 1`.execute(trx)
  if (rows.length > 0) throw new ApiError('not_found')
}

function sentenceOf(followed: Followed, canSee: CanSee): string | undefined {
  const { withdrawn, parts, requested, recorded, acted } = followed
  const seesEmails = canSee(delivery, 'email') && canSee(delivery, 'status')
  const seesCopies = canSee(documentCopy, 'status')
  const [notified, announced] = seesEmails ? [followed.notified, followed.announced] : [0, 0]
  const copies = seesCopies ? followed.copies : 0
  const isMore = notified + announced + copies < followed.notified + followed.announced + followed.copies
  const done = [
    isMore && 'Something was already sent or saved.',
    notified > 0 && `${notified} ${notified === 1 ? 'person was' : 'people were'} notified.`,
    announced > 0 && `${announced} ${announced === 1 ? 'chat channel was' : 'chat channels were'} notified.`,
    copies > 0 && `${copies} ${copies === 1 ? 'copy was' : 'copies were'} saved to the DMS.`,
    withdrawn > 0 && 'What waited for former recipients or in a former folder was withdrawn.',
    parts > 0 && (parts === 1 ? 'A notice was split off the message.' : `The message was split into ${parts} notices.`),
    requested && 'Its documents were requested from the court.',
    recorded && !requested && 'Its filing was recorded.',
    acted && 'Someone has acted on the notice since.',
  ].filter((sentence) => sentence !== false)
  return done.length === 0 ? undefined : done.join(' ')
}
