import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { countReceived, makeMessage, quick, startServer } from '../mail/imap-reader.fixture.ts'
import { keepMailboxes } from '../mail/mailboxes/keep-mailboxes.ts'
import { eventually } from '../mail/testing/eventually.ts'
import { openFirmMail } from '../outbox/mail/accounts/firm-mail.ts'
import { openOutgoingMail } from '../outbox/mail/outgoing-mail.ts'
import { startAccountMailServer } from '../testing/account-mail-server.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { type GrantServer, startGrantServer } from '../testing/grant-server.ts'
import { addPersonal, mailRedirectUris, signInToAccount } from '../testing/mail-sign-in.ts'
import { productRoutes } from './routes.ts'

const user = 'notices@one.example'
let api: TestApi
let google: GrantServer

beforeAll(async () => {
  const environment = { COURTCRIER_URL: 'https://one.example', COURTCRIER_ALLOW_PRIVATE_MAIL: 'loopback' }
  api = await openTestApi({ environment, register: productRoutes })
})
afterAll(() => api?.close())
beforeEach(async () => {
  google = await startGrantServer({ redirectUris: mailRedirectUris, user, isGoogle: true })
  return google.stop
})

/** As the console adds it; only the addresses of Google's servers are others. */
const ofGoogle = { service: 'GOOGLE_USER', address: user, scope: null, tenant_id: null }

test('a mailbox at Google is signed in to by code and PKCE, read, and read on with renewed tokens', async () => {
  const server = await startServer({ user, tokens: google })
  const kept = keepMailboxes(api.services, { ...quick, everyMs: 50 })
  onTestFinished(kept.stop)
  const id = await addPersonal(api, google, { ...ofGoogle, server: `imap://127.0.0.1:${server.port}` })
  onTestFinished(() => setOutOfUse('mailbox', id))
  expect(await signInToAccount(api, id)).toMatchObject({ state: 'done', sentence: `Signed in at Google as ${user}.` })
  server.deliver('INBOX', makeMessage('with the first token'))
  await eventually(() => countReceived(api.services, 'with the first token')).toBe(1)
  for (const subject of ['with the second token', 'with the third token']) {
    await google.endAccess()
    server.sayBye('Session expired, please login again.')
    server.deliver('INBOX', makeMessage(subject))
    await eventually(() => countReceived(api.services, subject)).toBe(1)
  }
  // Google says a refresh token once, and the one on record goes on counting.
  expect(google.given()).toBe(3)
  expect(await alarmsOf(id)).toEqual([])
})

test('a sending account at Google is signed in to by code and PKCE, and sends on with renewed tokens', async () => {
  const server = await startAccountMailServer({ user, tokens: google })
  onTestFinished(server.close)
  const place = { entity: 'mail_sender', server: `smtp://127.0.0.1:${server.port}` } as const
  const id = await addPersonal(api, google, { ...ofGoogle, ...place })
  onTestFinished(() => setOutOfUse('mail_sender', id))
  expect(await signInToAccount(api, id, { entity: 'mail_sender' })).toMatchObject({ state: 'done' })
  const mail = openFirmMail(api.services, openOutgoingMail(api.services.config, api.services.log))
  onTestFinished(mail.close)
  for (let sent = 1; sent <= 3; sent += 1) {
    expect(await mail.send(email, { firmId: 1 })).toMatchObject({ accepted: true })
    expect(server.caught).toHaveLength(sent)
    await google.endAccess()
    server.disconnect()
  }
  expect(google.given()).toBe(3)
  expect(new Set(server.signIns)).toEqual(new Set([user]))
})

test('access that was removed at Google says so, and another sign-in mends it', async () => {
  const server = await startServer({ user, tokens: google })
  const id = await addPersonal(api, google, { ...ofGoogle, server: `imap://127.0.0.1:${server.port}` })
  onTestFinished(() => setOutOfUse('mailbox', id))
  await signInToAccount(api, id)
  expect(await tryIt(id)).toMatchObject({ ok: true })
  await google.revokeAll()
  expect(await tryIt(id)).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('Google has ended this sign-in'),
  })
  await signInToAccount(api, id)
  expect(await tryIt(id)).toMatchObject({ ok: true })
})

test('the box that was not checked at Google is named', async () => {
  google.addToTokens({ scope: 'openid email' })
  const { state, sentence } = await signInToAccount(api, await addPersonal(api, google, ofGoogle))
  expect({ state, sentence }).toEqual({ state: 'failed', sentence: expect.stringContaining("its box wasn't checked") })
})

const email = {
  from: { name: 'Courtcrier', address: '' },
  to: { name: 'R. Osei', address: 'r.osei@one.example' },
  ...{ subject: 'A filing', text: 'text', headers: {} },
}

async function tryIt(id: string) {
  return (await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/mailbox/${id}/test` })).json()
}

async function setOutOfUse(entity: string, id: string): Promise<void> {
  await api.call({ as: 'Administrator', method: 'PUT', url: `/api/v1/${entity}/${id}`, body: { is_active: false } })
}

async function alarmsOf(id: string): Promise<unknown[]> {
  const query = sql`select sentence from system_events where action = 'mailbox_failing' and entity_id = ${id}`
  return (await withSystem(api.services.database, (trx) => query.execute(trx))).rows
}
