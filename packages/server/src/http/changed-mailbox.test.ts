import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
})
afterAll(() => api?.close())

const password = 'theirs'
const own = { service: 'PASSWORD', address: 'notices@their.example', server: 'imaps://their.example', password }

const send = async (method: 'POST' | 'PUT' | 'GET', url: string, body?: Record<string, unknown>) => {
  const answer = await api.call({ as: 'Administrator', method, url: `/api/v1/${url}`, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json() as Record<string, unknown>
}

const run = (statement: ReturnType<typeof sql>) => withFirm(api.services.database, 1, (trx) => statement.execute(trx))

/** Adds a mailbox as of a year ago, which fails. */
async function plantOld(values: Record<string, unknown> = {}): Promise<string> {
  const { id } = await send('POST', 'mailbox', { ...own, name: `Old ${Math.random()}`, ...values })
  await run(sql`update mailboxes set created_at = now() - interval '1 year', health = 'failing', sentence = 'Away.',
    checked_at = now() where id = ${String(id)}::uuid`)
  return String(id)
}

test.each([
  ['address', { address: 'docket@their.example', password }],
  ['mail server', { server: 'imaps://other.example', password }],
  ['folder', { folder: 'Courts' }],
])('a mailbox led to another %s is read from then on, not from when it was added', async (_, change) => {
  const id = await plantOld()
  const before = Date.now()
  await send('PUT', `mailbox/${id}`, change)
  const { read_from: readFrom } = await send('GET', `mailbox/${id}`)
  const minutes = (before - new Date(String(readFrom)).getTime()) / 60_000
  expect(minutes).toBeGreaterThan(0)
  expect(minutes).toBeLessThan(15)
})

test('a time that was entered stays, and so does that of a mailbox whose other settings change', async () => {
  const entered = '2026-01-01T00:00:00.000Z'
  const chosen = await plantOld({ read_from: entered })
  await send('PUT', `mailbox/${chosen}`, { folder: 'Courts' })
  expect(new Date(String((await send('GET', `mailbox/${chosen}`)).read_from)).toISOString()).toBe(entered)
  const other = await plantOld()
  await send('PUT', `mailbox/${other}`, { password: 'another', done_folder: 'Done', name: 'Renamed with more' })
  expect(await send('GET', `mailbox/${other}`)).toMatchObject({ read_from: null, health: 'unknown', sentence: null })
})

test('a mailbox that is given another name does as it did', async () => {
  const id = await plantOld()
  await send('PUT', `mailbox/${id}`, { name: 'Renamed' })
  expect(await send('GET', `mailbox/${id}`)).toMatchObject({ name: 'Renamed', health: 'failing', sentence: 'Away.' })
})
