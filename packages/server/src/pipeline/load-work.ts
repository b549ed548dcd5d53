import { type Firm, firm as firmResource } from '@courtcrier/contract/resources/firm.ts'
import { sql } from 'kysely'
import { inBatches } from '../base/db/batches.ts'
import { withFirm, withFirmAtWork } from '../base/db/firm-transaction.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import type { Services } from '../base/services.ts'
import { messageReader } from '../courts/read-on-thread.ts'
import type { Origin } from '../mail/origin.ts'
import type { ResultName, Results, Vouch, Work } from './stage.ts'

type Stored = Partial<Record<ResultName, { result: unknown }>> & {
  receive?: Origin
  vouch?: Vouch
  givenCourt?: string
}

interface Loaded {
  rawContent: string
  receivedAt: Date
  envelopeId: string | null
  attempts: number | null
  outcomes: Stored
  firm: DatabaseRecord
}

/**
 * Takes an item up: it becomes Started, unless it is in a state that is not to be worked on; then undefined.
 * An item that a crash left Started is taken up again.
 */
export async function loadWork(services: Services, firmId: number, itemId: string): Promise<Work | undefined> {
  const loaded = await takeUp(services, firmId, { id: itemId })
  return loaded && workOf(services, { firmId, itemId, ...loaded })
}

/** An item as the stages see it, whatever its status, and left as it is; undefined when there is none. */
export async function readWork(services: Services, firmId: number, itemId: string): Promise<Work | undefined> {
  return withFirm(services.database, firmId, async (trx) => {
    const { rows } = await sql<Loaded>`
      select item.raw_content as "rawContent", item.received_at as "receivedAt", item.envelope_id as "envelopeId",
        item.attempts, p.outcomes, to_jsonb(f.*) as firm
      from inbox_items item
        join item_progress p on p.firm_id = item.firm_id and p.id = item.id
        join firms f on f.firm_id = item.firm_id
      where item.firm_id = ${firmId} and item.id = ${itemId}::uuid`.execute(trx)
    return rows[0] && workOf(services, { firmId, itemId, ...rows[0] })
  })
}

const takeUp = inBatches(async ({ database }: Services, firmId, asked: readonly { id: string }[]) =>
  withFirmAtWork(database, firmId, async (trx) => {
    const ids = asked.map(({ id }) => id)
    const { rows } = await sql<Omit<Loaded, 'firm'> & { id: string; firm: DatabaseRecord | null }>`
      with item as (
        update inbox_items set status = 'Started', updated_at = now()
        where firm_id = ${firmId} and id = any(${ids}::uuid[]) and status in ('New', 'Retry', 'Started')
        returning id, raw_content, received_at, envelope_id, attempts
      )
      select item.id, item.raw_content as "rawContent", item.received_at as "receivedAt", item.envelope_id as "envelopeId",
        item.attempts, p.outcomes,
        case when row_number() over () = 1 then (select to_jsonb(f.*) from firms f where f.firm_id = ${firmId}) end as firm
      from item
        join item_progress p on p.firm_id = ${firmId} and p.id = item.id`.execute(trx)
    // The firm is wide and the same for all of them, so it comes once.
    const firm = rows.find((row) => row.firm !== null)?.firm
    return ids.map((id) => {
      const row = rows.find((each) => each.id === id)
      return row && firm ? { ...row, firm } : undefined
    })
  }),
)

function workOf(services: Services, loaded: Loaded & { firmId: number; itemId: string }): Work {
  const { firmId, itemId, rawContent, outcomes } = loaded
  const raw = once(() => services.blobs.get(rawContent))
  return {
    firmId,
    itemId,
    rawContent,
    receivedAt: new Date(loaded.receivedAt).toISOString(),
    envelopeId: loaded.envelopeId ?? undefined,
    attempts: loaded.attempts ?? 0,
    firm: rowOf(firmResource, loaded.firm) as unknown as Firm,
    origin: outcomes.receive ?? {},
    results: resultsOf(outcomes),
    vouch: outcomes.vouch,
    givenCourt: outcomes.givenCourt,
    raw,
    message: once(async () =>
      messageReader.decode({ raw: await raw(), key: rawContent, part: outcomes.receive?.part }),
    ),
  }
}

function resultsOf(outcomes: Stored): Partial<Results> {
  const entries = Object.entries(outcomes).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && 'result' in value ? [[name, value.result]] : [],
  )
  return Object.fromEntries(entries) as Partial<Results>
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
