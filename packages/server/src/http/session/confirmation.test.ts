import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isSensitive } from '../../auth/confirmation/sensitive-routes.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { type ApiCall, openTestApi, type TestApi, testPassword } from '../../testing/api.ts'
import { codeAt, enrolPasskey, enrolTotp } from '../../testing/factors.ts'
import { makePasskeyDevice } from '../../testing/passkey-device.ts'
import { productRoutes } from '../routes.ts'

const minuteMs = 60_000
let api: TestApi
/** Of a session that began 16 minutes ago. */
let headers: Readonly<Record<string, string>>
beforeAll(async () => {
  api = await openTestApi({ environment: { COURTCRIER_URL: 'https://one.example' }, register: productRoutes })
})
beforeEach(async () => {
  await run(sql`delete from totp_factors`)
  await run(sql`delete from passkeys`)
  api.clock.advance(31 * minuteMs)
  headers = { authorization: `Bearer ${await api.tokenOf('Administrator')}` }
  api.clock.advance(16 * minuteMs)
})
afterAll(() => api.close())

test('every sensitive route asks a session that is older than a quarter of an hour to confirm, before anything else', async () => {
  const routes = (await listRoutes()).filter(([method, path]) => isSensitive(method, path))
  expect(routes.length).toBeGreaterThan(100)
  for (const [method, path] of routes) {
    const url = path.replaceAll(/:\w+/g, newId())
    const answer = await api.call({ method: method as ApiCall['method'], url, headers, body: {} })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(403)
    expect(answer.json().code, `${method} ${path}`).toBe('confirmation_required')
  }
})

test.each([
  ['POST', '/user_security_role'],
  ['PUT', '/user_security_role/:id'],
  ['DELETE', '/ethical_wall/:id'],
  ['POST', '/ethical_wall'],
  ['PUT', '/firm/:id'],
  ['PUT', '/user/:id'],
  ['POST', '/user/bulk-update'],
  ['POST', '/user/import'],
  ['POST', '/user_security_role/import/upload'],
  ['PUT', '/generic_credential/:id'],
  ['POST', '/netdocuments_cloud_credential'],
  ['PUT', '/mailbox/:id'],
  ['DELETE', '/mail_sender/:id'],
  ['PUT', '/identity_provider/:id'],
  ['POST', '/webhook'],
  ['PUT', '/webhook/:id'],
  ['POST', '/webhook/:id/secret'],
  ['PUT', '/timekeeper_group/:id'],
  ['POST', '/timekeeper_group/bulk-update'],
  ['POST', '/firm/import-token'],
  ['POST', '/firm/domains'],
  ['DELETE', '/user/:id/factors'],
  ['DELETE', '/auth/factors/totp'],
])('%s %s is sensitive, and a route', async (method, path) => {
  expect(isSensitive(method, `/api/v1${path}`)).toBe(true)
  expect(await listRoutes()).toContainEqual([method, `/api/v1${path}`])
})

test.each(['/api_key/:id', '/firm/agents/:id', '/firm/agent-tokens/:id', '/firm/domains/:id'])(
  'DELETE %s asks nothing, since what is taken away may be in the wrong hands',
  async (path) => {
    expect(isSensitive('DELETE', `/api/v1${path}`)).toBe(false)
    expect(await listRoutes()).toContainEqual(['DELETE', `/api/v1${path}`])
  },
)

test('changing any record that holds a secret is sensitive', () => {
  const holding = resources.filter(({ fields }) => Object.values(fields).some(({ kind }) => kind === 'secret'))
  expect(holding.length).toBeGreaterThan(10)
  expect(holding.filter(({ name }) => !isSensitive('PUT', `/api/v1/${name}/:id`)).map(({ name }) => name)).toEqual([])
})

test('reading, trying and everyday work ask nothing', async () => {
  for (const url of ['/api/v1/user_security_role/search', '/api/v1/ethical_wall/search'])
    expect((await api.call({ url, headers })).status, url).toBe(200)
  const made = await api.call({ method: 'POST', url: '/api/v1/client', headers, body: { name: 'C', number: '1' } })
  expect(made.text).not.toContain('confirmation_required')
  for (const path of ['/user/search', '/user/similar', '/mailbox/:id/test', '/ethical_wall/preview'])
    expect(isSensitive('POST', `/api/v1${path}`), path).toBe(false)
})

test('undoing asks where the change it takes back would ask, and nowhere else', async () => {
  const hook = { name: 'Billing', url: 'https://hooks.one.example/in', events: ['notice.received'] }
  const asked = [
    await undoIdOf('PUT', `/user/${api.userIds[1].Manager}`, { full_name: 'Mo Manager' }),
    await undoIdOf('POST', '/webhook', hook),
  ]
  for (const id of asked) expect((await undo(id)).json().code).toBe('confirmation_required')
  const plain = await undoIdOf('POST', '/client', { name: 'Undone LLP', number: '77' })
  expect((await undo(plain)).status).toBe(200)
  expect((await undo(newId())).status).toBe(404)
  expect((await undo('nonsense')).status).toBe(404)
  expect((await confirm({ way: 'password', password: testPassword })).status).toBe(204)
  for (const id of asked) expect((await undo(id)).json()).toMatchObject({ done: 1, refused: 0 })
})

