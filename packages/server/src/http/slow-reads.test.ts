import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withFirm, withFirmAtWork, withFirmRead, withFirmSearch } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { isOnServer } from '../testing/database.ts'
import { productRoutes } from './routes.ts'

const stopped =
  'Reading this takes too long, so it was stopped. Narrow it down with a filter, or try again in a moment.'
if (!isOnServer) process.stdout.write('Skipped: the embedded database cannot stop a statement that takes long.\n')

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
})
afterAll(() => api.close())

test('only what a page shows must be read in time, and nothing else inherits the limit', async () => {
  const limitOf = async (open: typeof withFirm) =>
    open(api.services.database, 1, async (trx) => {
      const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(trx)
      return rows[0]?.limit
    })
  const limits = []
  for (const open of [withFirmRead, withFirm, withFirmSearch, withFirmAtWork]) limits.push(await limitOf(open))
  expect(limits).toEqual(['2s', '0', '2s', '0'])
})

describe.skipIf(!isOnServer)('while the tables of a page are locked', () => {
  let locks: { query: (text: string) => Promise<unknown>; end: () => Promise<void> } | undefined
  beforeAll(async () => {
    const client = api.services.database.server?.makeClient()
    await client?.connect()
    await client?.query('begin; lock table cases, inbox_items, envelopes, deliveries in access exclusive mode')
    locks = client
  })
  afterAll(() => locks?.end())

  // All of them wait for the same two seconds.
  test.concurrent.each([
    [
      'a list',
      '/case/search',
      'This search takes too long. Narrow it down with another filter, or sort by another column.',
    ],
    ['a search for words', '/case/search?freeText=acme', 'Too many results, please enter more specific keywords'],
    [
      'a count',
      '/case/count',
      'This search takes too long. Narrow it down with another filter, or sort by another column.',
    ],
    ['the palette', '/find?freeText=acme', 'Too many results, please enter more specific keywords'],
    ['the dashboard', '/dashboard', 'Counting this range takes too long. Choose a shorter one.'],
    ["the inbox's tabs", '/inbox/counts', stopped],
  ])('%s is answered with a sentence', async (_, url, sentence) => {
    const answer = await api.call({ as: 'Administrator', url: `/api/v1${url}` })
    expect([answer.status, answer.json().detail]).toEqual([sentence.startsWith('Too many') ? 422 : 503, sentence])
  })

  test('a change waits until the lock is released', async () => {
    const body = { name: 'Acme', number: 'C-1' }
    const made = api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/client', body })
    expect((await made).status).toBe(201)
    const removal = withFirm(api.services.database, 1, (trx) => sql`select from cases limit 1`.execute(trx))
    await new Promise((resolve) => setTimeout(resolve, 2500))
    await locks?.query('commit')
    await removal
  })
})
