import { type ItemStatus, itemStatuses } from '@courtcrier/contract/notice.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { longTest } from '../../testing/in-long-run.ts'
import '../../behaviours/registry.ts'
import type { Database, Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import { withFirm, withFirmSearch } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { whereOf } from '../../records/search.ts'
import { programScope } from '../../records/viewer.ts'
import { openReusedDatabase } from '../../testing/database.ts'
import { entriesRead } from '../../testing/entries-read.ts'
import { isLongRun } from '../../testing/long-run.ts'
import { countFilings } from './count-filings.ts'
import { keepFilings } from './keep-filings.ts'

let database: Database
beforeEach(async () => {
  database = await openReusedDatabase()
})
afterEach(() => database.close())

const scope = programScope(1)
const parts = [true, false].flatMap((hidden) => itemStatuses.map((status) => ({ status, hidden })))
const wanted = parts.map(({ status, hidden }) => ({ statuses: [status], hidden: [hidden] }))

/** Counts what is kept, and row by row, in one moment. */
async function bothCounts(most: number) {
  return withFirmSearch(database, 1, async (trx) => ({
    kept: await countFilings(trx, scope, { wanted, most }),
    found: await Promise.all(parts.map((part) => countRows(trx, part))),
  }))
}

async function countRows(trx: Trx, { status, hidden }: { status: ItemStatus; hidden: boolean }): Promise<number> {
  const filters = [
    { field: 'status', in: [status] },
    { field: 'hidden', in: [String(hidden)] },
  ]
  const where = whereOf('t', inboxItem, { query: { filters, freeText: '', fold: 'envelopeId' }, scope })
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${firmRows(inboxItem)} t where ${where}`.execute(trx)
  return rows[0]?.n ?? 0
}

const filings = [newId(), newId(), newId()]
const anItem = {
  filing: fc.constantFrom(null, ...filings),
  status: fc.constantFrom(...itemStatuses),
  hidden: fc.boolean(),
}
const aStep = fc.oneof(
  fc.record({ act: fc.constant('add' as const), ...anItem }),
  fc.record({ act: fc.constant('change' as const), pick: fc.nat(99), ...anItem }),
  fc.record({ act: fc.constant('remove' as const), pick: fc.nat(99) }),
  fc.record({ act: fc.constant('keep' as const) }),
)
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never

async function insertItem(
  trx: Trx,
  id: string,
  { filing, status, hidden }: Omit<Extract<Step, { act: 'add' }>, 'act'>,
) {
  await sql`insert into inbox_items (firm_id, id, status, hidden, envelope_id, received_at, raw_content, fingerprint)
    values (1, ${id}::uuid, ${status}, ${hidden}, ${filing}::uuid, now(), ${'0'.repeat(64)}, ${id})`.execute(trx)
}

async function take(step: Step, ids: string[]): Promise<void> {
  if (step.act === 'keep') return void (await keepFilings(database))
  await withFirm(database, 1, async (trx) => {
    if (step.act === 'add') {
      const id = newId()
      ids.push(id)
      return insertItem(trx, id, step)
    }
    const id = ids[step.pick % ids.length]
    if (id === undefined) return
    if (step.act === 'remove') {
      ids.splice(ids.indexOf(id), 1)
      await sql`delete from inbox_items where id = ${id}::uuid`.execute(trx)
    } else
      await sql`update inbox_items set status = ${step.status}, hidden = ${step.hidden}, envelope_id = ${step.filing}::uuid
        where id = ${id}::uuid`.execute(trx)
  })
}

async function plantFirm(): Promise<void> {
  await sql`insert into envelopes (firm_id, id) select 1, unnest(${filings}::uuid[])`.execute(database.kysely)
}

test('filings are counted as a search finds them, whatever is written and whenever changes are looked up', async () => {
  await plantFirm()
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { maxLength: 14 }), async (steps) => {
      await sql`delete from inbox_items`.execute(database.kysely)
      const ids: string[] = []
      for (const step of steps) {
        await take(step, ids)
        const { kept, found } = await bothCounts(1000)
        expect(kept).toEqual(found)
      }
    }),
    { numRuns: isLongRun ? 60 : 10 },
  )
})

test('a message that changes after its filing was looked up is seen before and after it is looked up again', async () => {
  await plantFirm()
  const [one, other, filing = ''] = [newId(), newId(), filings[0]]
  await withFirm(database, 1, async (trx) => {
    for (const id of [one, other]) await insertItem(trx, id, { filing, status: 'Started', hidden: false })
  })
  await withFirm(database, 1, (trx) =>
    sql`update inbox_items set status = 'Failed' where id = ${one}::uuid`.execute(trx),
  )
  await keepFilings(database)
  await withFirm(database, 1, (trx) =>
    sql`update inbox_items set status = 'Action Required' where id = ${other}::uuid`.execute(trx),
  )
  const expected = parts.map(({ status, hidden }) => Number(status === 'Action Required' && !hidden))
  expect(await bothCounts(1000)).toEqual({ kept: expected, found: expected })
  expect(await keepFilings(database)).toBe(1)
  expect(await keepFilings(database)).toBe(0)
  expect(await bothCounts(1000)).toEqual({ kept: expected, found: expected })
})

/** Adds many filings of two messages each. */
async function plantMany(count: number): Promise<void> {
  const statuses = ['Succeeded', 'Failed', 'Canceled', 'Action Required']
  await sql`with filing as (
      insert into envelopes (firm_id, id) select 1, gen_random_uuid() from generate_series(1, ${count}::int) returning id
    ), numbered as (
      select id, row_number() over () as n from filing
    ) insert into inbox_items (firm_id, id, status, hidden, envelope_id, received_at, raw_content, fingerprint)
      select 1, gen_random_uuid(), (${statuses}::text[])[1 + (n + part) % 4], n % 7 = 0, id, now(), ${'0'.repeat(64)}, id || '-' || part
      from numbered, generate_series(0, 1) part`.execute(database.kysely)
}

test('while more filings have just changed than a count looks up, it has to find them row by row', async () => {
  await plantMany(400)
  expect((await bothCounts(1000)).kept).toBeUndefined()
  while ((await keepFilings(database)) > 0);
  const { kept, found } = await bothCounts(1000)
  expect(kept).toEqual(found)
})

longTest(
  'however many filings a firm has, counting them looks at no message of theirs, and at no more than are counted',
  async () => {
    await plantMany(3000)
    while ((await keepFilings(database)) > 0);
    await sql`vacuum analyze inbox_filings`.execute(database.kysely)
    await sql`vacuum analyze inbox_items`.execute(database.kysely)
    const { counts, looks, read } = await withFirmSearch(database, 1, async (trx) => {
      const entries = () => Promise.all(['inbox_items', 'inbox_filings'].map((table) => entriesRead(trx, table)))
      const before = await entries()
      const counts = await countFilings(trx, scope, { wanted, most: 101 })
      const [looks = 0, read = 0] = (await entries()).map((n, at) => n - (before[at] ?? 0))
      return { counts, looks, read }
    })
    expect(counts?.filter((n) => n > 100).length).toBeGreaterThan(3)
    expect(looks).toBeLessThan(20)
    // Those that may have changed since are beside those that are counted.
    expect(read).toBeLessThan(6 * 700)
  },
)
