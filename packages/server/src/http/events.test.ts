import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { announce } from '../base/db/changes.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, type TestRole, testEmail, testPassword } from '../testing/api.ts'
import { openEventStream, type Stream } from '../testing/event-stream.ts'
import { longTest } from '../testing/in-long-run.ts'
import { resourceRoutes } from './resources.ts'

/** For hooks, where expect.poll isn't available; it only limits waiting for something that never happens. */
const patience = { timeout: 60_000 }

interface Server {
  api: TestApi
  base: string
}

/** With so long a heartbeat that nothing here happens only because of one. */
let quiet: Server
let beating: Server
beforeAll(async () => {
  quiet = await listen(3_600_000)
  beating = await listen(25)
})
afterAll(async () => {
  await quiet.api.close()
  await beating.api.close()
})

const open: Stream[] = []
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.close()
  await vi.waitFor(async () => expect(await liveCount()).toBe(0), patience)
})

test('changes at the firm arrive as they happen, with what changed but not its contents', async () => {
  const stream = await openStream('Manager')
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  expect(stream.headers.get('cache-control')).toBe('no-store')
  expect(stream.headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(stream.headers.get('content-encoding')).toBeNull()
  await tell(1, 'inbox_item', ['a', 'b'])
  await expect.poll(() => stream.events()).toEqual([{ entity: 'inbox_item', ids: ['a', 'b'] }])
})

test('a comment line shows that the stream is alive', async () => {
  const stream = await openStream('Manager', beating)
  await expect.poll(() => stream.text()).toContain(': still here')
})

test('what the role may not see, what is not a resource, and other firms are left out', async () => {
  const [docketing, manager] = [await openStream('Docketing'), await openStream('Manager')]
  await tell(2, 'case', ['of firm 2'])
  await tell(1, 'user', ['for managers'])
  await tell(0, 'job:notice', [])
  await tell(1, 'case', ['last'])
  await expect.poll(() => manager.events().length).toBe(2)
  await expect.poll(() => docketing.events().length).toBe(1)
  expect(manager.events()).toEqual([
    { entity: 'user', ids: ['for managers'] },
    { entity: 'case', ids: ['last'] },
  ])
  expect(docketing.events()).toEqual([{ entity: 'case', ids: ['last'] }])
})

test('a session has a limited number of streams, and gets another when one has ended', async () => {
  const held: Stream[] = []
  for (let count = 0; count < 16; count++) held.push(await openStream('Manager', quiet, held[0]?.token))
  const listen = () => fetch(`${quiet.base}/api/v1/events`, { headers: { authorization: `Bearer ${held[0]?.token}` } })
  const refused = await listen()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('30')
  expect(refused.headers.get('content-type')).toContain('application/problem+json')
  await openStream('Docketing')
  await held[3]?.close()
  await expect
    .poll(async () => {
      const again = await listen()
      await again.body?.cancel()
      return again.status
    })
    .toBe(200)
})

longTest("a user's sessions together have a limited number of streams, so that others get theirs", async () => {
  let last: Stream | undefined
  for (let count = 0; count < 100; count++)
    last = await openStream('Manager', quiet, count % 16 === 0 ? undefined : last?.token)
  const { token } = await signIn('Manager')
  const refused = await fetch(`${quiet.base}/api/v1/events`, { headers: { authorization: `Bearer ${token}` } })
  expect(refused.status).toBe(429)
  await refused.body?.cancel()
  await openStream('Docketing')
})

test('no one can watch without a token', async () => {
  const answer = await fetch(`${quiet.base}/api/v1/events`)
  expect(answer.status).toBe(401)
  await answer.body?.cancel()
})

test('a stream opened with an API key ends when the key is revoked, and others continue', async () => {
  const manager = await openStream('Manager')
  const [url, headers] = [`${quiet.base}/api/v1/api_key`, { authorization: `Bearer ${manager.token}` }]
  const body = new Blob(['{"name":"Watch","scopes":{"client":"READ"}}'], { type: 'application/json' })
  const made = await fetch(url, { method: 'POST', headers, body })
  const { key, secret } = (await made.json()) as { key: { id: string }; secret: string }
  const ofKey = await openStream('Manager', quiet, secret)
  await tell(1, 'case', ['not of the key'])
  await tell(1, 'client', ['of both'])
  await expect.poll(() => ofKey.events()).toEqual([{ entity: 'client', ids: ['of both'] }])
  await fetch(`${url}/${key.id}`, { method: 'DELETE', headers })
  await expect.poll(() => [ofKey.hasEnded(), manager.hasEnded()]).toEqual([true, false])
})

test('the stream ends when its session is logged out, and others continue', async () => {
  const [gone, stays] = [await openStream('Manager'), await openStream('Manager')]
  await fetch(`${quiet.base}/api/v1/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gone.token}` },
  })
  await expect.poll(() => gone.hasEnded()).toBe(true)
  await tell(1, 'case', ['after'])
  await expect.poll(() => stays.events()).toContainEqual({ entity: 'case', ids: ['after'] })
  expect(stays.hasEnded()).toBe(false)
})

