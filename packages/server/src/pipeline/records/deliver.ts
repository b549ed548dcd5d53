import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { newJobs } from '../../db/job-insert.ts'
import { jsonRows } from '../../db/json-rows.ts'
import type { Recorded, Recording } from '../records.ts'
import type { Recipient } from '../stage.ts'

/**
 * One delivery for each address that was not told of this filing before, whichever notice led to it. The unique
 * index on envelope and address is what keeps anybody from being told twice. A delivery that failed is tried anew.
 */
export async function recordDeliveries(trx: Trx, { work, result, jobs }: Recording<'deliver'>): Promise<Recorded> {
  const { planned } = result
  if (planned.length === 0) return {}
  const rows = await insertDeliveries(trx, work, planned)
  const sentence = sentenceOf(planned.length, rows.length)
  if (rows.length === 0) return { sentence }
  const statement = await jobs.plan(
    'delivery',
    rows.map(({ id }) => ({ firmId: work.firmId, id })),
  )
  return { sentence, along: [{ statement, change: newJobs('delivery') }] }
}

async function insertDeliveries(
  trx: Trx,
  { firmId, itemId, envelopeId }: { firmId: number; itemId: string; envelopeId: string | undefined },
  planned: readonly Recipient[],
): Promise<readonly { id: string }[]> {
  const rows = planned.map((recipient) => {
    const id = newId()
    return {
      id,
      timekeeper_id: recipient.timekeeperId ?? null,
      email: recipient.email,
      method: recipient.method,
      reason: recipient.reason.slice(0, 500),
      message_id: id,
    }
  })
  const result = await sql<{ id: string }>`
    insert into deliveries (firm_id, id, envelope_id, inbox_item_id, timekeeper_id, email, method, reason, message_id, attempts)
    select ${firmId}, r.id, ${envelopeId}::uuid, ${itemId}::uuid, r.timekeeper_id, r.email, r.method, r.reason, r.message_id, 0
    from jsonb_to_recordset(${jsonRows(rows)}::text::jsonb)
      as r (id uuid, timekeeper_id uuid, email text, method text, reason text, message_id text)
    where not exists (
      -- Meeting the row in the index would wait for whoever is sending it.
      select from deliveries d where d.firm_id = ${firmId} and d.envelope_id = ${envelopeId}::uuid and d.email = r.email
        and d.status not in ('failed', 'canceled')
    )
    on conflict (firm_id, envelope_id, email) do update set status = 'waiting', attempts = 0, inbox_item_id = excluded.inbox_item_id,
      updated_at = now()
    where deliveries.status in ('failed', 'canceled')
    returning id`.execute(trx)
  return result.rows
}

function sentenceOf(planned: number, added: number): string {
  const known = planned - added
  const before = `${known} ${known === 1 ? 'was' : 'were'} told of this filing before.`
  if (added === 0)
    return `Nobody new is told: ${known === 1 ? 'the one person' : `all ${known}`} to tell already knows of this filing.`
  const now = `${added} ${added === 1 ? 'person is' : 'people are'} being told.`
  return known > 0 ? `${now} ${before}` : now
}
