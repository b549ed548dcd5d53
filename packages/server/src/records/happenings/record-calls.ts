import type { WebhookEvent } from '@courtcrier/contract/resources/webhook.ts'
import { sql } from 'kysely'
import type { Database, Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { findJobs } from '../../base/db/jobs.ts'
import { jsonRows } from '../../base/db/json-rows.ts'
import { describe } from './describe.ts'
import { type Payload, payloadVersion } from './payload.ts'

/** The events of a transaction: the IDs of the records, by event. */
export type Happenings = ReadonlyMap<WebhookEvent, ReadonlySet<string>>

/** An import of a hundred thousand cases is reported in batches of this size. */
const pieceSize = 500

interface Hook {
  id: string
  events: readonly string[]
}

/**
 * Records the calls for a transaction's events and queues them: one statement for the webhooks, and for each event one
 * for the payloads, one for the calls and one for the jobs, for any number of records up to a batch.
 */
export async function recordCalls(
  trx: Trx,
  database: Database,
  { firmId, happenings }: { firmId: number; happenings: Happenings },
): Promise<void> {
  const { rows: hooks } = await sql<Hook>`
    select id, events from webhooks
    where firm_id = ${firmId} and is_active and events && ${[...happenings.keys()]}::text[] order by id`.execute(trx)
  if (hooks.length === 0) return
  for (const [event, all] of happenings) {
    const listening = hooks.filter(({ events }) => events.includes(event))
    for (const ids of piecesOf([...all])) {
      const payloads = await describe(trx, event, { firmId, ids })
      const calls = listening.flatMap((hook) => payloads.map((payload) => ({ webhookId: hook.id, payload })))
      const made = await insertCalls(trx, firmId, calls)
      await findJobs(database)?.enqueue(
        trx,
        'webhook',
        made.map((id) => ({ firmId, id })),
      )
    }
  }
}

function* piecesOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += pieceSize) yield ids.slice(start, start + pieceSize)
}

export interface NewCall {
  webhookId: string
  payload: Payload
  /** The ID of the message being sent again; a new one if absent. */
  messageId?: string
  /** `sending` for one that the recorder sends at once. */
  status?: 'waiting' | 'sending'
}

/** Records calls, and returns their IDs. */
export async function insertCalls(trx: Trx, firmId: number, calls: readonly NewCall[]): Promise<readonly string[]> {
  const rows = calls.map(({ webhookId, payload, messageId, status = 'waiting' }) => {
    const id = newId()
    const message = messageId ?? id
    return { id, webhook_id: webhookId, message_id: message, event: payload.event, payload, status }
  })
  if (rows.length === 0) return []
  await sql`
    insert into webhook_calls (firm_id, id, webhook_id, message_id, event, payload_version, payload, status, next_try_at)
    select ${firmId}::integer, id, webhook_id, message_id, event, ${payloadVersion}, payload, status, now()
    from jsonb_to_recordset(${jsonRows(rows)}::text::jsonb)
      as r (id uuid, webhook_id uuid, message_id uuid, event text, payload jsonb, status text)`.execute(trx)
  return rows.map(({ id }) => id)
}
