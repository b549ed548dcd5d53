import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../base/db/ids.ts'
import type { JobData } from '../base/db/job.ts'
import { openTestServices, type TestServices } from './copies/test-filing.ts'
import { type Claim, type End, type Kind, openKind, type Performed } from './run.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
  await sql`create table postcards (firm_id int, id uuid primary key, attempts int default 0,
    status text default 'waiting', sentence text)`.execute(services.database.kysely)
  await sql`grant all on postcards to courtcrier_app`.execute(services.database.kysely)
})
afterEach(async () => {
  await sql`drop table postcards`.execute(services.database.kysely)
  await services.close()
})

/** A complete kind: its own table, its work, and its back-off. */
function postcards(perform: (card: Claim) => Promise<Performed<string>>): Kind<Claim, string> {
  return {
    queue: 'delivery',
    rows: { table: 'postcards', statuses: ['waiting', 'sending'] },
    concurrency: 2,
    on: services,
    claim: async (trx, { firmId, id }) => {
      const { rows } = await sql<Claim>`
        update postcards set status = 'sending', attempts = attempts + 1
        where id = ${id}::uuid and status in ('waiting', 'sending')
        returning firm_id as "firmId", id, attempts`.execute(trx)
      return rows[0] && { ...rows[0], firmId }
    },
    perform,
    record: async (trx, { id }, { status, sentence, isTry, note }: End<string>) => {
      const { rows } = await sql`
        update postcards set status = ${status}, sentence = ${`${sentence} ${note}`}, attempts = attempts - ${isTry ? 0 : 1}::int
        where id = ${id}::uuid and status = 'sending' returning id`.execute(trx)
      return rows.length > 0
    },
    nextTry: (attempts) => (attempts < 3 ? attempts * 60_000 : undefined),
  }
}

async function plant(): Promise<JobData> {
  const key = { firmId: 1, id: newId() }
  await sql`insert into postcards (firm_id, id) values (1, ${key.id}::uuid)`.execute(services.database.kysely)
  return key
}

async function stateOf({ id }: JobData) {
  const { rows } = await sql<object>`select status, attempts, sentence from postcards where id = ${id}::uuid`.execute(
    services.database.kysely,
  )
  return rows[0]
}

const waits = async () => {
  const { rows } = await sql<{ seconds: number }>`
    select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job where name = 'delivery'
    order by start_after`.execute(services.database.kysely)
  return rows.map(({ seconds }) => seconds)
}

test('finished work is recorded with its note and never repeated', async () => {
  let done = 0
  const kind = openKind(postcards(async () => ({ done: `Sent ${++done}.`, note: 'By air.' })))
  const data = await plant()
  await kind.run({ data })
  await kind.run({ data })
  expect(await stateOf(data)).toEqual({ status: 'done', attempts: 1, sentence: 'Sent 1. By air.' })
  expect(await waits()).toEqual([])
})

test('a failed attempt waits as its kind says, longer if the other side asks, and is eventually given up', async () => {
  const asks = [undefined, 600_000, undefined]
  const kind = openKind(
    postcards(async ({ attempts }) => ({ retry: 'Away.', retryAfterMs: asks[attempts - 1], note: '' })),
  )
  const data = await plant()
  await kind.run({ data })
  await kind.run({ data })
  expect(await waits()).toEqual([60, 600])
  expect(await stateOf(data)).toMatchObject({ status: 'waiting', attempts: 2 })
  await kind.run({ data })
  expect(await waits()).toEqual([60, 600])
  expect(await stateOf(data)).toMatchObject({ status: 'failed', sentence: 'Away. Gave up after 3 attempts. ' })
})

test('work whose turn has not come waits without using an attempt', async () => {
  const kind = openKind(postcards(async () => ({ later: 'Full.', waitMs: 5000, note: '' })))
  const data = await plant()
  await kind.run({ data })
  expect(await stateOf(data)).toMatchObject({ status: 'waiting', attempts: 0 })
  expect(await waits()).toEqual([5])
})

test('a refusal is final immediately', async () => {
  const kind = openKind(postcards(async () => ({ failed: 'No such street.', note: '' })))
  const data = await plant()
  await kind.run({ data })
  expect(await stateOf(data)).toMatchObject({ status: 'failed', sentence: 'No such street. ' })
  expect(await waits()).toEqual([])
})

