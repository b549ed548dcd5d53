import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { isOnServer } from '../testing/database.ts'
import { resourceRoutes } from './resources.ts'
import { undoRoutes } from './undo.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({
    register: (scope, services) => {
      resourceRoutes(scope, services)
      undoRoutes(scope, services)
    },
  })
})
afterAll(() => api.close())

const send = (method: 'POST' | 'PUT', path: string, body?: object) =>
  api.call({ as: 'Administrator', method, url: `/api/v1/${path}`, ...(body && { body }) })

type Lock = readonly [statement: string, values: readonly unknown[]]

/**
 * Makes a call that waits for someone's lock, while they wait for one that the call holds: the database ends the call's
 * transaction, since the other one doesn't look for deadlocks itself.
 */
async function callAgainst(call: () => ReturnType<typeof send>, first: Lock, second: Lock) {
  const rival = api.services.database.server?.makeClient()
  if (!rival) throw new Error('there is no server')
  await rival.connect()
  await rival.query("set deadlock_timeout = '10min'")
  await rival.query('begin')
  const lock = ([statement, values]: Lock) => rival.query(statement, [...values])
  await lock(first)
  const answer = call()
  await expect.poll(() => waiting(rival)).toBe(1)
  await lock(second)
  await rival.query('commit')
  await rival.end()
  return answer
}

/** How many transactions besides this one wait for a lock. */
async function waiting(rival: pg.Client): Promise<number> {
  const { processID } = rival as pg.Client & { processID: number }
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and pid <> ${processID}`.execute(
    api.services.database.kysely,
  )
  return rows.length
}

// The embedded database runs one transaction at a time.
describe.skipIf(!isOnServer)('what the database ends for a deadlock is done again (on a server only)', () => {
  test('an undo', async () => {
    const ids: string[] = []
    for (const number of ['D-1', 'D-2'])
      ids.push(String((await send('POST', 'client', { name: 'Acme', number })).json().id))
    const { undo_id: undoId } = (await send('POST', 'client/bulk-update', { ids, values: { name: 'Globex' } })).json()
    const touch = (id: string | undefined): Lock => ['update clients set number = number where id = $1', [id]]
    const answer = await callAgainst(() => send('POST', `undo/${undoId}`), touch(ids[1]), touch(ids[0]))
    expect([answer.status, answer.json()]).toMatchObject([200, { done: 2, refused: 0 }])
  })

  test('a change of the firm', async () => {
    const body = { reply_to_email: 'clerk@one.example' }
    expect((await send('PUT', 'firm/1', body)).status).toBe(200)
    expect((await send('PUT', 'firm/1', { reply_to_email: null })).status).toBe(200)
    const answer = await callAgainst(
      () => send('PUT', 'firm/1', body),
      ["select from directors where firm_id = 1 and field = 'replyToEmail' for update", []],
      ['select from firms where firm_id = 1 for update', []],
    )
    expect([answer.status, answer.json()]).toMatchObject([200, body])
  })
})
