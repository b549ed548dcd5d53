import { type RawBuilder, sql } from 'kysely'
import { announceLater } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import type { JobQueue } from '../base/db/jobs.ts'
import { statement } from '../base/db/statement.ts'
import { setCopyStatus } from '../records/outgoing/set-copy-status.ts'
import { setDeliveryStatus } from '../records/outgoing/set-delivery-status.ts'
import { withdrawChats } from '../records/outgoing/withdraw-chats.ts'
import { releaseCanceled } from './release-held.ts'
import { settleItem } from './settle.ts'

/** The item that has a new plan, and its filing. */
interface Planned {
  firmId: number
  itemId: string
  envelopeId: string | undefined
  /** Why, if the item has no plan: only what waits because of it is withdrawn, of whichever filing. */
  ownWhy?: string
}

/** What waits because of a former plan: `name` is its address, its preference group, or nothing for a copy. */
interface Former {
  of: 'delivery' | 'chat' | 'document_copy'
  id: string
  itemId: string
  name: string
  isWithdrawn: boolean
}

type FormerCopy = Former & { envelopeId: string }

/** Why an email or a copy was canceled. */
export const noLongerPlanned = 'The notice was processed again, and this is no longer part of it.'
/** The same while a person has to decide about the notice; it is planned again with what they decide. */
export const stoppedForPerson = 'The notice was processed again and stopped for a person, so this was withdrawn.'

/**
 * Withdraws all that waits of the plan of an item that was processed again and has none now, because it stopped for a
 * person or is ignored. What other notices of its filing plan stays, as does what a person sent; their recipients who
 * waited for nothing but the copies that are withdrawn are notified.
 */
export async function withdrawPlan(
  trx: Trx,
  jobs: JobQueue,
  { firmId, itemId, envelopeId, why }: Planned & { why: string },
): Promise<string> {
  if (!envelopeId) return ''
  const planned = { firmId, itemId, envelopeId, ownWhy: why }
  const told = await withdrawRecipients(trx, { ...planned, recipients: [] })
  const copies = await findCopies(trx, { ...planned, copyKeys: [] })
  await afterwards(trx, planned, copies)
  const envelopeIds = copies.filter(({ isWithdrawn }) => isWithdrawn).map((copy) => copy.envelopeId)
  await releaseCanceled(trx, jobs, { firmId, envelopeIds: [...new Set(envelopeIds)] })
  return [told, noteOfCopies(copies)].filter(Boolean).join(' ')
}

/**
 * Withdraws what waits for people who were recipients of the filing and aren't in the new plan: emails, their places in
 * daily messages, and messages to their groups' channels. What a person sent stays. Returns what the history says of
 * it, also of what is on its way.
 */
