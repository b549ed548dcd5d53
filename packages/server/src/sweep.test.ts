import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Database } from './base/db/database.ts'
import { withFirm } from './base/db/firm-transaction.ts'
import { newId } from './base/db/ids.ts'
import type { QueueName } from './base/db/job.ts'
import { insert, openTestServices, plantFiling, type TestServices } from './outbox/copies/test-filing.ts'
import { openKinds } from './outbox/kinds.ts'
import type { OutgoingMail } from './outbox/mail/outgoing-mail.ts'
import { type Swept, strandedIn, sweep } from './sweep.ts'
import { openTestDatabase } from './testing/database.ts'

let services: TestServices
let kinds: readonly Swept[]
beforeEach(async () => {
  services = await openTestServices()
  kinds = openKinds(services, {} as OutgoingMail)
})
afterEach(() => services.close())

test('waiting work that has lost its job is queued again, once', async () => {
  const { copyId, itemId } = await plantWaiting()
  expect(await sweep(services, kinds)).toBe(2)
  expect(await queued('copy')).toEqual([copyId])
  expect(await queued('notice')).toEqual([itemId])
  expect(await sweep(services, kinds)).toBe(0)
})

test('work that waits for a retry and has its job is left alone', async () => {
  const { copyId, itemId } = await plantWaiting()
  await withFirm(services.database, 1, async (trx) => {
    await services.jobs.enqueue(trx, 'copy', [{ firmId: 1, id: copyId }], { afterMs: 3_600_000 })
    await services.jobs.enqueue(trx, 'notice', [{ firmId: 1, id: itemId }], { afterMs: 3_600_000 })
  })
  expect(await sweep(services, kinds)).toBe(0)
})

test('a kind of outgoing work is swept as it says of its rows', async () => {
  const { copyId } = await plantWaiting()
  const kind: Swept = { queue: 'webhook', rows: { table: 'document_copies', statuses: ['delayed', 'lost'] } }
  await sweep(services, [kind])
  expect(await queued('webhook')).toEqual([copyId])
  expect(await queued('copy')).toEqual([])
})

test('work that has lost its job is found behind more than a thousand that wait for a retry with theirs', async () => {
  const { copyId, itemId } = await plantWaiting()
  const ids = Array.from({ length: 1001 }, () => newId()).toSorted()
  // The last one, in whichever order they are read.
  const [stranded, waiting] = [ids.at(-1), ids.slice(0, -1)]
  await withFirm(services.database, 1, async (trx) => {
    await sql`insert into document_copies (firm_id, id, envelope_id, inbox_item_id, document_id, storage_policy_id, file_id,
        copy_key, status, updated_at)
      select firm_id, made.id, envelope_id, inbox_item_id, document_id, storage_policy_id, file_id, made.id::text, status,
        updated_at
      from document_copies c cross join unnest(${ids}::uuid[]) as made (id)
      where c.firm_id = 1 and c.id = ${copyId}::uuid`.execute(trx)
    const jobs = [copyId, ...waiting].map((id) => ({ firmId: 1, id }))
    await services.jobs.enqueue(trx, 'copy', jobs, { afterMs: 3_600_000 })
    await services.jobs.enqueue(trx, 'notice', [{ firmId: 1, id: itemId }], { afterMs: 3_600_000 })
  })
  expect(await sweep(services, kinds)).toBe(1)
  expect(await queued('copy')).toContain(stranded)
})

test('unfinished work that every notice leaves is found by an index that has nothing else and stays as it is', async () => {
  // A database of its own, whose tables never had rows: one known to be empty is read as a whole.
  const database = await openTestDatabase()
  onTestFinished(database.close)
  // Exports and imports are few.
  const items: Swept['rows'] = { table: 'inbox_items', statuses: ['New', 'Started', 'Retry'] }
  const stamps: Swept['rows'] = { table: 'stamp_waits', statuses: ['waiting', 'released'] }
  for (const rows of [items, stamps, ...kinds.map((kind) => kind.rows)]) {
    const { plan, indexes } = await lookFor(database, rows)
    const [, index] = /Scan (?:using|on) (\w+_idx)/.exec(plan) ?? []
    expect(indexes, rows.table).toContain(index ?? plan)
  }
})

/** The plan of the sweep's look at a table, and the table's indexes over some statuses. */
async function lookFor(
  { kysely }: Database,
  unfinished: Swept['rows'],
): Promise<{ plan: string; indexes: readonly string[] }> {
  const plan = await kysely.transaction().execute(async (trx) => {
    // On an empty table any index would do, unless checking single rows is expensive, as it is on a full one.
    await sql`set local cpu_operator_cost = 10`.execute(trx)
    await sql`set local plan_cache_mode = force_generic_plan`.execute(trx)
    const { rows } = await sql<Record<string, string>>`explain ${strandedIn(unfinished)}`.execute(trx)
    return rows.map((row) => Object.values(row)[0]).join('\n')
  })
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index
    where indrelid = to_regclass(${unfinished.table}) and pg_get_expr(indpred, indrelid) like '%status%'
      and pg_get_indexdef(indexrelid) not like '%updated_at%'`.execute(kysely)
  return { plan, indexes: rows.map(({ name }) => name) }
}

/** Of all firms at once, so that an index by the firm helps none of them. */
test.each([
  ['idempotency_keys', 'started_at'],
  ['undos', 'expires_at'],
  ['webhook_calls', 'created_at'],
  ['sign_ins', 'created_at'],
  ['digests', 'until'],
  ['login_failures', 'last_at'],
])('what is old in %s is found by an index on %s', async (table, column) => {
  const { rows } = await sql<{ columns: string }>`
    select pg_get_indexdef(indexrelid, 1, true) as columns from pg_index
    where indrelid = to_regclass(${table}) and indpred is null`.execute(services.database.kysely)
  expect(rows.map(({ columns }) => columns)).toContain(column)
})

/** Inserts a notice and a copy that have been waiting for a retry for a while, without jobs in the queue. */
async function plantWaiting(): Promise<{ copyId: string; itemId: string }> {
  const { itemId, envelopeId, policyId, documents } = await plantFiling(services, { documents: [{ content: 'x' }] })
  const copyId = newId()
  const updated_at = new Date(Date.now() - 600_000)
  await services.database.kysely.transaction().execute(async (trx) => {
    await insert(trx, 'document_copies', {
      firm_id: 1,
      id: copyId,
      envelope_id: envelopeId,
      inbox_item_id: itemId,
      document_id: documents[0]?.id,
      storage_policy_id: policyId,
      file_id: documents[0]?.fileId,
      copy_key: `${policyId}:${copyId}`,
      status: 'delayed',
      updated_at,
    })
    await sql`update inbox_items set status = 'Retry', updated_at = ${updated_at} where id = ${itemId}::uuid`.execute(
      trx,
    )
  })
  return { copyId, itemId }
}

async function queued(queue: QueueName): Promise<string[]> {
  return [...(await services.jobs.knownIds(queue))]
}
