import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../mail/testing/eventually.ts'
import { openFirmMail } from '../outbox/mail/accounts/firm-mail.ts'
import { stateOfSender } from '../outbox/mail/accounts/planted-sender.fixture.ts'
import { openOutgoingMail } from '../outbox/mail/outgoing-mail.ts'
import { type AccountMailServer, startAccountMailServer } from '../testing/account-mail-server.ts'
import { openTestApi, type TestApi, testEmail } from '../testing/api.ts'
import { type GrantServer, startGrantServer } from '../testing/grant-server.ts'
import { addPersonal, mailRedirectUris, signInToAccount } from '../testing/mail-sign-in.ts'
import { productRoutes } from './routes.ts'

const user = 'docketing@one.example'
let api: TestApi
let tokens: GrantServer
let server: AccountMailServer
let id: string

beforeAll(async () => {
  const environment = { COURTCRIER_URL: 'https://one.example', COURTCRIER_ALLOW_PRIVATE_MAIL: 'loopback' }
  api = await openTestApi({ environment, register: productRoutes })
})
afterAll(() => api?.close())
beforeEach(async () => {
  tokens = await startGrantServer({ redirectUris: mailRedirectUris, user })
  server = await startAccountMailServer({ user, tokens })
  const place = { address: user, scope: 'smtp', server: `smtp://127.0.0.1:${server.port}` }
  id = await addPersonal(api, tokens, { entity: 'mail_sender', ...place })
  const opened = { id, tokens, server }
  onTestFinished(async () => {
    await api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/mail_sender/${opened.id}` })
    await opened.server.close()
    await opened.tokens.stop()
  })
})

test('a test says that no one has signed in, and sends an email once someone has', async () => {
  expect(await tryIt()).toMatchObject({ ok: false, sentence: expect.stringContaining('Not signed in yet') })
  await signIn()
  expect(await tryIt()).toMatchObject({ ok: true })
  expect(server.caught).toMatchObject([{ from: user, to: [testEmail('Administrator', 1)] }])
})

test('emails are sent by the token of who signed in, which is used until it ends', async () => {
  await signIn()
  const mail = openMail()
  expect(await send(mail)).toMatchObject({ accepted: true })
  server.disconnect()
  expect(await send(mail)).toMatchObject({ accepted: true })
  expect(tokens.given()).toBe(1)
  expect(server.signIns).toEqual([user, user])
})

test('a token that the mail server refuses is replaced, once', async () => {
  await signIn()
  const mail = openMail()
  await send(mail)
  await tokens.endAccess()
  server.disconnect()
  expect(await send(mail)).toMatchObject({ accepted: true })
  expect(tokens.given()).toBe(2)
  expect(tokens.hasSeenReuse()).toBe(false)
})

test('emails wait until someone signs in, and again when the sign-in was revoked, which is told once', async () => {
  const mail = openMail()
  expect(await send(mail)).toMatchObject({ retry: expect.stringContaining('Not signed in yet') })
  await signIn()
  await eventually(async () => (await send(mail)) as object).toMatchObject({ accepted: true })
  await tokens.revokeAll()
  server.disconnect()
  const sentence = 'Microsoft has ended this sign-in. Sign in again.'
  for (let n = 0; n < 2; n += 1) expect(await send(mail)).toMatchObject({ retry: sentence })
  await eventually(() => stateOfSender(api.services, id)).toMatchObject({ health: 'failing', sentence })
  // Once for each reason.
  expect((await stateOfSender(api.services, id))?.told).toBe(2)
  await signIn()
  await eventually(async () => (await send(mail)) as object).toMatchObject({ accepted: true })
})

test('an account that may not send by the mailbox is named as what is wrong', async () => {
  await signIn()
  const strict = await startAccountMailServer({ user: 'another@one.example', tokens })
  onTestFinished(strict.close)
  const url = `/api/v1/mail_sender/${id}`
  const place = { server: `smtp://127.0.0.1:${strict.port}`, client_secret: tokens.client.clientSecret }
  expect((await api.call({ as: 'Administrator', method: 'PUT', url, body: place })).status).toBe(200)
  expect(await tryIt()).toMatchObject({ ok: false, sentence: expect.stringContaining('Not signed in yet') })
  await signIn()
  const sentence = expect.stringContaining("doesn't let the account that signed in send by docketing@one.example")
  expect(await tryIt()).toMatchObject({ ok: false, sentence })
})

function openMail() {
  const { services } = api
  const mail = openFirmMail(services, openOutgoingMail(services.config, services.log))
  onTestFinished(mail.close)
  return mail
}

function send(mail: ReturnType<typeof openMail>) {
  return mail.send(
    {
      from: { name: 'Courtcrier', address: '' },
      to: { name: 'R. Osei', address: 'r.osei@one.example' },
      ...{ subject: 'A filing', text: 'text', headers: {} },
    },
    { firmId: 1 },
  )
}

async function signIn(): Promise<void> {
  expect(await signInToAccount(api, id, { entity: 'mail_sender' })).toMatchObject({ state: 'done' })
}

async function tryIt() {
  return (await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/mail_sender/${id}/test` })).json()
}
