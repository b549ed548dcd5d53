import { ApiError } from '@courtcrier/contract/errors.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import type { JobQueue } from '../base/db/jobs.ts'
import { casesOfFiling } from '../digest/filings.ts'
import { lookFor } from '../digest/sight.ts'
import type { SearchScope } from '../resources/viewer.ts'
import { isVisible } from '../resources/visible-rows.ts'
import { methodOf } from './method.ts'

/** Whom somebody wants to be told: whoever was told before, or a timekeeper. */
export type ResendTo = { deliveryId: string } | { timekeeperId: string }

export interface Resend {
  scope: SearchScope & { userId: string }
  /** The name of whoever asks, for the mail and the timeline. */
  userName: string
  envelopeId: string
  to: ResendTo
  /** Whoever asks knows that this person was told before. */
  again: boolean
}

/**
 * Tells one person of a filing once more: a delivery of its own, with its own Message-ID, sent like every other.
 * Throws `wrong_state` when the person is being told just now, was told and nobody said "again", is out of the firm, or is
 * on the other side of a wall.
 */
export async function resendFiling(trx: Trx, jobs: JobQueue, resend: Resend): Promise<{ id: string; email: string }> {
  const { firmId } = resend.scope
  // Two who ask at the same time ask one after the other.
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
  itemId: string | null
}

async function findPerson(trx: Trx, { scope, envelopeId, to }: Resend): Promise<Person> {
  const { firmId } = scope
  const { rows } =
    'deliveryId' in to
      ? await sql<Person>`
        select d.email, k.full_name as name, d.timekeeper_id as "timekeeperId", k.status, d.method,
          d.inbox_item_id as "itemId"
        from deliveries d left join timekeepers k on k.firm_id = d.firm_id and k.id = d.timekeeper_id
        where d.firm_id = ${firmId} and d.id = ${to.deliveryId}::uuid and d.envelope_id = ${envelopeId}::uuid`.execute(
          trx,
        )
      : await sql<Person>`
        select lower(t.email) as email, t.full_name as name, t.id as "timekeeperId", t.status,
          (select f.default_delivery_method from firms f where f.firm_id = ${firmId}) as method, null as "itemId"
        from timekeepers t
        where t.firm_id = ${firmId} and t.id = ${to.timekeeperId}::uuid and ${isVisible(timekeeper, scope)}`.execute(
          trx,
        )
  const [person] = rows
  if (!person) throw new ApiError('not_found')
  return person
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
    select status, repeat, reason from deliveries
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
  if (!email) refuse(`${who} has no e-mail address.`)
  if (timekeeperId && status !== 'Active') refuse(`${who} is not active any more, so nothing is sent there.`)
  if (earlier.some((delivery) => delivery.status === 'waiting' || delivery.status === 'sending'))
    refuse(`${who} is being told of this filing just now.`)
  if (!again && earlier.some((delivery) => delivery.status === 'sent'))
    refuse(`${who} was told of this filing before. Say that it is to be sent again.`)
}

/** Asked again when the mail goes out. Which wall it is stays with whoever may see walls. */
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
  if (!whyNot(email, caseIds, timekeeperId)) return
  throw new ApiError('wrong_state', {
    sentence: `An ethical wall keeps ${name ?? email} out of this filing, so nothing is sent there.`,
  })
}

/** The newest notice of the filing: the delivery's link leads to it. */
async function getItem(trx: Trx, { scope, envelopeId }: Resend): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from inbox_items where firm_id = ${scope.firmId} and envelope_id = ${envelopeId}::uuid
    order by received_at desc limit 1`.execute(trx)
  const [row] = rows
  if (!row) throw new ApiError('wrong_state', { sentence: 'The notice of this filing is not there any more.' })
  return row.id
}

/** The reason why this person was told at first stays with the delivery, behind who asked for this one. */
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
  const { person } = delivery
  await sql`
    insert into deliveries (firm_id, id, envelope_id, inbox_item_id, timekeeper_id, email, method, reason, message_id,
      attempts, repeat)
    values (${delivery.firmId}, ${delivery.id}::uuid, ${delivery.envelopeId}::uuid, ${delivery.itemId}::uuid,
      ${person.timekeeperId}::uuid, ${person.email}, ${methodOf(person.method)}, ${delivery.reason.slice(0, 500)},
      ${delivery.id}, 0, ${delivery.repeat})`.execute(trx)
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
