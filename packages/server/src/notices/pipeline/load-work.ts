import { type Firm, firm as firmResource } from '@courtcrier/contract/resources/firm.ts'
import { sql } from 'kysely'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { sharedWork } from '../../base/db/shared-work.ts'
import { statement } from '../../base/db/statement.ts'
import type { Services } from '../../base/services.ts'
import { messageReader } from '../../courts/read-on-thread.ts'
import type { Origin } from '../../mail/origin.ts'
import type { Approval, ResultName, Results, Vouch, Work } from './stage.ts'

type Stored = Partial<Record<ResultName, { result: unknown }>> & {
  receive?: Origin
  vouch?: Vouch
  approval?: Approval
  givenCourt?: string
}

interface Loaded {
  rawContent: string
  via: string
  receivedAt: Date
  sender: string | null
  envelopeId: string | null
  attempts: number | null
  pass: number
  outcomes: Stored
  firm: DatabaseRecord
}

/**
 * Starts work on an item, which becomes Started. Returns undefined if its status doesn't allow work. An item that a
 * crash left Started is resumed.
 */
export async function loadWork(services: Services, firmId: number, itemId: string): Promise<Work | undefined> {
  const key = { firmId, id: itemId }
  const loaded = await takenUp(services.database, key, (trx) => takeUp(trx, key))
  return loaded && workOf(services, { firmId, itemId, ...loaded })
}

/** Reads an item as the stages see it, whatever its status, without changing it. Undefined if it doesn't exist. */
export async function readWork(services: Services, firmId: number, itemId: string): Promise<Work | undefined> {
  return withFirm(services.database, firmId, async (trx) => {
    const { rows } = await sql<Loaded>`
      select item.raw_content as "rawContent", item.source_type as via, item.received_at as "receivedAt", item.sender,
        item.envelope_id as "envelopeId", item.attempts, item.pass, p.outcomes, to_jsonb(f.*) as firm
      from inbox_items item
        join item_progress p on p.firm_id = item.firm_id and p.id = item.id
        join firms f on f.firm_id = item.firm_id
      where item.firm_id = ${firmId} and item.id = ${itemId}::uuid`.execute(trx)
    return rows[0] && workOf(services, { firmId, itemId, ...rows[0] })
  })
}

const takenUp = sharedWork()

const takeUp = statement<{ firmId: number; id: string }, Taken, Loaded | undefined>({
  columns: 'id uuid',
  row: ({ id }) => ({ id }),
  // The firm's row is wide and the same for all items, so it is returned once.
  write: ({ firmId, rows, every }) => sql`
    with item as (
      update inbox_items set status = 'Started', updated_at = now()
      where firm_id = ${firmId} and id = any(${every('id')}::uuid[]) and status in ('New', 'Retry', 'Started')
      returning id, raw_content, source_type, received_at, sender, envelope_id, attempts, pass
    )
    select r.n, item.raw_content as "rawContent", item.source_type as via, item.received_at as "receivedAt", item.sender,
      item.envelope_id as "envelopeId", item.attempts, item.pass, p.outcomes, null::jsonb as firm
    from item join ${rows} using (id) join item_progress p on p.firm_id = ${firmId} and p.id = item.id
    union all
    select null, null, null, null, null, null, null, null, null, to_jsonb(f.*) from firms f where f.firm_id = ${firmId}`,
  answer: (rows) => {
    const firm = rows.find((row) => row.firm)?.firm
    const item = rows.find((row) => !row.firm)
    return firm && item ? { ...item, firm } : undefined
  },
})

type Taken = Omit<Loaded, 'firm'> & { firm: DatabaseRecord | null }

function workOf(services: Services, loaded: Loaded & { firmId: number; itemId: string }): Work {
  const { firmId, itemId, rawContent, outcomes } = loaded
  const raw = once(() => services.blobs.get(rawContent))
  return {
    firmId,
    itemId,
    rawContent,
    via: loaded.via,
    receivedAt: new Date(loaded.receivedAt).toISOString(),
    sender: loaded.sender ?? undefined,
    envelopeId: loaded.envelopeId ?? undefined,
    attempts: loaded.attempts ?? 0,
    pass: loaded.pass,
    firm: rowOf(firmResource, loaded.firm) as unknown as Firm,
    origin: outcomes.receive ?? {},
    results: resultsOf(outcomes),
    vouch: outcomes.vouch,
    approval: outcomes.approval,
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
