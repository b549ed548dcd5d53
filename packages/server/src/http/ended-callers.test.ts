import type { AddressInfo } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { announce } from '../base/db/changes.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, type TestRole, testEmail, testPassword } from '../testing/api.ts'
import { makeTestKey } from '../testing/api-keys.ts'
import { openEventStream, type Stream } from '../testing/event-stream.ts'
import { openScim } from '../testing/scim.ts'
import { productRoutes } from './routes.ts'

/** For hooks, where expect.poll isn't available; it only limits waiting for something that never happens. */
const patience = { timeout: 60_000 }

let api: TestApi
let base: string
/** A file that is on its way until the test ends it. */
const files = new Set<PassThrough>()
/** Each ends the work on a file that takes long to make. */
const lateFiles: (() => void)[] = []

beforeAll(async () => {
  // With so long a heartbeat that nothing here ends only because of one.
  api = await openTestApi({
    heartbeatMs: 3_600_000,
    register: async (routes, services, deps) => {
      await productRoutes(routes, services, deps)
      routes.get('/endless-file', (_request, reply) => {
        const file = new PassThrough()
        files.add(file)
        file.write('the first piece')
        return reply.type('application/octet-stream').send(file)
      })
      routes.get('/late-file', async (_request, reply) => {
        await new Promise<void>((resolve) => lateFiles.push(resolve))
        return reply.type('text/csv').send(Readable.from(['a client of others']))
      })
    },
  })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`
  await withFirm(api.services.database, 1, async (trx) => {
    // fetch sets the Host header itself.
    await sql`update firms set host_names = '{127.0.0.1,one.example}'`.execute(trx)
    await announce(trx, { firmId: 1, entity: 'firm', ids: ['1'] })
  })
  await vi.waitFor(async () => expect((await fetch(`${base}/api/v1/firm`)).status).toBe(200), patience)
})
afterAll(() => api.close())

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
  for (const file of files) file.destroy()
  files.clear()
})

async function signIn(role: TestRole): Promise<string> {
  const answer = await fetch(`${base}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: testEmail(role), password: testPassword }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

interface Download {
  text: () => string
  hasEnded: () => boolean
  close: () => Promise<void>
}

/** Begins to receive a file that doesn't end on its own. */
async function openDownload(token: string): Promise<Download> {
  const abort = new AbortController()
  const answer = await fetch(`${base}/api/v1/endless-file`, {
    // Compressed, the first piece would wait for more.
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
    signal: abort.signal,
  })
  expect(answer.status).toBe(200)
  let [text, hasEnded] = ['', false]
  const reading = (async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk as Uint8Array)
  })()
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true
    })
  const close = async () => {
    abort.abort()
    await reading
  }
  return { text: () => text, hasEnded: () => hasEnded, close }
}

/** What someone has open: a stream of changes, and a file on its way. */
async function openBoth(token: string): Promise<{ stream: Stream; download: Download }> {
  const both = { stream: await openEventStream(base, token), download: await openDownload(token) }
  open.push(both.stream, both.download)
  await expect.poll(both.stream.text).toContain(': open')
  await expect.poll(both.download.text).toBe('the first piece')
  return both
}

async function change(role: TestRole, body: object): Promise<void> {
  const url = `/api/v1/user/${api.userIds[1][role]}`
  const answer = await api.call({ as: 'Administrator', method: 'PUT', url, body })
  expect(answer.status, answer.text).toBe(200)
}

async function post(url: string): Promise<void> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url, body: {} })
  expect(answer.status, answer.text).toBeLessThan(300)
}

const endings: readonly [what: string, end: () => Promise<unknown>][] = [
  ['is deactivated', () => change('Docketing', { is_active: false })],
  ['is deactivated by provisioning', deactivateByScim],
  ['is signed out by an administrator', () => post(`/api/v1/user/${api.userIds[1].Docketing}/end-sessions`)],
  ['loses their second factors to an administrator', removeFactors],
]

async function removeFactors(): Promise<void> {
  const url = `/api/v1/user/${api.userIds[1].Docketing}/factors`
  const answer = await api.call({ as: 'Administrator', method: 'DELETE', url })
  expect(answer.status, answer.text).toBe(204)
}

async function deactivateByScim(): Promise<void> {
  const scim = await openScim(api)
  const { id } = await scim.addUser(testEmail('Docketing'))
  const answer = await scim.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
  expect(answer.status, answer.text).toBeLessThan(300)
}

