import { longestOfAnswer } from '@courtcrier/contract/calls/agent-work.ts'
import { checkStepNames } from '@courtcrier/contract/credential-test.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { addWork, settleWork } from '../../stores/agents/work-rows.ts'
import { type AgentBench, openAgentBench } from '../../testing/agent-bench.ts'
import type { TestApi } from '../../testing/api.ts'
import { callWith } from '../../testing/api-keys.ts'

let bench: AgentBench
let api: TestApi
let first: { id: string; key: string }
let second: { id: string; key: string }
beforeAll(async () => {
  bench = await openAgentBench()
  api = bench.api
  first = await enroll('First')
  second = await enroll('Second')
})
afterAll(() => bench.close())

const post = (key: string, path: string, body: object | string) =>
  callWith(api, key, {
    method: 'POST',
    url: `/api/v1/agent/${path}`,
    body,
    headers: { 'content-type': 'application/json' },
  })

async function enroll(name: string) {
  const made = await post((await bench.token(name)).secret, 'enroll', { version: '1.0.0' })
  expect(made.status, made.text).toBe(201)
  const { agents } = (await api.call({ as: 'Administrator', url: '/api/v1/firm/agents' })).json() as {
    agents: { id: string; name: string }[]
  }
  return { id: agents.find((each) => each.name === name)?.id ?? '', key: String(made.json().key) }
}

const says = { version: '1.0.0', credentials: [], waits: false }

/** Adds a test of a credential for an agent, which it takes. */
async function takenBy({ id: agentId, key }: { id: string; key: string }) {
  const work = { credential: 'Own', kind: 'generic_credential', driver: 'WEBDAV' }
  const wish = { firmId: 1, agentId, credentialId: api.firms[1].dmsCredentialId, operation: 'check', work } as const
  await withFirm(api.services.database, 1, (trx) => addWork(trx, { ...wish, takeMs: 600_000, leaseMs: 600_000 }))
  // Over a connection: work whose answer goes nowhere is given back.
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const address = `${bench.addressOf(1)}/api/v1/agent/work/take`
  const taken = await fetch(address, { method: 'POST', headers, body: JSON.stringify(says) })
  expect(taken.status).toBe(200)
  return ((await taken.json()) as { work: { id: string; owner: string } }).work
}

test('work is answered once, by the agent of the firm that took it, and by no other with its ID and owner', async () => {
  const { id, owner } = await takenBy(first)
  const result = { steps: [] }
  expect((await post(second.key, `work/${id}/answer`, { owner, result })).status).toBe(404)
  expect((await post(second.key, `work/${id}/prolong`, { owner })).status).toBe(404)
  expect((await post(first.key, `work/${id}/answer`, { owner: newId(), result })).status).toBe(404)
  expect((await post(first.key, `work/${id}/answer`, { owner, result })).status).toBe(204)
  expect((await post(first.key, `work/${id}/answer`, { owner, result: { problem: 'auth' } })).status).toBe(404)
  const state = await withFirm(api.services.database, 1, (trx) => settleWork(trx, { firmId: 1, id }))
  expect(state).toEqual({ result })
})

test('the longest answer that an agent may give is taken, in any script', async () => {
  const { id, owner } = await takenBy(first)
  const sentence = '法'.repeat(longestOfAnswer.sentence)
  const steps = checkStepNames.map((step) => ({ step, state: 'failed', sentence }))
  const answered = await post(first.key, `work/${id}/answer`, { owner, result: { sentence, steps } })
  expect(answered.status, answered.text).toBe(204)
})

test('an agent with as many credentials as it may have gets its work', async () => {
  const credentials = Array.from({ length: 200 }, (_, n) => ({
    ...{ name: `${n} ${'n'.repeat(110)}`, kind: 'sharepoint_server_credential', driver: null },
  }))
  const busy = credentials.map(({ name }) => name)
  const taken = await post(first.key, 'work/take', { ...says, credentials, busy })
  expect(taken.status, taken.text).toBe(200)
})

test.each(['xyz', '..%2f..', '%00', "'--", '0'.repeat(3000)])(
  'work with the ID %j is answered as if there were none',
  async (id) => {
    for (const [path, body] of [
      ['answer', { owner: newId(), result: {} }],
      ['prolong', { owner: newId() }],
    ] as const) {
      const answered = await post(first.key, `work/${id}/${path}`, body)
      expect([400, 404, 414], answered.text).toContain(answered.status)
    }
  },
)

test.each([
  ['a NUL in its sentence', '{"owner":"OWNER","result":{"problem":"auth","sentence":"a\\u0000b"}}', 400],
  ['half a character in its link', '{"owner":"OWNER","result":{"wasThere":true,"link":"\\ud800"}}', 400],
  ['a key twice', '{"owner":"OWNER","owner":"OWNER","result":{}}', 400],
  ['a prototype', '{"owner":"OWNER","result":{"__proto__":{"exists":true}}}', 400],
  ['a wait that is no number', '{"owner":"OWNER","result":{"problem":"throttled","retryAfterMs":1e400}}', 400],
  ['a sentence that is too long', `{"owner":"OWNER","result":{"sentence":"${'x'.repeat(2001)}"}}`, 400],
  ['a megabyte', `{"owner":"OWNER","result":{"sentence":"${'x'.repeat(1_100_000)}"}}`, 413],
  ['steps without end', `{"owner":"OWNER","result":{"steps":[${'{},'.repeat(30_000)}{}]}}`, 413],
])('an answer with %s is refused, and the work stays the agent’s', async (_, body, status) => {
  const { id, owner } = await takenBy(first)
  const answered = await post(first.key, `work/${id}/answer`, body.replaceAll('OWNER', owner))
  expect(answered.status, answered.text).toBe(status)
  expect((await post(first.key, `work/${id}/prolong`, { owner })).status).toBe(200)
})

test.each([
  ['version', { ...says, version: 'a\u0000' }],
  ['name of a credential', { ...says, credentials: [{ name: 'a\u0000', kind: 'k', driver: null }] }],
  ['name of a busy credential', { ...says, busy: ['\ud800'] }],
])('a %s that can’t be stored is refused', async (_, body) => {
  expect((await post(first.key, 'work/take', body)).status).toBe(400)
})

test('a token that enrolls takes no work, and a key enrolls nothing', async () => {
  const { secret: token } = await bench.token('Third')
  expect((await post(token, 'work/take', says)).status).toBe(401)
  expect((await post(first.key, 'enroll', { version: '1.0.0' })).status).toBe(401)
  expect((await post(token, 'enroll', { version: `1.0.0\u0000` })).status).toBe(400)
  expect((await post(token, 'enroll', { version: '1.0.0' })).status).toBe(201)
})
