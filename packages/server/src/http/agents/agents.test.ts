import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrollWith } from '../../agent/agent-calls.ts'
import { enroll as enrollAgent } from '../../auth/agents/enroll.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { type AgentBench, openAgentBench } from '../../testing/agent-bench.ts'
import { callWith, makeTestKey } from '../../testing/api-keys.ts'

let bench: AgentBench
beforeAll(async () => {
  bench = await openAgentBench()
})
afterAll(() => bench.close())

const enroll = (token: string, firm: 1 | 2 = 1) =>
  enrollWith({ server: bench.addressOf(firm), token, version: '1.0.0' })
const tokenUrl = (id: string) => `/api/v1/firm/agent-tokens/${id}`
const list = async () => (await bench.api.call({ as: 'Administrator', url: '/api/v1/firm/agents' })).json()

test('a token enrolls one agent, under its name, and is listed until then', async () => {
  const { id, secret } = await bench.token('New York')
  expect(secret).toMatch(/^cce_/)
  expect(await list()).toMatchObject({ tokens: [{ id, name: 'New York' }] })
  const { name, key } = await enroll(secret)
  expect([name, key]).toEqual(['New York', expect.stringMatching(/^ccd_/)])
  expect(await list()).toMatchObject({
    tokens: [],
    agents: [{ name: 'New York', version: '1.0.0', connected_at: null }],
  })
  await expect(enroll(secret)).rejects.toThrow('This token has expired, was revoked, or has already enrolled an agent.')
  const again = { as: 'Administrator', method: 'POST', url: '/api/v1/firm/agent-tokens' } as const
  expect((await bench.api.call({ ...again, body: { name: 'new york' } })).json().detail).toBe(
    'There already is an agent named "new york". Revoke it first, or choose another name.',
  )
})

test('a token that is used twice at the same moment enrolls one agent', async () => {
  const { secret } = await bench.token('Twice')
  const made = await Promise.allSettled([enroll(secret), enroll(secret), enroll(secret)])
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('of tokens for one name that are used at the same moment, one enrolls an agent and the others stay', async () => {
  const tokens = [await bench.token('Same'), await bench.token('same'), await bench.token('SAME')]
  const made = await Promise.allSettled(tokens.map(({ secret }) => enroll(secret)))
  const refused = made.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
  const taken = expect.stringMatching(/There already is an agent named "same"/i)
  expect(refused).toEqual([taken, taken])
  const { tokens: left } = (await list()) as { tokens: { name: string }[] }
  expect(left.map(({ name }) => name.toLowerCase())).toEqual(['same', 'same'])
  for (const { id } of tokens) await bench.api.call({ as: 'Administrator', method: 'DELETE', url: tokenUrl(id) })
})

test('a token that expires or is revoked while it is used enrolls none', async () => {
  const { now } = bench.api.clock
  const tryAt = async (id: string, at: Date) => {
    const enrollment = { firmId: 1, name: 'Slow', key: { id } }
    const enrolling = { enrollment, version: '1.0.0', now: at }
    return withFirm(bench.services.database, 1, (trx) => enrollAgent(trx, enrolling))
  }
  const { id } = await bench.token('Slow')
  await expect(tryAt(id, new Date(now.getTime() + 25 * 3_600_000))).rejects.toThrow('has expired')
  await bench.api.call({ as: 'Administrator', method: 'DELETE', url: tokenUrl(id) })
  await expect(tryAt(id, now)).rejects.toThrow('was revoked')
})

test('a token that expired, was revoked or is another firm’s enrolls none', async () => {
  const [late, revoked, foreign] = [await bench.token('A'), await bench.token('B'), await bench.token('C', 2)]
  const url = `/api/v1/firm/agent-tokens/${revoked.id}`
  expect((await bench.api.call({ as: 'Administrator', method: 'DELETE', url })).status).toBe(204)
  await expect(enroll(revoked.secret)).rejects.toThrow('was revoked')
  await expect(enroll(foreign.secret)).rejects.toThrow("isn't known here")
  bench.api.clock.advance(25 * 3_600_000)
  await expect(enroll(late.secret)).rejects.toThrow('expired')
})

test('the key of an agent opens nothing but its work, and no one else does that', async () => {
  const { key } = await enroll((await bench.token('Keyed')).secret)
  for (const url of ['/api/v1/case/search', '/api/v1/firm/agents', '/api/v1/auth/me.json'])
    expect((await callWith(bench.api, key, { url })).status, url).toBe(401)
  const take = { method: 'POST', url: '/api/v1/agent/work/take', body: { version: '1', credentials: [] } } as const
  expect((await bench.api.call({ ...take, as: 'Administrator' })).status).toBe(401)
  expect(
    (await callWith(bench.api, (await makeTestKey(bench.api, { scopes: { case: 'READ' } })).secret, take)).status,
  ).toBe(403)
  expect((await callWith(bench.api, key, { ...take, firm: 2 })).status).toBe(401)
})

test.each(['Manager', 'View Only', 'Docketing'] as const)('%s enrolls and revokes no agent', async (as) => {
  const made = { as, method: 'POST', url: '/api/v1/firm/agent-tokens', body: { name: 'Mine' } } as const
  expect((await bench.api.call(made)).status).toBe(403)
})

test('agents and their tokens are no API keys', async () => {
  const { id } = await bench.token('Listed')
  expect((await bench.api.call({ as: 'Administrator', url: '/api/v1/api_key' })).text).not.toContain('Listed')
  const url = `/api/v1/api_key/${id}/rotate`
  expect((await bench.api.call({ as: 'Administrator', method: 'POST', url, body: {} })).status).toBe(404)
})

test.each(['/healthz', '/api/v1/firm/agents', '/login'])(
  'a request for a WebSocket at %s is answered as usual, and keeps no connection open',
  async (path) => {
    const { hostname, port } = new URL(bench.addressOf(1))
    const socket = net.connect(Number(port), hostname)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    const head = ['Host: one.example', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Connection: close, Upgrade']
    socket.write(`GET ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\nSec-WebSocket-Key: ${'a'.repeat(22)}==\r\n\r\n`)
    await once(socket, 'end')
    expect(text).toMatch(/^HTTP\/1\.1 [245]/)
  },
)
