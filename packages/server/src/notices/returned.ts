import { readUuids } from '@courtcrier/contract/uuid.ts'
import { sql } from 'kysely'
import { announceLater } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import type { Bounce } from '../mail/bounce.ts'
import { recordEvent } from '../records/audit.ts'
import { noteHappening } from '../records/happenings/happenings.ts'
import { insertEvents } from '../records/insert-events.ts'
import { setDeliveryStatus } from '../records/outgoing/set-delivery-status.ts'
import { settleItem } from './settle.ts'

/** A mail server's report about an email. */
export interface Returned {
  /** Undefined for an email that isn't about a filing, such as a daily message. */
  deliveryId: string | undefined
  action: Bounce['action']
  /** The sentence saved with the delivery. */
  sentence: string
  /** The same with its recipient, for logs. */
  whole: string
  /** The sentence about the report itself. */
  told: string
}

/**
 * Finds the firm's delivery that a report is about. Anyone can write a report, so it counts only if it contains the
 * Message-ID of an email we sent, a random number that only its recipient knows.
 */
export async function findReturned(
  trx: Trx,
  firmId: number,
  { bounce, publicUrl }: { bounce: Bounce; publicUrl: string },
): Promise<Returned | undefined> {
  const host = new URL(publicUrl).hostname.toLowerCase()
  const keys = bounce.messageIds.flatMap((messageId) => {
    const [, key = '', at = ''] = /^([0-9a-f-]{36})@(.+)$/i.exec(messageId) ?? []
    return at.toLowerCase() === host ? [key] : []
  })
  const ids = readUuids(keys)
  if (ids.length === 0) return undefined
  const { rows } = await sql<{ id: string; email: string; caseName: string | null }>`
    select d.id, d.email, coalesce(c.name, e.case_name) as "caseName"
    from deliveries d join envelopes e on e.firm_id = d.firm_id and e.id = d.envelope_id
      left join cases c on c.firm_id = e.firm_id and c.id = e.case_id
    where d.firm_id = ${firmId} and d.id = any(${ids}::uuid[]) and d.message_id = d.id::text
    limit 1`.execute(trx)
  const [row] = rows
  return row && returnedOf(row, bounce)
}

function returnedOf(
  { id, email, caseName }: { id: string; email: string; caseName: string | null },
  { action, answer }: Bounce,
): Returned {
  const about = caseName ? ` about ${caseName}` : ''
  const why = answer ? `: ${answer}` : ', without a reason'
  const ends = {
    failed: `A mail server returned the email to ${email}${about}${why}. That delivery is marked as failed.`,
    delayed: `A mail server reports that the email to ${email}${about} is delayed and that it keeps trying${answer ? `: ${answer}` : ''}.`,
    delivered: `A mail server reports that the email to ${email}${about} was delivered.`,
  }
  return {
    ...{ deliveryId: id, action, told: ends[action].slice(0, 2000) },
    ...{ sentence: `The email was returned${why}`, whole: `The email to ${email} was returned${why}` },
  }
}

/** What is said of the report of an email that isn't about a filing: no record says who it was to, but the report does. */
export function returnedOther({ action, answer, recipient }: Bounce): Returned {
  const to = recipient || 'someone'
  const why = answer ? `: ${answer.replace(/\.$/, '')}` : ''
  const ends = {
    failed: `A mail server returned an email that Courtcrier sent to ${to}${why || ', without a reason'}.`,
    delayed: `A mail server reports that an email that Courtcrier sent to ${to} is delayed and that it keeps trying${why}.`,
    delivered: `A mail server reports that an email that Courtcrier sent to ${to} was delivered.`,
  }
  const sentence = ends[action].slice(0, 2000)
  return { deliveryId: undefined, action, sentence, whole: sentence, told: sentence }
}

/** No error: reports of errors are emails, too, and one that is returned would be reported by the next. */
function logOther(trx: Trx, firmId: number, sentence: string): Promise<void> {
  return recordEvent(trx, { firmId, level: 'WARNING', type: 'notification process error (user)', sentence })
}

/**
 * Records that an email was returned, perhaps before it is recorded that it was sent. A delivery already marked as failed,
 * or sent again since, is left unchanged.
 */
export async function recordReturned(
  trx: Trx,
  firmId: number,
  { deliveryId, action, sentence, whole }: Returned,
): Promise<void> {
  if (action !== 'failed') return
  if (deliveryId === undefined) return logOther(trx, firmId, whole)
  const { rows } = await sql<{ itemId: string }>`
    with returned as (
      ${setDeliveryStatus({
        firmId,
        from: ['sent', 'sending'],
        to: 'failed',
        set: sql`sentence = ${sentence.slice(0, 1000)}, sent_at = coalesce(d.sent_at, now())`,
        where: sql`d.id = ${deliveryId}::uuid`,
      })}
      returning id, inbox_item_id
    ), event as (
      ${insertEvents({
        firmId,
        columns: ['id', 'level', 'type', 'sentence', 'entity', 'entity_id'],
        from: sql`select ${newId()}::uuid, 'ERROR', 'notification process error (user)',
          ${whole}::text, 'delivery', id::text from returned`,
      })}
    ), line as (
      insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence)
      select ${firmId}::integer, ${newId()}::uuid, inbox_item_id, 'settle', 'failed',
        ${whole.slice(0, 4000)}
      from returned
    )
    select inbox_item_id as "itemId" from returned`.execute(trx)
  const [row] = rows
  if (!row) return
  noteHappening(trx, firmId, { event: 'delivery.failed', ids: [deliveryId] })
  await reopen(trx, firmId, { itemId: row.itemId, deliveryId, sentence })
  await settleItem(trx, { firmId, itemId: row.itemId })
  await announceLater(trx, { firmId, entity: 'delivery', ids: [deliveryId] })
  await announceLater(trx, { firmId, entity: 'system_event', ids: [] })
  await announceLater(trx, { firmId, entity: 'inbox_item', ids: [row.itemId] })
}

/** Sending it again to the same address would return it again. */
function withNextStep(sentence: string): string {
  const ended = sentence.slice(0, 850).replace(/\.$/, '')
  return `${ended}. Correct the address, or have the mailbox fixed, then reprocess the notice to send the email again.`
}

/** Marks a finished notice as failed, as if the mail server had refused the email at once. */
async function reopen(
  trx: Trx,
  firmId: number,
  { itemId, deliveryId, sentence }: { itemId: string; deliveryId: string; sentence: string },
): Promise<void> {
  const { rows } = await sql`
    update inbox_items set status = 'Failed', disposition = 'PARTIAL_SUCCESS', action_required = 'USER', hidden = false,
      reason = ${withNextStep(sentence)}, finished_at = now(), updated_at = now()
    where firm_id = ${firmId} and id = ${itemId}::uuid and status = 'Succeeded' and not exists (
      -- The same person had the filing by another mail.
      select from deliveries d join deliveries o on o.firm_id = d.firm_id and o.envelope_id = d.envelope_id and o.email = d.email
      where d.firm_id = ${firmId} and d.id = ${deliveryId}::uuid and o.status = 'sent'
    ) returning id`.execute(trx)
  if (rows.length > 0) noteHappening(trx, firmId, { event: 'notice.failed', ids: [itemId] })
}
