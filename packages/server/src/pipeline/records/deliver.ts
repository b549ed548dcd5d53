import { cadenceTraits } from '@courtcrier/contract/delivery-settings.ts'
import { sql } from 'kysely'
import { announceLater } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { numberedRows } from '../../base/db/json-rows.ts'
import { together } from '../../base/db/together.ts'
import type { Recorded, Recording } from '../recording.ts'
import type { Recipient } from '../stage.ts'

/**
 * One delivery for each address that was not told of this filing before, whichever notice led to it. The unique
 * index on envelope and address is what keeps anybody from being told twice. A delivery that failed is tried anew.
 */
export async function recordDeliveries(trx: Trx, { work, result, jobs }: Recording<'deliver'>): Promise<Recorded> {
  const { planned } = result
  if (planned.length === 0) return {}
  const rows = await insertDeliveries(trx, { ...work, planned, isHeld: work.firm.waitForDmsAttemptToNotify })
  const sentence = sentenceOf(planned.length, rows)
  if (rows.length === 0) return { sentence }
  await jobs.enqueue(
    trx,
    'delivery',
    rows.filter(({ status }) => status === 'waiting').map(({ id }) => ({ firmId: work.firmId, id })),
  )
  return { sentence }
}

interface Plan {
  firmId: number
  itemId: string
  envelopeId: string | undefined
  planned: readonly Recipient[]
  /** They wait until the documents were tried to be stored (`releaseHeld`). */
  isHeld: boolean
}

interface Added {
  id: string
  itemId: string
  status: string
}

/** The deliveries that each plan added. */
const insertDeliveries = together(async (trx: Trx, plans: readonly Plan[]) => {
  const [{ firmId } = { firmId: 0 }] = plans
  const { rows } = await sql<Added>`
    insert into deliveries (firm_id, id, envelope_id, inbox_item_id, timekeeper_id, email, method, reason, message_id, attempts,
      status, cadence, level, notification_rule_id, email_template)
    select distinct on (r.envelope_id, r.email) ${firmId}::integer, r.id, r.envelope_id, r.inbox_item_id, r.timekeeper_id, r.email,
      r.method, r.reason, r.message_id, 0, r.status, r.cadence, r.level, r.rule_id, r.template_id
    from jsonb_to_recordset(${numberedRows(plans.flatMap(rowsOf))}::text::jsonb) as r (n int, id uuid, envelope_id uuid,
      inbox_item_id uuid, timekeeper_id uuid, email text, method text, reason text, message_id text, status text, cadence text,
      level text, rule_id uuid, template_id text)
    where not exists (
      -- Meeting the row in the index would wait for whoever is sending it.
      select from deliveries d where d.firm_id = ${firmId} and d.envelope_id = r.envelope_id and d.email = r.email
        and d.status not in ('failed', 'canceled')
    )
    order by r.envelope_id, r.email, r.n
    on conflict (firm_id, envelope_id, email, repeat) do update set status = excluded.status, attempts = 0,
      inbox_item_id = excluded.inbox_item_id, updated_at = now()
    where deliveries.status in ('failed', 'canceled')
    returning id, inbox_item_id as "itemId", status`.execute(trx)
  if (rows.length > 0) await announceLater(trx, { firmId, entity: 'delivery', ids: rows.map(({ id }) => id) })
  const added = Map.groupBy(rows, ({ itemId }) => itemId)
  return plans.map(({ itemId }) => added.get(itemId) ?? [])
})

function rowsOf({ itemId, envelopeId, planned, isHeld }: Plan) {
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
      status: firstStatus(recipient, isHeld),
      cadence: recipient.cadence ?? 'REALTIME',
      level: recipient.level ?? null,
      rule_id: recipient.ruleId ?? null,
      template_id: recipient.templateId ?? null,
    }
  })
}

function firstStatus({ cadence = 'REALTIME' }: Recipient, isHeld: boolean): string {
  if (!cadenceTraits[cadence].isRealtime) return 'scheduled'
  return isHeld ? 'held' : 'waiting'
}

function sentenceOf(planned: number, added: readonly Added[]): string {
  const known = planned - added.length
  const before = `${known} ${known === 1 ? 'was' : 'were'} told of this filing before.`
  if (added.length === 0)
    return `Nobody new is told: ${known === 1 ? 'the one person' : `all ${known}`} to tell already knows of this filing.`
  const count = (status: string) => added.filter((row) => row.status === status).length
  const parts = [
    people(count('waiting'), 'being told.'),
    people(count('held'), 'told once storing the documents was tried.'),
    people(count('scheduled'), 'told in the daily message.'),
    known > 0 ? before : '',
  ]
  return parts.filter(Boolean).join(' ')
}

function people(count: number, what: string): string {
  if (count === 0) return ''
  return `${count} ${count === 1 ? 'person is' : 'people are'} ${what}`
}
