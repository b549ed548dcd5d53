import { ApiError } from '@courtcrier/contract/errors.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import type { JobQueue } from '../../base/db/jobs.ts'
import { findDeliverySettings } from '../../notices/addressing/effective-delivery.ts'
import { insertDeliveries } from '../../records/outgoing/insert-deliveries.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { casesOfFiling } from '../digests/filings.ts'
import { lookFor } from '../digests/sight.ts'
import { methodOf } from './method.ts'

/** The person to notify: an earlier recipient, or a timekeeper. */
export type ResendTo = { deliveryId: string } | { timekeeperId: string }

export interface Resend {
  scope: SearchScope & { userId: string }
  /** The requester's name, for the email and the history. */
  userName: string
  envelopeId: string
  to: ResendTo
  /** The requester knows that this person was notified before. */
  again: boolean
}

/**
 * Notifies one person of a filing, possibly again: a new delivery with its own Message-ID, sent like any other. Throws
 * `wrong_state` if the person has no email address, is being notified right now, was notified and `again` isn't set, is
 * no longer active, or is excluded by a wall.
 */
export async function resendFiling(trx: Trx, jobs: JobQueue, resend: Resend): Promise<{ id: string; email: string }> {
  const { firmId } = resend.scope
  // Two requests at the same time are handled one after the other.
  await sql`select from envelopes where firm_id = ${firmId} and id = ${resend.envelopeId}::uuid for update`.execute(trx)
  const person = await findPerson(trx, resend)
  const earlier = await readEarlier(trx, { firmId, envelopeId: resend.envelopeId, email: person.email })
  await refuseUnseen(trx, resend, person)
  refuseUnless(person, { earlier, again: resend.again })
  const delivery = {
    id: newId(),
    itemId: person.itemId ?? (await getItem(trx, resend)),
    repeat: earlier.length === 0 ? 0 : Math.max(...earlier.map(({ repeat }) => repeat)) + 1,
    reason: reasonOf(resend.userName, earlier),
  }
  await insertDelivery(trx, { ...delivery, firmId, envelopeId: resend.envelopeId, person })
  await noteInTimeline(trx, { ...resend, itemId: delivery.itemId, email: person.email, isAgain: delivery.repeat > 0 })
  await jobs.enqueue(trx, 'delivery', [{ firmId, id: delivery.id }])
  await announce(trx, { firmId, entity: 'delivery', ids: [delivery.id] })
  await announce(trx, { firmId, entity: 'inbox_item', ids: [delivery.itemId] })
  return { id: delivery.id, email: person.email }
}

interface Person {
  email: string
  name: string | null
  timekeeperId: string | null
  status: string | null
  method: string
  templateId: string | null
  itemId: string | null
}

async function findPerson(trx: Trx, { scope, envelopeId, to }: Resend): Promise<Person> {
  if ('timekeeperId' in to) return findTimekeeper(trx, scope, to.timekeeperId)
  const { firmId } = scope
  const { rows } = await sql<Person>`
    select d.email, k.full_name as name, d.timekeeper_id as "timekeeperId", k.status, d.method,
      d.email_template as "templateId", d.inbox_item_id as "itemId"
    from deliveries d left join timekeepers k on k.firm_id = d.firm_id and k.id = d.timekeeper_id
    where d.firm_id = ${firmId} and d.id = ${to.deliveryId}::uuid and d.envelope_id = ${envelopeId}::uuid`.execute(trx)
  const [person] = rows
  if (!person) throw new ApiError('not_found')
  return person
}

/** A timekeeper, who is notified as their settings say. */
async function findTimekeeper(trx: Trx, scope: SearchScope, timekeeperId: string): Promise<Person> {
  const { firmId } = scope
  const { rows } = await sql<Pick<Person, 'email' | 'name' | 'status'>>`
    select lowered(t.email) as email, t.full_name as name, t.status from timekeepers t
    where t.firm_id = ${firmId} and t.id = ${timekeeperId}::uuid and ${isVisible('t', timekeeper, scope)}`.execute(trx)
  const [person] = rows
  if (!person) throw new ApiError('not_found')
  const { method, templateId } = await findDeliverySettings(trx, { firmId, timekeeperId })
  return { ...person, timekeeperId, method: method.value, templateId: templateId.value, itemId: null }
}

interface Earlier {
  status: string
  repeat: number
  reason: string | null
}

