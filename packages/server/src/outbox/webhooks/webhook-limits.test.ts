import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../base/db/ids.ts'
import { type Examples, makeExamples } from '../../testing/examples.ts'
import { openWebhookBench, runCall, type WebhookBench } from './webhook-bench.fixture.ts'

let bench: WebhookBench
let examples: Examples
let { api, call, post, makeWebhook, callsOf, work } = {} as WebhookBench

beforeAll(async () => {
  bench = await openWebhookBench()
  ;({ api, call, post, makeWebhook, callsOf, work } = bench)
  examples = makeExamples(api)
})
afterAll(() => bench.close())
beforeEach(() => bench.clear())

test('a receiver that asks for years gets a day', async () => {
  bench.answer = (_, response) => response.writeHead(503, { 'retry-after': '315360000' }).end()
  const id = await makeWebhook()
  await examples.idOfNew('case')
  const now = new Date()
  await work(id, now)
  const [logged] = await callsOf(id)
  expect(new Date(String(logged?.next_try_at)).getTime() - now.getTime()).toBe(86_400_000)
})

test('an answer of bytes that are no text is recorded, and the call is made once', async () => {
  const id = await makeWebhook()
  bench.answer = (_, response) => response.end(Buffer.from([0x61, 0, 0xff, 0xed, 0xa0, 0x80, 0x62]))
  await post(`webhook/${id}/test`)
  const [logged] = await callsOf(id)
  expect(logged).toMatchObject({ status: 'sent', answer_status: 200, answer: expect.stringMatching(/^a.*b$/) })
  expect(bench.heard).toHaveLength(1)
})

test.each(['/hook\r\nx-evil: 1', '/hook\tx', '/hook ?a=b\nHost: evil.example'])(
  'an address with %j adds no header to a call',
  async (path) => {
    const id = await makeWebhook()
    const webhook = `/api/v1/webhook/${id}`
    const { origin, host } = new URL(String((await call({ url: webhook })).json().url))
    const changed = await call({ method: 'PUT', url: webhook, body: { url: origin + path } })
    if (changed.status !== 200) return expect(changed.status, changed.text).toBe(400)
    await post(`webhook/${id}/test`)
    expect(bench.heard.map(({ headers }) => [headers['x-evil'], headers.host])).toEqual([[undefined, host]])
  },
)

test('an address in a private network that the operator did not name is not called, and not tried again', async () => {
  const id = await makeWebhook()
  await examples.idOfNew('case')
  const [waiting] = await callsOf(id)
  const config = { ...api.services.config, privateWebhooks: { hosts: [], networks: [] } }
  await runCall({ ...api.services, config }, { data: { firmId: 1, id: String(waiting?.id) } })
  expect(bench.heard).toEqual([])
  expect((await callsOf(id))[0]).toMatchObject({
    ...{ status: 'failed', next_try_at: null },
    sentence: expect.stringContaining('inside a private network'),
  })
})

test('a role that may only read webhooks reads their calls and does nothing, and a secret is renewed by those who may set it', async () => {
  const id = await makeWebhook()
  await post(`webhook/${id}/test`)
  const [logged] = await callsOf(id)
  const limit = async (grant: object) => {
    const made = await post('user_security_role', { name: newId(), user_ids: [api.userIds[1].Manager], ...grant })
    expect(made.status, made.text).toBe(201)
    await api.giveRole('Manager', String(made.json().id))
  }
  const act = async (path: string) =>
    (await call({ as: 'Manager', method: 'POST', url: `/api/v1/webhook/${id}/${path}` })).status
  await limit({ webhook_access: 'READ' })
  expect((await call({ as: 'Manager', url: `/api/v1/webhook/${id}/calls` })).status).toBe(200)
  for (const path of ['test', 'secret', `calls/${logged?.id}/replay`]) expect(await act(path), path).toBe(403)
  await limit({ webhook_access: 'FULL', webhook_permissions: { signing_secret: 'READ' } })
  expect([await act('secret'), await act('test')]).toEqual([403, 200])
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
})
