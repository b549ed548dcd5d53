import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReusedDatabase } from '../../testing/database.ts'
import type { Database } from './database.ts'
import { withFirm } from './firm-transaction.ts'
import { newId } from './ids.ts'
import { sharedWork } from './shared-work.ts'
import { statement } from './statement.ts'

let database: Database
beforeAll(async () => {
  database = await openReusedDatabase()
})
afterAll(() => database.close())

let sent = 0

const addClient = statement<{ firmId: number; id: string; name: string }, { name: string }, string | undefined>({
  columns: 'id uuid, name text',
  row: ({ id, name }) => ({ id, name }),
  alike: ({ name }) => (name.startsWith('odd') ? 'odd' : ''),
  write: ({ firmId, rows, every }) => {
    sent++
    return sql`
      with r as (
        select * from ${rows}
      ), added as (
        insert into clients (firm_id, id, name, number)
        select ${firmId}, id, name, name from r where id = any(${every('id')}::uuid[]) returning id, name
      )
      select r.n, added.name from r join added using (id)`
  },
  answer: ([row]) => row?.name,
})

const firmNames = statement<{ firmId: number }, { names: readonly string[] }, readonly string[]>({
  columns: '',
  row: () => ({}),
  write: ({ firmId }) => {
    sent++
    return sql`select null as n, array(select name from clients where firm_id = ${firmId} order by name) as names`
  },
  answer: ([row]) => row?.names ?? [],
})

const names = ['Beta', 'Alpha', 'odd one', 'Gamma']

test('a single caller gets its own statement', async () => {
  const asked = { firmId: 1, id: newId(), name: 'Alone' }
  expect(await withFirm(database, 1, (trx) => addClient(trx, asked))).toBe('Alone')
})

test('in shared work one statement serves all similar questions, and each caller gets its own answer', async () => {
  const work = sharedWork()
  sent = 0
  const answers = names.map((name) => {
    const key = { firmId: 1, id: newId() }
    return work(database, key, async (trx) => [await addClient(trx, { ...key, name }), await firmNames(trx, key)])
  })
  expect(await Promise.all(answers)).toEqual(names.map((name) => [name, ['Alone', ...names].toSorted()]))
  // The similar ones, the odd one, and the firm's names.
  expect(sent).toBe(3)
})

test('a row that violates a constraint is refused alone, and the others are written', async () => {
  const work = sharedWork()
  const all = ['Delta', 'Alpha', 'Epsilon'].map((name) => {
    const key = { firmId: 1, id: newId() }
    return work(database, key, (trx) => addClient(trx, { ...key, name }))
  })
  const results = await Promise.allSettled(all)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await withFirm(database, 1, (trx) => firmNames(trx, { firmId: 1 }))).toEqual(
    ['Alone', ...names, 'Delta', 'Epsilon'].toSorted(),
  )
})

test('another firm has a separate transaction', async () => {
  const work = sharedWork()
  const seen = [1, 2].map((firmId) => work(database, { firmId, id: newId() }, (trx) => firmNames(trx, { firmId })))
  expect((await Promise.all(seen))[1]).toEqual([])
})
