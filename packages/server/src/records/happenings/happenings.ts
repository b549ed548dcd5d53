import { type WebhookEvent, webhookEvents } from '@courtcrier/contract/resources/webhook.ts'
import { sql } from 'kysely'
import type { Database, Trx } from '../../base/db/database.ts'
import { afterCommit, beforeCommit } from '../../base/db/transaction-end.ts'
import type { Happenings } from './record-calls.ts'
import { recordCalls } from './record-calls.ts'

const noted = new WeakMap<Trx, Map<WebhookEvent, Set<string>>>()

/**
 * Records an event for the firm's webhooks. Nothing is queried or written here: the calls are recorded at the end of
 * the transaction, and for a firm with no webhook for the event the cost is a lookup in memory.
 */
export function noteHappening(
  trx: Trx,
  firmId: number,
  { event, ids }: { event: WebhookEvent | undefined; ids: readonly string[] },
): void {
  if (event === undefined || ids.length === 0) return
  const happenings = noted.get(trx) ?? new Map<WebhookEvent, Set<string>>()
  noted.set(trx, happenings)
  const known = happenings.get(event) ?? new Set()
  happenings.set(event, known)
  for (const id of ids) known.add(id)
  beforeCommit(trx, noted, (last, database) => record(last, database, { firmId, happenings }))
}

async function record(
  trx: Trx,
  database: Database,
  { firmId, happenings }: { firmId: number; happenings: Happenings },
): Promise<void> {
  const wanted = await wantedEvents(trx, database, firmId)
  const told = new Map([...happenings].filter(([event]) => wanted.has(event)))
  if (told.size > 0) await recordCalls(trx, database, { firmId, happenings: told })
}

interface Wanted {
  until: number
  events: ReadonlySet<WebhookEvent>
}

const remembered = new WeakMap<Database['kysely'], Map<number, Wanted>>()

/** How long, in milliseconds, a process may not know about a webhook another one has just saved. */
const rememberMs = 5000

/** The events any active webhook wants, cached: most firms have none, and every notice checks. */
async function wantedEvents(trx: Trx, { kysely }: Database, firmId: number): Promise<ReadonlySet<WebhookEvent>> {
  const firms = remembered.get(kysely) ?? new Map<number, Wanted>()
  remembered.set(kysely, firms)
  const known = firms.get(firmId)
  const now = performance.now()
  if (known && known.until > now) return known.events
  const { rows } = await sql<{ event: string }>`
    select distinct unnest(events) as event from webhooks where firm_id = ${firmId} and is_active`.execute(trx)
  const names = new Set(rows.map(({ event }) => event))
  const events = new Set(webhookEvents.filter((event) => names.has(event)))
  firms.set(firmId, { until: now + rememberMs, events })
  return events
}

/** Must be called by anything that changes a webhook; this process knows at the commit, others soon after. */
export function forgetWanted(trx: Trx, firmId: number): void {
  afterCommit(trx, ({ kysely }) => remembered.get(kysely)?.delete(firmId))
}