test.each(endings)(
  'what a user has open ends at once when the user %s, and what others have goes on',
  async (_, end) => {
    const gone = await openBoth(await signIn('Docketing'))
    const stays = await openBoth(await signIn('Manager'))
    await end()
    await expect.poll(() => [gone.stream.hasEnded(), gone.download.hasEnded()]).toEqual([true, true])
    expect([stays.stream.hasEnded(), stays.download.hasEnded()]).toEqual([false, false])
    await change('Docketing', { is_active: true })
  },
)

test('a file on its way ends when the user’s role is another, and the stream goes on with what that sees', async () => {
  const { stream, download } = await openBoth(await signIn('Manager'))
  await change('Manager', { security_role_id: api.firms[1].roleIds['View Only'] })
  await expect.poll(() => download.hasEnded()).toBe(true)
  await withFirm(api.services.database, 1, async (trx) => {
    await announce(trx, { firmId: 1, entity: 'user', ids: ['for managers'] })
    await announce(trx, { firmId: 1, entity: 'firm', ids: ['of everyone'] })
  })
  await expect.poll(stream.events).toContainEqual({ entity: 'firm', ids: ['of everyone'] })
  expect(stream.events()).not.toContainEqual({ entity: 'user', ids: ['for managers'] })
  expect(stream.hasEnded()).toBe(false)
  await change('Manager', { security_role_id: api.firms[1].roleIds.Manager })
})

test('what a key has open ends when it is revoked, and when its owner, a service account, is deactivated', async () => {
  const made = await api.call({
    as: 'Administrator',
    method: 'POST',
    url: '/api/v1/user',
    body: {
      ...{ email: 'sync@service.one.example', full_name: 'Sync', is_service_account: true },
      security_role_id: api.firms[1].roleIds.Manager,
    },
  })
  const id = String(made.json().id)
  const scopes = { client: 'READ' as const }
  const [first, second] = [
    await makeTestKey(api, { user_id: id, scopes }),
    await makeTestKey(api, { user_id: id, scopes }),
  ]
  const [revoked, stays] = [await openBoth(first.secret), await openBoth(second.secret)]
  const gone = await api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/api_key/${first.id}` })
  expect(gone.status).toBe(204)
  await expect.poll(() => [revoked.stream.hasEnded(), revoked.download.hasEnded()]).toEqual([true, true])
  expect([stays.stream.hasEnded(), stays.download.hasEnded()]).toEqual([false, false])
  const url = `/api/v1/user/${id}`
  expect((await api.call({ as: 'Administrator', method: 'PUT', url, body: { is_active: false } })).status).toBe(200)
  await expect.poll(() => [stays.stream.hasEnded(), stays.download.hasEnded()]).toEqual([true, true])
})

test.each([
  ['is deactivated', { is_active: false }, { is_active: true }, 401],
  [
    'has another role',
    () => ({ security_role_id: api.firms[1].roleIds['View Only'] }),
    () => ({ security_role_id: api.firms[1].roleIds.Docketing }),
    403,
  ],
] as const)('a file that is made when its user %s is not sent', async (_, lose, regain, status) => {
  const bodyOf = (body: object | (() => object)) => (typeof body === 'function' ? body() : body)
  const headers = { authorization: `Bearer ${await signIn('Docketing')}` }
  const roleId = async () => {
    const me = await fetch(`${base}/api/v1/auth/me.json`, { headers })
    return me.ok ? ((await me.json()) as { security_role_id: string }).security_role_id : me.status
  }
  const before = await roleId()
  const answer = fetch(`${base}/api/v1/late-file`, { headers })
  await expect.poll(() => lateFiles.length).toBe(1)
  await change('Docketing', bodyOf(lose))
  // The program knows of it a moment later.
  await expect.poll(roleId).not.toBe(before)
  for (const end of lateFiles.splice(0)) end()
  const sent = await answer
  expect([sent.status, sent.headers.get('content-type')]).toEqual([status, expect.stringContaining('problem+json')])
  await change('Docketing', bodyOf(regain))
})

test('a file that was sent to its end is whole', async () => {
  const download = await openDownload(await signIn('Manager'))
  open.push(download)
  await expect.poll(() => files.size).toBe(1)
  for (const file of files) file.end(', and the last')
  await expect.poll(() => download.hasEnded()).toBe(true)
  expect(download.text()).toBe('the first piece, and the last')
})
