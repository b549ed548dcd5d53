import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { type ApiScenario, openTestApi, type TestApi } from '../testing/api.ts'

let real: TestApi
let demo: TestApi
const sent: number[] = []
let finish: () => void = () => {}
beforeAll(async () => {
  real = await openTestApi()
  demo = await openTestApi({
    environment: { COURTCRIER_DEMO: '1' },
    demoControls: {
      sendNotices: async (count) => void sent.push(count),
      reset: () =>
        new Promise((resolve) => {
          finish = resolve
        }),
    },
  })
})
afterAll(async () => {
  await real.close()
  await demo.close()
})

const send = '/api/v1/demo/send-notices'
const reset = '/api/v1/demo/reset'
const post = { method: 'POST' } as const

test.each<ApiScenario>([
  {
    name: 'a real installation offers no log-ins',
    url: '/api/v1/demo',
    status: 204,
    containsNot: ['log_ins', '@'],
  },
  { name: 'nothing is sent in a real one', ...post, as: 'Administrator', url: send, body: {}, status: 404 },
  { name: 'a real firm is never begun anew', ...post, as: 'Administrator', url: reset, status: 404 },
])('$name', (scenario) => real.run(scenario))

test.each<ApiScenario>([
  {
    name: 'a demo says that it can be played with',
    url: '/api/v1/demo',
    status: 200,
    contains: ['"has_controls":true'],
  },
  { name: 'nobody sends', ...post, url: send, body: { count: 1 }, status: 401 },
  {
    name: 'a role that may not change the firm sends nothing',
    ...post,
    as: 'Docketing',
    url: send,
    body: {},
    status: 403,
  },
  { name: 'nor does it begin the firm anew', ...post, as: 'Docketing', url: reset, status: 403 },
  {
    name: 'too many at once',
    ...post,
    as: 'Administrator',
    url: send,
    body: { count: 26 },
    status: 400,
    contains: ['"field":"count","code":"too_large:25"'],
  },
  { name: 'half a notice', ...post, as: 'Administrator', url: send, body: { count: 0.5 }, status: 400 },
  { name: 'three notices', ...post, as: 'Administrator', url: send, body: { count: 3 }, status: 202 },
  {
    name: 'are asked of the courts once, and by nobody else',
    url: '/api/v1/demo',
    status: 200,
    after: () => expect(sent).toEqual([3]),
  },
  {
    name: 'one notice is once',
    ...post,
    as: 'Administrator',
    url: send,
    body: { count: 1 },
    status: 202,
    after: async () => expect((await logged()).at(-1)).toMatch(/ had the simulated courts file once\.$/),
  },
])('$name', (scenario) => demo.run(scenario))

test('the demo firm is reset only once at a time', async () => {
  const call = { ...post, as: 'Administrator', url: reset } as const
  await demo.tokenOf('Administrator')
  const first = demo.call(call)
  await expect.poll(async () => (await demo.call(call)).status).toBe(409)
  finish()
  expect((await first).status).toBe(204)
})

/** What the firm's event log says of the demo. */
async function logged(): Promise<readonly string[]> {
  const { rows } = await withSystem(demo.services.database, (trx) =>
    sql<{ sentence: string }>`
      select sentence from system_events where sentence like '%the simulated courts%' order by id`.execute(trx),
  )
  return rows.map(({ sentence }) => sentence)
}