test('undoing asks as well if a sensitive change was made along with the one it names', async () => {
  const plain = await undoIdOf('POST', '/client', { name: 'Along LLP', number: '78' })
  const along = await undoIdOf('PUT', `/user/${api.userIds[1].Manager}`, { full_name: 'Max Manager' })
  await run(sql`insert into undo_rows (firm_id, undo_id, step, table_name, row_id, action, owner_id)
    values (1, ${plain}::uuid, 2, 'undos', ${along}, 'link', ${newId()})`)
  expect((await undo(plain)).json().code).toBe('confirmation_required')
})

test('the password confirms it for a quarter of an hour', async () => {
  expect((await change()).status).toBe(403)
  expect((await confirm({ way: 'password', password: testPassword })).status).toBe(204)
  expect((await change()).status).toBe(200)
  api.clock.advance(13 * minuteMs)
  expect((await change()).status).toBe(200)
  expect(await actions()).toContain('confirmed')
})

test('a wrong password is refused, logged and slowed down', async () => {
  const wrong = await confirm({ way: 'password', password: 'wrong horse 1' })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('wrong_password')
  for (let attempt = 0; attempt < 4; attempt++) await confirm({ way: 'password', password: 'wrong horse 1' })
  expect((await confirm({ way: 'password', password: testPassword })).status).toBe(429)
  expect((await change()).status).toBe(403)
  expect(await actions()).toContain('confirmation_failed')
  api.clock.advance(2 * minuteMs)
  expect((await confirm({ way: 'password', password: testPassword })).status).toBe(204)
})

test('a code or a passkey confirms it as well, each once', async () => {
  const { secret } = await enrolTotp(api, 'Administrator')
  const device = makePasskeyDevice({ origin: 'https://one.example' })
  await enrolPasskey(api, 'Administrator', { device })
  expect((await begin()).ways).toEqual(['password', 'totp', 'passkey'])
  // The code of this step confirmed the app.
  expect((await confirm({ way: 'totp', code: codeAt(api, secret) })).status).toBe(400)
  expect((await confirm({ way: 'totp', code: codeAt(api, secret, 30) })).status).toBe(204)
  expect((await change()).status).toBe(200)
  const { challenge, passkey_options: options } = await begin()
  const passkey = device.sign(options as AnyRow)
  const given = { way: 'passkey', challenge: String(challenge), passkey }
  const other = { authorization: `Bearer ${await api.tokenOf('Administrator')}` }
  expect((await confirm(given, other)).status).toBe(400)
  expect((await confirm(given)).status).toBe(204)
  expect((await confirm(given)).status).toBe(400)
})

test('a question that asks to confirm can’t be answered by adding a passkey', async () => {
  const own = makePasskeyDevice({ origin: 'https://one.example' })
  await enrolPasskey(api, 'Administrator', { device: own })
  const { challenge, passkey_options: options } = await begin()
  const rp = { id: (options as AnyRow).rpId }
  const passkey = makePasskeyDevice({ origin: 'https://one.example' }).register({ ...(options as AnyRow), rp })
  const body = { challenge, name: 'Stolen', passkey }
  const added = await api.call({ method: 'POST', url: '/api/v1/auth/factors/passkeys', headers, body })
  expect([added.status, added.json().code]).toEqual([409, 'wrong_state'])
  const { rows } = await run(sql`select name from passkeys`)
  expect(rows).toEqual([{ name: 'Phone' }])
})

test('a session from before an upgrade confirms once, and goes on', async () => {
  await run(sql`delete from session_proofs`)
  expect((await change()).status).toBe(403)
  expect((await confirm({ way: 'password', password: testPassword })).status).toBe(204)
  expect((await change()).status).toBe(200)
})

test('someone with neither a password nor a factor here is offered no way', async () => {
  await run(sql`delete from user_secrets where id = ${api.userIds[1].Administrator}::uuid`)
  expect((await begin()).ways).toEqual([])
})

function change() {
  const id = api.firms[1].roleIds['View Only']
  const body = { second_factor_grace_days: 20 }
  return api.call({ method: 'PUT', url: `/api/v1/user_security_role/${id}`, headers, body })
}

/** Changes something in a session that just began, and returns what undoes it. */
async function undoIdOf(method: 'POST' | 'PUT', path: string, body: object): Promise<string> {
  const answer = await api.call({ as: 'Administrator', method, url: `/api/v1${path}`, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return String(answer.headers['x-undo-id'])
}

function undo(id: string) {
  return api.call({ method: 'POST', url: `/api/v1/undo/${id}`, headers })
}

function confirm(body: object, as = headers) {
  return api.call({ method: 'POST', url: '/api/v1/auth/confirmation', headers: as, body })
}

async function begin() {
  return (await api.call({ method: 'POST', url: '/api/v1/auth/confirmation/begin', headers })).json()
}

async function listRoutes(): Promise<readonly (readonly [method: string, path: string])[]> {
  const document = (await api.call({ url: '/api/v1/openapi.json' })).json() as { paths: Record<string, AnyRow> }
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => [method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ':$1')] as const),
  )
}

function run(statement: ReturnType<typeof sql>) {
  return withFirm(api.services.database, 1, (trx) => statement.execute(trx))
}

async function actions(): Promise<string[]> {
  return withFirm(api.services.database, 1, async (trx) => {
    const { rows } = await sql<{ action: string }>`select action from system_events where action is not null`.execute(
      trx,
    )
    return rows.map(({ action }) => action)
  })
}
