import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { type TestRole, testEmail } from '../../testing/api.ts'
import { addSamlProvider, signInBySaml } from '../../testing/saml-browser.ts'
import { openSignOnApi } from '../../testing/sign-on-api.ts'
import { addProvider, collect, comeBack, signInBy, visitProvider } from '../../testing/sign-on-browser.ts'

let { api, server, close } = {} as Awaited<ReturnType<typeof openSignOnApi>>
let provider: string

beforeAll(async () => {
  ;({ api, server, close } = await openSignOnApi())
  provider = await addProvider(api, server, { name: 'Harlan Login' })
})
beforeEach(async () => {
  await withSystem(api.services.database, async (trx) => {
    for (const table of ['sign_ins', 'login_failures', 'sign_on_links'])
      await sql`delete from ${sql.table(table)}`.execute(trx)
  })
  api.clock.advance(60_000)
})
afterAll(() => close())

test('a deactivated user who signs in at the provider is in the history, with the reason', async () => {
  await update('Manager', { is_active: false })
  const answer = await signInAs('m-1', 'Manager')
  expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('Your user here is deactivated')])
  expect(await failures()).toEqual([
    {
      ...{ user_id: api.userIds[1].Manager, outcome: 'REFUSED', reason: 'DEACTIVATED', way: 'SIGN_ON' },
      ...{ provider: 'Harlan Login', place: 'Private network' },
    },
  ])
  await update('Manager', { is_active: true })
  const own = await api.call({ as: 'Manager', url: '/api/v1/auth/sign-ins' })
  expect(own.json().sign_ins).toContainEqual(expect.objectContaining({ outcome: 'REFUSED', reason: 'DEACTIVATED' }))
  const others = await api.call({ as: 'Docketing', url: '/api/v1/auth/sign-ins' })
  expect(others.text).not.toContain('DEACTIVATED')
})

test('so are one who was deactivated before the login page collected the session, and one who signs in by SAML', async () => {
  const claims = { email: testEmail('Manager'), email_verified: true }
  server.signInAs('m-2', claims)
  const visit = await visitProvider(api, provider)
  const location = await comeBack(api, visit)
  await update('Manager', { is_active: false })
  expect((await collect(api, location, visit)).status).toBe(401)
  const saml = await addSamlProvider(api, { name: 'By SAML' })
  const values = { nameId: 'manager', attributes: { email: [testEmail('Manager')] } }
  expect((await signInBySaml(api, saml, values)).status).toBe(401)
  expect((await failures()).map(({ provider: by, reason }) => [by, reason])).toEqual([
    ['Harlan Login', 'DEACTIVATED'],
    ['By SAML', 'DEACTIVATED'],
  ])
  await update('Manager', { is_active: true })
  await api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/identity_provider/${saml}` })
})

test('another account with a user’s address, and the address of a service account, have reasons of their own', async () => {
  expect((await signInAs('d-1', 'Docketing')).status).toBe(200)
  expect((await signInAs('d-2', 'Docketing')).status).toBe(401)
  await update('View Only', { is_service_account: true })
  expect((await signInAs('v-1', 'View Only')).status).toBe(401)
  expect((await failures()).map(({ user_id: id, reason }) => [id, reason])).toEqual([
    [api.userIds[1].Docketing, 'OTHER_ACCOUNT'],
    [api.userIds[1]['View Only'], 'SERVICE_ACCOUNT'],
  ])
  await update('View Only', { is_service_account: false })
})

test('where no user is known for certain, the failure is in the event log only, as the provider’s', async () => {
  const before = (await events()).length
  server.signInAs('x-1', { email: 'stranger@one.example', email_verified: true })
  expect((await signInBy(api, provider)).status).toBe(401)
  // Someone who makes an account with this address at the provider must not get into the user's history.
  server.signInAs('x-2', { email: testEmail('Manager'), email_verified: false })
  expect((await signInBy(api, provider)).status).toBe(401)
  expect(await failures()).toEqual([])
  const log = (await events()).slice(before)
  expect(log).toEqual([
    { entity_id: provider, sentence: expect.stringContaining('No user has the address stranger@one.example.') },
    { entity_id: provider, sentence: expect.stringContaining('is not verified') },
  ])
})

test('failures that repeat are noted ever less often, of a user and of strangers', async () => {
  const before = (await events()).length
  const stranger = { email: 'stranger@one.example', email_verified: true }
  const failAs = async (count: number) => {
    server.signInAs('x-3', stranger)
    for (let at = 0; at < count; at++) expect((await signInBy(api, provider)).status).toBe(401)
    return (await events()).length - before
  }
  expect(await failAs(8)).toBe(5)
  await update('Manager', { is_active: false })
  for (let at = 0; at < 8; at++) expect((await signInAs('m-3', 'Manager')).status).toBe(401)
  expect(await failures()).toHaveLength(5)
  const noted = (await events()).length - before
  api.clock.advance(61_000)
  expect(await failAs(3)).toBe(noted + 1)
  await update('Manager', { is_active: true })
  // No one is kept from signing in by it.
  expect((await signInAs('m-3', 'Manager')).status).toBe(200)
})

function signInAs(subject: string, role: TestRole) {
  server.signInAs(subject, { email: testEmail(role), email_verified: true })
  return signInBy(api, provider)
}

async function update(role: TestRole, body: object): Promise<void> {
  const url = `/api/v1/user/${api.userIds[1][role]}`
  const answer = await api.call({ as: 'Administrator', method: 'PUT', url, body })
  expect(answer.status, answer.text).toBe(200)
}

/** The failed sign-ins of the history, as an administrator sees them. */
async function failures(): Promise<AnyRow[]> {
  const answer = await api.call({ as: 'Administrator', url: '/api/v1/sign_in/search?sort=created_at&max=100' })
  expect(answer.status, answer.text).toBe(200)
  const rows = answer.json().sign_ins as AnyRow[]
  return rows
    .filter(({ outcome }) => outcome !== 'SIGNED_IN')
    .map(({ user_id, outcome, reason, way, provider: by, place }) => ({
      ...{ user_id, outcome, reason, way, provider: by, place },
    }))
}

function events(): Promise<AnyRow[]> {
  return run(sql`select entity_id, sentence from system_events where action = 'sign_on_failed' order by created_at, id`)
}

async function run(statement: ReturnType<typeof sql>): Promise<AnyRow[]> {
  const { rows } = await withFirm(api.services.database, 1, (trx) => statement.execute(trx))
  return rows as AnyRow[]
}