export async function withdrawRecipients(
  trx: Trx,
  planned: Planned & { recipients: readonly { email: string; timekeeperId?: string }[] },
): Promise<string> {
  const found = await findRecipients(trx, planned)
  await afterwards(trx, planned, found)
  const names = (of: Former['of'], isWithdrawn: boolean) =>
    found.filter((each) => each.of === of && each.isWithdrawn === isWithdrawn).map(({ name }) => name)
  return [
    sentence(names('delivery', true), (who) => `No longer notified: ${who}.`),
    sentence(names('delivery', false), (who) => `An email that can't be withdrawn is on its way to ${who}.`),
    sentence(names('chat', true), (who) => `No longer announced in the channel of ${who}.`),
    sentence(
      names('chat', false),
      (who) => `A message that can't be withdrawn is on its way to the channel of ${who}.`,
    ),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Withdraws copies that wait to be saved and that the new plan lacks, as those in the folder of a former case do. */
export async function withdrawCopies(trx: Trx, planned: Planned & { copyKeys: readonly string[] }): Promise<string> {
  const found = await findCopies(trx, planned)
  await afterwards(trx, planned, found)
  return noteOfCopies(found)
}

function noteOfCopies(found: readonly FormerCopy[]): string {
  const count = (isWithdrawn: boolean) => found.filter((each) => each.isWithdrawn === isWithdrawn).length
  return [stopped(count(true)), started(count(false))].filter(Boolean).join(' ')
}

function stopped(count: number): string {
  if (count === 0) return ''
  return count === 1 ? `${count} copy is no longer saved.` : `${count} copies are no longer saved.`
}

function started(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? `${count} copy that is no longer planned is already being saved.`
    : `${count} copies that are no longer planned are already being saved.`
}

function sentence(names: readonly string[], say: (who: string) => string): string {
  return names.length === 0 ? '' : say(names.join(', '))
}

/** Another notice of the filing ends if what is withdrawn was all that it waited for. */
async function afterwards(trx: Trx, { firmId, itemId }: Planned, found: readonly Former[]): Promise<void> {
  const withdrawn = found.filter(({ isWithdrawn }) => isWithdrawn)
  for (const entity of ['delivery', 'document_copy'] as const) {
    const ids = withdrawn.filter(({ of }) => of === entity).map(({ id }) => id)
    if (ids.length > 0) await announceLater(trx, { firmId, entity, ids })
  }
  const others = withdrawn.map((each) => each.itemId).filter((id) => id !== itemId)
  await Promise.all([...new Set(others)].map((id) => settleItem(trx, { firmId, itemId: id })))
}

type Recipients = Parameters<typeof withdrawRecipients>[1]

const findRecipients = statement<Recipients, Former, readonly Former[]>({
  columns: 'item_id uuid, envelope_id uuid, emails text[], people uuid[]',
  row: ({ itemId, envelopeId, recipients }) => ({
    item_id: itemId,
    envelope_id: envelopeId,
    emails: recipients.map(({ email }) => email),
    people: recipients.flatMap(({ timekeeperId }) => timekeeperId ?? []),
  }),
  alike: ({ ownWhy = '' }) => ownWhy,
  write: ({ firmId, rows, every, questions: [{ ownWhy } = {}] }) => sql`
    with r as (
      select * from ${rows}
    ), mail as (
      select r.n, d.id, d.inbox_item_id, d.email from r join deliveries d on ${isOfPlan(sql`d`, ownWhy)}
      where d.firm_id = ${firmId} and ${isOfPlans(sql`d`, every, ownWhy)}
        -- What a person sends again, or to one more recipient, has no level.
        and d.status in ('waiting', 'held', 'scheduled', 'sending') and d.level is not null and d.email <> all(r.emails)
        and ${isFormer(firmId, sql`d`, planHas('deliver,result,planned', sql`'email', d.email`))}
    ), channel as (
      select r.n, m.id, m.inbox_item_id, m.group_name from r join chat_messages m on ${isOfPlan(sql`m`, ownWhy)}
      where m.firm_id = ${firmId} and ${isOfPlans(sql`m`, every, ownWhy)}
        and m.status in ('waiting', 'sending') and m.timekeeper_group_id is not null
        and not exists (select from timekeepers t where t.firm_id = ${firmId} and t.id = any(r.people)
          and t.timekeeper_group_id = m.timekeeper_group_id)
        and ${isFormer(
          firmId,
          sql`m`,
          sql`exists (select from timekeepers t where t.firm_id = ${firmId} and t.timekeeper_group_id = m.timekeeper_group_id
            and ${planHas('deliver,result,planned', sql`'timekeeperId', t.id`)})`,
        )}
    ), withdrawn as (
      ${setDeliveryStatus({
        firmId,
        from: ['waiting', 'held', 'scheduled'],
        to: 'canceled',
        set: sql`sentence = ${ownWhy ?? noLongerPlanned}`,
        where: sql`d.id = any(array(select id from mail)) and not exists (select from digest_items i
          join digests g on g.firm_id = i.firm_id and g.id = i.digest_id
          where i.firm_id = d.firm_id and i.delivery_id = d.id and g.status = 'sending')`,
      })}
      returning d.id
    ), silenced as (
      ${withdrawChats(firmId, sql`m.id = any(array(select id from channel))`)} returning m.id
    )
    select n, 'delivery' as of, id, inbox_item_id as "itemId", email as name, id in (select id from withdrawn) as "isWithdrawn"
    from mail
    union all
    select n, 'chat', id, inbox_item_id, group_name, id in (select id from silenced) from channel
    order by name`,
  answer: (rows) => rows,
})

type Copies = Parameters<typeof withdrawCopies>[1]

const findCopies = statement<Copies, FormerCopy, readonly FormerCopy[]>({
  columns: 'item_id uuid, envelope_id uuid, keys text[]',
  row: ({ itemId, envelopeId, copyKeys }) => ({ item_id: itemId, envelope_id: envelopeId, keys: copyKeys }),
  alike: ({ ownWhy = '' }) => ownWhy,
  write: ({ firmId, rows, every, questions: [{ ownWhy } = {}] }) => sql`
    with r as (
      select * from ${rows}
    ), copy as (
      select r.n, c.id, c.inbox_item_id, c.envelope_id from r join document_copies c on ${isOfPlan(sql`c`, ownWhy)}
      where c.firm_id = ${firmId} and ${isOfPlans(sql`c`, every, ownWhy)}
        and c.status in ('new', 'delayed', 'started') and c.copy_key <> all(r.keys)
        and ${isFormer(firmId, sql`c`, planHas('store,result,copies', sql`'copyKey', c.copy_key`))}
    ), withdrawn as (
      ${setCopyStatus({
        firmId,
        from: ['new', 'delayed'],
        to: 'canceled',
        set: sql`sentence = ${ownWhy ?? noLongerPlanned}`,
        where: sql`c.id = any(array(select id from copy))`,
      })}
      returning c.id
    )
    select n, 'document_copy' as of, id, inbox_item_id as "itemId", envelope_id as "envelopeId", '' as name,
      id in (select id from withdrawn) as "isWithdrawn" from copy`,
  answer: (rows) => rows,
})

/** Whether a row is of the item's filing; of the item itself if it has no plan, as it may be of another filing now. */
function isOfPlan(row: RawBuilder<unknown>, ownWhy: string | undefined): RawBuilder<boolean> {
  return ownWhy === undefined
    ? sql<boolean>`${row}.envelope_id = r.envelope_id`
    : sql<boolean>`${row}.inbox_item_id = r.item_id`
}

/** The same for every item of the statement, by values that an index is used for. */
function isOfPlans(
  row: RawBuilder<unknown>,
  every: (column: string) => RawBuilder<unknown>,
  ownWhy: string | undefined,
): RawBuilder<boolean> {
  return ownWhy === undefined
    ? sql<boolean>`${row}.envelope_id = any(${every('envelope_id')}::uuid[])`
    : sql<boolean>`${row}.inbox_item_id = any(${every('item_id')}::uuid[])`
}

/**
 * Whether a row is of the item's own former plan, or of one for other cases than the filing's, and in the plan of no
 * other notice of the filing for its cases. `isPlanned` says that of the progress `p`.
 */
function isFormer(firmId: number, row: RawBuilder<unknown>, isPlanned: RawBuilder<boolean>): RawBuilder<boolean> {
  // As values they are looked up for each row. "exists" may be joined or hashed, which reads the progress of every item
  // of the firm.
  return sql<boolean>`(${row}.inbox_item_id = r.item_id or (
      select true from item_progress p join envelopes e on e.firm_id = p.firm_id and e.id = ${row}.envelope_id
      where p.firm_id = ${firmId} and p.id = ${row}.inbox_item_id and ${isElsewhere} limit 1))
    and (
      select true from inbox_items o join item_progress p on p.firm_id = o.firm_id and p.id = o.id
        join envelopes e on e.firm_id = o.firm_id and e.id = o.envelope_id
      where o.firm_id = ${firmId} and o.envelope_id = ${row}.envelope_id and o.id <> r.item_id and o.status <> 'Canceled'
        and not coalesce(${isElsewhere}, false) and ${isPlanned} limit 1) is null`
}

/** Whether the progress `p` is of a notice that was matched to none of the cases of the filing `e`. */
const isElsewhere = sql<boolean>`(p.outcomes #>> '{match,result,caseIds,0}' is not null
  and not (p.outcomes #> '{match,result,caseIds}') ?| (e.other_case_ids || e.case_id)::text[])`

/** Whether the plan at this path of the progress `p` has an entry with this key and value. */
function planHas(path: string, entry: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`p.outcomes #> ${sql.lit(`{${path}}`)} @> jsonb_build_array(jsonb_build_object(${entry}))`
}