test('a row that was changed in the meantime is not queued again', async () => {
  const data = await plant()
  const kind = openKind(
    postcards(async () => {
      await sql`update postcards set status = 'canceled'`.execute(services.database.kysely)
      return { retry: 'Away.', note: '' }
    }),
  )
  await kind.run({ data })
  expect(await stateOf(data)).toMatchObject({ status: 'canceled' })
  expect(await waits()).toEqual([])
})

test('a crash between the work and its record repeats the work', async () => {
  let done = 0
  const crashing = openKind({
    ...postcards(async () => ({ done: `Sent ${++done}.`, note: '' })),
    record: () => Promise.reject(new Error('the process ends here')),
  })
  const data = await plant()
  await expect(crashing.run({ data })).rejects.toThrow('the process ends here')
  await openKind(postcards(async ({ attempts }) => ({ done: `Sent ${++done}.`, note: `Try ${attempts}.` }))).run({
    data,
  })
  expect(await stateOf(data)).toMatchObject({ status: 'done', sentence: 'Sent 2. Try 2.' })
})

test('work whose result cannot be recorded is not done again: its result is recorded first', async () => {
  let done = 0
  let refusals = 3
  const sent = postcards(async () => ({ done: `Sent ${++done}.`, note: 'By air.' }))
  const kind = openKind({
    ...sent,
    // As on a disk that is nearly full: the mark is an update in place, the result needs a new page.
    record: async (trx, card, end) => {
      if (refusals-- > 0) throw Object.assign(new Error('could not write block 7'), { code: '58030' })
      return sent.record(trx, card, end)
    },
  })
  const data = await plant()
  for (let n = 0; n < 3; n++) await expect(kind.run({ data })).rejects.toThrow('could not write block 7')
  await kind.run({ data })
  expect(await stateOf(data)).toEqual({ status: 'done', attempts: 1, sentence: 'Sent 1. By air.' })
  await kind.run({ data })
  expect(done).toBe(1)
})

test.each(['53100', '25006'])('a result waits while the database takes no writes (%s)', async (code) => {
  let done = 0
  let refusals = 2
  const sent = postcards(async () => ({ done: `Sent ${++done}.`, note: '' }))
  const kind = openKind({
    ...sent,
    record: async (trx, card, end) => {
      if (refusals-- > 0) throw Object.assign(new Error('refused'), { code })
      return sent.record(trx, card, end)
    },
  })
  const data = await plant()
  await kind.run({ data })
  expect(await stateOf(data)).toEqual({ status: 'done', attempts: 1, sentence: 'Sent 1. ' })
})

test('a claim that loses a race is retried', async () => {
  let races = 2
  const kind = postcards(async () => ({ done: 'Sent.', note: '' }))
  const racing = openKind({
    ...kind,
    isRace: (error) => error instanceof Error && error.message === 'taken',
    claim: async (trx, key) => {
      if (races-- > 0) throw new Error('taken')
      return kind.claim(trx, key)
    },
  })
  const data = await plant()
  await racing.run({ data })
  expect(await stateOf(data)).toMatchObject({ status: 'done', attempts: 1 })
})

test('rows claimed at the same time share one transaction', async () => {
  const transactions = new Set<string>()
  const kind = postcards(async () => ({ done: 'Sent.', note: '' }))
  const opened = openKind({
    ...kind,
    claim: async (trx, key) => {
      const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(trx)
      transactions.add(rows[0]?.id ?? '')
      return kind.claim(trx, key)
    },
  })
  const rows = await Promise.all([plant(), plant(), plant()])
  await Promise.all(rows.map((data) => opened.run({ data })))
  expect(transactions.size).toBe(1)
})

test('a result that may no longer be recorded is logged, and nothing is queued for it', async () => {
  const log = vi.spyOn(services.log, 'info')
  const postcard = postcards(async () => ({ retry: 'Away.', note: '' }))
  const data = await plant()
  await openKind({ ...postcard, record: async () => false }).run({ data })
  expect(log).toHaveBeenCalledWith(
    { firm: 1, id: data.id, queue: 'delivery', attempts: 1, status: 'waiting' },
    'the result of an attempt was ignored, because its row had changed in the meantime',
  )
  expect(await waits()).toEqual([])
})
