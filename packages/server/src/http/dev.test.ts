import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { type ApiScenario, openTestApi, type TestApi } from '../testing/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({
    environment: {
      COURTCRIER_BUILD: 'abc1234',
      COURTCRIER_SECRET_KEY: 'ab'.repeat(32),
      COURTCRIER_SMTP_OUT: 'smtp://relay:hush@127.0.0.1:2525',
    },
  })
})
afterAll(() => api.close())

const url = '/api/v1/dev'

const scenarios: ApiScenario[] = [
  { name: 'nobody', url, status: 401 },
  { name: 'a role without the firm', as: 'Docketing', url, status: 403 },
  { name: 'a role that only looks', as: 'View Only', url, status: 403 },
  {
    name: 'an administrator sees version, database and features, and no secret',
    as: 'Administrator',
    url,
    status: 200,
    contains: ['"version":"0.1.0"', '"build":"abc1234"', '"migration":"000', '{"name":"mail_out","is_on":true}'],
    containsNot: ['hush', 'relay', 'abababab', '2525', 'secret', 'password'],
  },
]

test.each(scenarios)('$name', (scenario) => api.run(scenario))

test("a queue's length counts only the caller's firm", async () => {
  const { database, jobs } = api.services
  await withFirm(database, 2, (trx) =>
    jobs.enqueue(
      trx,
      'copy',
      [
        { firmId: 2, id: newId() },
        { firmId: 2, id: newId() },
      ],
      { afterMs: 3_600_000 },
    ),
  )
  const lengths = async (firm: 1 | 2) =>
    (await api.call({ as: 'Administrator', firm, url })).json().queues as { queue: string; waiting: number }[]
  expect((await lengths(2)).find(({ queue }) => queue === 'copy')).toEqual({ queue: 'copy', waiting: 2, running: 0 })
  expect((await lengths(1)).every(({ waiting }) => waiting === 0)).toBe(true)
})
