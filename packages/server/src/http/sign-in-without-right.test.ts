import { startFakeBox } from '@courtcrier/connectors/box/fake-box.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { dmsRedirectUris, dmsSignIns } from '../testing/dms-sign-in.ts'
import { type GrantServer, startGrantServer } from '../testing/grant-server.ts'
import { addPersonal, comeBackFromService, mailRedirectUris, visitService } from '../testing/mail-sign-in.ts'
import { productRoutes } from './routes.ts'

const refusal = 'You may no longer sign in to this, so nothing was saved. Ask an administrator of your firm.'
let api: TestApi
let server: GrantServer
let box: Awaited<ReturnType<typeof startFakeBox>>
let browser: ReturnType<typeof dmsSignIns>

beforeAll(async () => {
  server = await startGrantServer({ redirectUris: mailRedirectUris, user: 'notices@one.example' })
  const app = { clientId: 'courtcrier', clientSecret: 'the-secret-of-the-app', enterpriseId: '42' }
  box = await startFakeBox({ ...app, redirectUris: dmsRedirectUris })
  api = await openTestApi({
    environment: {
      ...{ COURTCRIER_URL: 'https://one.example', COURTCRIER_ALLOW_PRIVATE_MAIL: 'loopback' },
      COURTCRIER_ALLOW_PRIVATE_STORES: 'loopback',
      COURTCRIER_STORE_GATEWAY: `http://127.0.0.1:${box.service.port}`,
    },
    register: productRoutes,
  })
  browser = dmsSignIns(api)
})
afterAll(async () => {
  await api?.close()
  await box?.service.close()
  await server?.stop()
})

test.each(['mailbox', 'mail_sender'] as const)(
  'a sign-in to a %s isn’t finished by someone who lost the right meanwhile',
  async (entity) => {
    const more = entity === 'mailbox' ? {} : { server: 'smtp://127.0.0.1:9', is_active: false }
    const id = await addPersonal(api, server, { entity, ...more })
    const { roleIds } = api.firms[1]
    const table = sql.table(entity === 'mailbox' ? 'mailboxes' : 'mail_senders')
    for (const lost of [sql`security_role_id = ${roleIds['View Only']}::uuid`, sql`is_active = false`]) {
      const visit = await visitService(api, id, { entity })
      await setAdministrator(lost)
      const { state, sentence } = await comeBackFromService(api, visit)
      await setAdministrator(sql`security_role_id = ${roleIds.Administrator}::uuid, is_active = true`)
      expect({ state, sentence }).toEqual({ state: 'failed', sentence: refusal })
    }
    const { rows } = await withSystem(api.services.database, (trx) =>
      sql`select signed_in_at as at from ${table} where id = ${id}::uuid`.execute(trx),
    )
    expect(rows).toEqual([{ at: null }])
  },
)

test('a sign-in to a sending account isn’t finished by someone whom a wall excludes meanwhile', async () => {
  const id = await addPersonal(api, server, { entity: 'mail_sender', server: 'smtp://127.0.0.1:9', is_active: false })
  const held = await make('timekeeper', { full_name: 'Ada Held' })
  const client = await make('client', { name: 'Zinc', number: 'Z' })
  const matter = await make('matter', { name: 'Zinc', number: 'Z', client_id: client })
  const visit = await visitService(api, id, { entity: 'mail_sender' })
  await make('ethical_wall', {
    ...{ name: 'Screen', wall_type: 'EXCLUSIONARY', matter_id: matter, timekeeper_ids: [held] },
  })
  await setAdministrator(sql`timekeeper_id = ${held}::uuid`)
  const { sentence } = await comeBackFromService(api, visit)
  await setAdministrator(sql`timekeeper_id = null`)
  expect(sentence).toBe(refusal)
})

test('a sign-in to a DMS isn’t finished by someone who lost the right meanwhile', async () => {
  const body = { name: 'Box', client_id: 'courtcrier', client_secret: 'the-secret-of-the-app', folder_id: '777' }
  const key = `box_credential/${await make('box_credential', body)}`
  const { roleIds } = api.firms[1]
  for (const lost of [sql`security_role_id = ${roleIds['View Only']}::uuid`, sql`is_active = false`]) {
    const visited = await browser.visit(key)
    await setAdministrator(lost)
    const { state, sentence } = await browser.comeBack(visited)
    await setAdministrator(sql`security_role_id = ${roleIds.Administrator}::uuid, is_active = true`)
    expect({ state, sentence }).toEqual({ state: 'failed', sentence: refusal })
  }
  const shown = await api.call({ as: 'Administrator', url: `/api/v1/${key}/sign-in` })
  expect(shown.json()).toMatchObject({ signed_in_at: null })
})

async function make(entity: string, body: object): Promise<string> {
  const made = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
  expect(made.status, made.text).toBe(201)
  return String(made.json().id)
}

function setAdministrator(values: RawBuilder<unknown>) {
  return withSystem(api.services.database, (trx) =>
    sql`update users set ${values} where id = ${api.userIds[1].Administrator}::uuid`.execute(trx),
  )
}