async function readEarlier(
  trx: Trx,
  { firmId, envelopeId, email }: { firmId: number; envelopeId: string; email: string },
): Promise<readonly Earlier[]> {
  const { rows } = await sql<Earlier>`
    select status, repeat, case when former_case_ids = '{}' then reason end as reason from deliveries
    where firm_id = ${firmId} and envelope_id = ${envelopeId}::uuid and email = ${email} order by repeat`.execute(trx)
  return rows
}

function refuseUnless(
  { email, name, status, timekeeperId }: Person,
  { earlier, again }: { earlier: readonly Earlier[]; again: boolean },
): void {
  const who = name ?? email
  const refuse = (sentence: string) => {
    throw new ApiError('wrong_state', { sentence })
  }
  if (!email) refuse(`${who} has no email address.`)
  if (timekeeperId && status !== 'Active') refuse(`${who} is no longer active, so nothing was sent.`)
  if (earlier.some((delivery) => delivery.status === 'waiting' || delivery.status === 'sending'))
    refuse(`${who} is being notified of this filing right now.`)
  if (!again && earlier.some((delivery) => delivery.status === 'sent'))
    refuse(`${who} was already notified of this filing. Choose to send it again.`)
}

/** Checked again when the email goes out. Only people who may see walls learn which one it is. */
async function refuseUnseen(
  trx: Trx,
  { scope: { firmId }, envelopeId }: Resend,
  { email, name, timekeeperId }: Person,
): Promise<void> {
  const { rows } = await sql<{ caseIds: string[] }>`
    select ${casesOfFiling} as "caseIds" from envelopes e
      left join inbox_items i on i.firm_id = e.firm_id and i.envelope_id = e.id
      left join item_progress p on p.firm_id = i.firm_id and p.id = i.id
    where e.firm_id = ${firmId} and e.id = ${envelopeId}::uuid`.execute(trx)
  const caseIds = rows.flatMap((row) => row.caseIds)
  const whyNot = await lookFor(trx, { firmId, emails: [email], caseIds, areKnown: true })
  if (!whyNot(email, caseIds, { timekeeperId })) return
  throw new ApiError('wrong_state', {
    sentence: `An ethical wall keeps ${name ?? email} out of this filing, so nothing was sent.`,
  })
}

/** The newest notice of the filing: the delivery's link leads to it. */
async function getItem(trx: Trx, { scope, envelopeId }: Resend): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from inbox_items where firm_id = ${scope.firmId} and envelope_id = ${envelopeId}::uuid
    order by received_at desc limit 1`.execute(trx)
  const [row] = rows
  if (!row) throw new ApiError('wrong_state', { sentence: 'The notice of this filing no longer exists.' })
  return row.id
}

/** The original reason for notifying this person is kept, after the name of the person who sent it again. */
function reasonOf(userName: string, [first]: readonly Earlier[]): string {
  return first ? `Sent again by ${userName}. ${first.reason ?? ''}`.trim() : `Sent by ${userName}.`
}

interface NewDelivery {
  id: string
  firmId: number
  envelopeId: string
  itemId: string
  repeat: number
  reason: string
  person: Person
}

async function insertDelivery(trx: Trx, delivery: NewDelivery): Promise<void> {
  const { firmId, id, envelopeId, itemId, repeat, reason, person } = delivery
  await insertDeliveries({
    firmId,
    columns: [
      ...(['id', 'envelope_id', 'inbox_item_id', 'timekeeper_id', 'email', 'method', 'reason', 'repeat'] as const),
      'email_template',
    ],
    from: sql`select ${id}::uuid, ${envelopeId}::uuid, ${itemId}::uuid, ${person.timekeeperId}::uuid,
      ${person.email}::text, ${methodOf(person.method)}::text, ${reason}::text, ${repeat}::integer,
      ${person.templateId}::text`,
  }).execute(trx)
}

async function noteInTimeline(
  trx: Trx,
  { scope, itemId, email, isAgain }: Pick<Resend, 'scope'> & { itemId: string; email: string; isAgain: boolean },
): Promise<void> {
  const sentence = isAgain ? `Sent again to ${email}.` : `Sent to ${email}.`
  await sql`
    insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence, user_id)
    values (${scope.firmId}, ${newId()}::uuid, ${itemId}::uuid, 'person', 'resent', ${sentence}, ${scope.userId}::uuid)`.execute(
    trx,
  )
}
