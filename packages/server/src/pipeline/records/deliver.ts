import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { numberedRows } from '../../db/json-rows.ts'
import { together } from '../../db/together.ts'
import type { Recorded, Recording } from '../records.ts'
import type { Recipient } from '../stage.ts'

/**
 * One delivery for each address that was not told of this filing before, whichever notice led to it. The unique
 * index on envelope and address is what keeps anybody from being told twice. A delivery that failed is tried anew.
 */
export async function recordDeliveries(trx: Trx, { work, result, jobs }: Recording<'deliver'>): Promise<Recorded> {
  const { planned } = result
  if (planned.length === 0) return {}
  const rows = await insertDeliveries(trx, { ...work, planned })
  const sentence = sentenceOf(planned.length, rows.length)
  if (rows.length === 0) return { sentence }
  await jobs.enqueue(
    trx,
    'delivery',
    rows.map(({ id }) => ({ firmId: work.firmId, id })),
  )
  return { sentence }
}

interface Plan {
  firmId: number
  itemId: string
  envelopeId: string | undefined
  planned: readonly Recipient[]
}

/** The deliveries that each plan added. */
const insertDeliveries = together(async (trx: Trx, plans: readonly Plan[]) => {
  const [{ firmId } = { firmId: 0 }] = plans
  const { rows } = await sql<{ id: string; itemId: string }>`
    insert into deliveries (firm_id, id, envelope_id, inbox_item_id, timekeeper_id, email, method, reason, message_id, attempts)
    select distinct on (r.envelope_id, r.email) ${firmId}::integer, r.id, r.envelope_id, r.inbox_item_id, r.timekeeper_id, r.email,
      r.method, r.reason, r.message_id, 0
    from jsonb_to_recordset(${numberedRows(plans.flatMap(rowsOf))}::text::jsonb) as r (n int, id uuid, envelope_id uuid,
      inbox_item_id uuid, timekeeper_id uuid, email text, method text, reason text, message_id text)
    where not exists (
      -- Meeting the row in the index would wait for whoever is sending it.
      select from deliveries d where d.firm_id = ${firmId} and d.envelope_id = r.envelope_id and d.email = r.email
        and d.status not in ('failed', 'canceled')
    )
    order by r.envelope_id, r.email, r.n
    on conflict (firm_id, envelope_id, email) do update set status = 'waiting', attempts = 0, inbox_item_id = excluded.inbox_item_id,
      updated_at = now()
    where deliveries.status in ('failed', 'canceled')
    returning id, inbox_item_id as "itemId"`.execute(trx)
  const added = Map.groupBy(rows, ({ itemId }) => itemId)
  return plans.map(({ itemId }) => added.get(itemId) ?? [])
})

function rowsOf({ itemId, envelopeId, planned }: Plan) {
  return planned.map((recipient) => {
    const id = newId()
    return {
      id,
      envelope_id: envelopeId,
      inbox_item_id: itemId,
      timekeeper_id: recipient.timekeeperId ?? null,
      email: recipient.email,
      method: recipient.method,
      reason: recipient.reason.slice(0, 500),
      message_id: id,
    }
  })
}

function sentenceOf(planned: number, added: number): string {
  const known = planned - added
  const before = `${known} ${known === 1 ? 'was' : 'were'} told of this filing before.`
  if (added === 0)
    return `Nobody new is told: ${known === 1 ? 'the one person' : `all ${known}`} to tell already knows of this filing.`
  const now = `${added} ${added === 1 ? 'person is' : 'people are'} being told.`
  return known > 0 ? `${now} ${before}` : now
}