test('the streams of a user who is deactivated end at once', async () => {
  const [gone, stays] = [await openStream('Docketing'), await openStream('Manager')]
  const { token } = await signIn('Administrator')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const url = `${quiet.base}/api/v1/user/${quiet.api.userIds[1].Docketing}`
  expect((await fetch(url, { method: 'PUT', headers, body: '{"is_active": false}' })).status).toBe(200)
  await expect.poll(() => gone.hasEnded()).toBe(true)
  expect(stays.hasEnded()).toBe(false)
  expect((await fetch(url, { method: 'PUT', headers, body: '{"is_active": true}' })).status).toBe(200)
})

test('the stream ends when its token expires', async () => {
  const stream = await openStream('Manager', beating)
  beating.api.clock.advance(31 * 60_000)
  await expect.poll(() => stream.hasEnded()).toBe(true)
})

test('a role that loses a right receives nothing more from that moment', async () => {
  const stream = await openStream('Manager')
  await withFirm(quiet.api.services.database, 1, async (trx) => {
    await sql`update user_security_roles set grants = grants || '{"judge_access": "DENY"}', updated_at = now() + interval '1 second'
      where name = 'Manager'`.execute(trx)
    await announce(trx, { firmId: 1, entity: 'user_security_role', ids: [] })
  })
  await tell(1, 'judge', ['x'])
  await tell(1, 'case', ['mark'])
  await expect.poll(() => stream.events().at(-1)).toEqual({ entity: 'case', ids: ['mark'] })
  expect(stream.events()).not.toContainEqual({ entity: 'judge', ids: ['x'] })
})

test('a console that does not read is disconnected instead of filling the memory', async () => {
  const { token } = await signIn('Administrator')
  const socket = await openDeafSocket(token)
  const ids = Array.from({ length: 150 }, (_, index) => `${index}`.padStart(30, '0'))
  await expect.poll(liveCount).toBe(1)
  await expect
    .poll(
      async () => {
        await Promise.all(Array.from({ length: 100 }, () => tell(1, 'case', ids)))
        return liveCount()
      },
      { interval: 1 },
    )
    .toBe(0)
  socket.destroy()
})

test('the number of streams is a metric', async () => {
  await openStream('Manager')
  await openStream('Docketing')
  await expect.poll(liveCount).toBe(2)
})

async function openStream(role: TestRole, { base } = quiet, known?: string): Promise<Stream> {
  const stream = await openEventStream(base, known ?? (await signIn(role, base)).token)
  open.push(stream)
  await expect.poll(stream.text).toContain(': open')
  return stream
}

async function signIn(role: TestRole, base = quiet.base): Promise<{ token: string }> {
  const answer = await fetch(`${base}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: testEmail(role), password: testPassword }),
  })
  return { token: ((await answer.json()) as { access_token: string }).access_token }
}

async function openDeafSocket(token: string): Promise<Socket> {
  const url = new URL(quiet.base)
  const socket = connect(Number(url.port), url.hostname)
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  socket.write(`GET /api/v1/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
  socket.pause()
  return socket
}

function tell(firmId: number, entity: string, ids: readonly string[]): Promise<void> {
  return withFirm(quiet.api.services.database, 1, (trx) => announce(trx, { firmId, entity, ids }))
}

async function liveCount(): Promise<number | undefined> {
  const { values } = await quiet.api.services.metrics.live.get()
  return values[0]?.value
}

async function listen(heartbeatMs: number): Promise<Server> {
  const api = await openTestApi({ heartbeatMs, register: resourceRoutes })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const base = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`
  // fetch sets the Host header itself.
  await withFirm(api.services.database, 1, async (trx) => {
    await sql`update firms set host_names = '{127.0.0.1,x}'`.execute(trx)
    await announce(trx, { firmId: 1, entity: 'firm', ids: ['1'] })
  })
  await vi.waitFor(async () => expect((await fetch(`${base}/api/v1/firm`)).status).toBe(200), patience)
  return { api, base }
}
