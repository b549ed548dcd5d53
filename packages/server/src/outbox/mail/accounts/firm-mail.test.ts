import { sql } from 'kysely'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Config } from '../../../base/config.ts'
import { isOwnMessageId } from '../../../mail/own-message-id.ts'
import { eventually } from '../../../mail/testing/eventually.ts'
import { type AccountMailServer, startAccountMailServer } from '../../../testing/account-mail-server.ts'
import { startTokenServer, type TokenServer, testApplication } from '../../../testing/token-server.ts'
import { claimed, openTestServices, plantFiling, rowById, type TestServices } from '../../copies/test-filing.ts'
import { deliveryKind } from '../../deliveries/kind.ts'
import { plantDelivery } from '../../deliveries/planted-delivery.fixture.ts'
import { openKind } from '../../run.ts'
import type { Mail } from '../mail.ts'
import { openOutgoingMail } from '../outgoing-mail.ts'
import { type MailCatcher, openMailCatcher, smtpRefusal } from '../test-mail-server.ts'
import { type FirmMail, openFirmMail } from './firm-mail.ts'
import { changeSender, plantSender, sealedFor, stateOfSender } from './planted-sender.fixture.ts'

const user = 'docketing@hale-osei.example'
const closers: (() => unknown)[] = []
let services: TestServices
let own: MailCatcher
let tokens: TokenServer
let server: AccountMailServer
let mail: FirmMail

beforeEach(async () => {
  services = await openTestServices({
    COURTCRIER_MAIL_FROM: 'courtcrier@hosting.example',
    COURTCRIER_ALLOW_PRIVATE_MAIL: 'loopback',
  })
  closers.push(services.close)
  own = await openMailCatcher()
  closers.push(own.close)
  tokens = await startTokenServer({ user })
  closers.push(tokens.stop)
  await openServer()
  mail = openMail()
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

test("a firm's emails are sent by its account and come from its address, those of others as before", async () => {
  const ofFirm = await plantDelivery(services, await plantFiling(services))
  const ofOther = await plantDelivery(services, await plantFiling(services, { firmId: 2 }))
  const id = await plant(oauth())
  await deliver(ofFirm)
  await deliver(ofOther, 2)
  expect(server.caught).toMatchObject([{ from: user, to: ['r.osei@hale-osei.example'] }])
  expect((await server.parsed())[0]?.from).toMatchObject({ name: 'Hale & Osei LLP', address: user })
  expect(own.caught).toMatchObject([{ from: 'courtcrier@hosting.example' }])
  expect(await rowById(services, 'deliveries', ofFirm)).toMatchObject({ status: 'sent' })
  await eventually(() => stateOfSender(services, id)).toMatchObject({ health: 'healthy', sentence: null })
  expect(mail.states()).toMatchObject([
    { name: `127.0.0.1:${own.port}`, problem: undefined },
    { name: `127.0.0.1:${server.port} as ${user} (firm 1)`, problem: undefined },
  ])
})

test("an account's own sender name replaces the firm's", async () => {
  await plant({ ...oauth(), senderName: 'H&O Docketing' })
  await send()
  expect((await server.parsed())[0]?.from).toMatchObject({ name: 'H&O Docketing', address: user })
})

test('a server without OAuth is signed in to with the password', async () => {
  await openServer({ byPassword: true })
  await plant({ service: 'PASSWORD', server: `smtp://127.0.0.1:${server.port}`, password: 'secret' })
  expect(await send()).toMatchObject({ accepted: true })
})

test('a token is used until it ends, and the server that refuses it once gets a new one', async () => {
  await plant(oauth())
  await send()
  server.disconnect()
  await send()
  expect(tokens.given()).toBe(1)
  tokens.revokeAll()
  server.disconnect()
  expect(await send()).toMatchObject({ accepted: true })
  expect(tokens.given()).toBe(2)
  expect(server.caught).toHaveLength(3)
})

test('emails wait when the secret is revoked, administrators are told once, and each is sent once it is mended', async () => {
  const id = await plant(oauth())
  const filing = await plantFiling(services)
  const deliveries = [
    await plantDelivery(services, filing),
    await plantDelivery(services, filing, { email: 'j.hale@hale-osei.example' }),
  ]
  tokens.refuseWith({ status: 401, body: { error: 'invalid_client', error_description: 'AADSTS7000222: expired' } })
  for (const delivery of deliveries) await deliver(delivery)
  const sentence = 'The client secret has expired. Create a new one for the application in Entra, and enter it here.'
  for (const delivery of deliveries)
    expect(await rowById(services, 'deliveries', delivery)).toMatchObject({ status: 'waiting', sentence })
  await eventually(() => stateOfSender(services, id)).toEqual({ health: 'failing', sentence, told: 1 })
  tokens.refuseWith(undefined)
  await changeSender(services, id, sql`client_secret = ${sealedFor(services, oauth(), testApplication.clientSecret)}`)
  for (const delivery of deliveries) await eventually(() => sentAgain(delivery)).toBe('sent')
  expect(server.caught).toHaveLength(2)
  expect(own.caught).toEqual([])
  await eventually(() => stateOfSender(services, id)).toEqual({ health: 'healthy', sentence: null, told: 1 })
})

test('a server that refused to sign in is not asked again for a while, so that it locks no account', async () => {
  await openServer({ byPassword: true })
  await plant({ service: 'PASSWORD', server: `smtp://127.0.0.1:${server.port}`, password: 'wrong' })
  for (let n = 0; n < 3; n++) expect(await send()).toMatchObject({ retry: expect.stringContaining('login') })
  expect(server.signIns).toHaveLength(1)
})

test('an account that may not send as its address is a setting to be mended, and costs no email', async () => {
  await openServer({
    onData: (stream, _session, done) =>
      stream.resume().on('end', () => done(smtpRefusal(554, '5.2.252 SendAsDenied; not allowed to send as x'))),
  })
  const id = await plant(oauth())
  const delivery = await plantDelivery(services, await plantFiling(services))
  await deliver(delivery)
  expect(await rowById(services, 'deliveries', delivery)).toMatchObject({ status: 'waiting' })
  await eventually(() => stateOfSender(services, id)).toMatchObject({
    health: 'failing',
    sentence: expect.stringContaining(`Microsoft doesn't let ${user} send as ${user}.`),
  })
})

test('an email whose acceptance a killed server had no time to record is not sent again', async () => {
  await plant(oauth())
  const id = await plantDelivery(services, await plantFiling(services))
  const killed = openKind({ ...deliveryKind(services, mail), record: () => Promise.reject(new Error('killed')) })
  await expect(killed.run(claimed({ firmId: 1, id }))).rejects.toThrow('killed')
  await deliver(id)
  expect(server.caught).toHaveLength(1)
  expect(await rowById(services, 'deliveries', id)).toMatchObject({ status: 'sent' })
})

test('an account in a private network that the operator did not name is not connected to', async () => {
  mail = openMail({ privateMail: undefined })
  const id = await plant(oauth())
  expect(await send()).toMatchObject({ retry: expect.stringContaining('COURTCRIER_ALLOW_PRIVATE_MAIL') })
  expect(tokens.given()).toBe(0)
  expect([...server.signIns, ...server.caught, ...own.caught]).toEqual([])
  await eventually(() => stateOfSender(services, id)).toMatchObject({ health: 'failing' })
})

test.each<[string, SMTPServerOptions]>([
  ['that offers no encryption', {}],
  ['whose certificate nobody vouches for', { disabledCommands: [] }],
])('nothing is said to a server elsewhere %s', async (_, options) => {
  await openServer(options)
  // The same server, by an address that isn't taken for this machine's.
  await plant(oauth({ server: `smtp://[::ffff:127.0.0.1]:${server.port}` }))
  expect(await send()).toMatchObject({ retry: expect.stringContaining('the connection could not be secured') })
  expect(server.signIns).toEqual([])
})

test('secrets saved for another server are not sent, and emails wait', async () => {
  const id = await plant(oauth({ server: 'smtp://127.0.0.1:9' }))
  await changeSender(services, id, sql`server = ${`smtp://127.0.0.1:${server.port}`}`)
  await eventually(send).toMatchObject({ retry: expect.stringContaining('Enter them again') })
  await eventually(() => stateOfSender(services, id)).toMatchObject({ health: 'failing' })
})

test('once the account is out of use, emails are sent by the mail server of the installation again', async () => {
  const id = await plant(oauth())
  await send()
  await changeSender(services, id, sql`is_active = false`)
  await eventually(async () => {
    await send()
    return own.caught.length
  }).toBe(1)
})

test("Courtcrier's own emails are sent by the installation's mail server if there is one, previews by the account", async () => {
  await plant(oauth())
  const reset = { to: 'ada@hale-osei.example', subject: 'Reset', text: 'x', html: 'x', firmId: 1 }
  await mail.sendSystemMail(reset)
  await mail.sendSystemMail({ ...reset, subject: 'Preview', isOfFirm: true })
  expect((await own.parsed()).map(({ subject }) => subject)).toEqual(['Reset'])
  expect((await server.parsed()).map(({ subject }) => subject)).toEqual(['Preview'])
  const sent = [...(await own.parsed()), ...(await server.parsed())]
  const { secrets, config } = services
  const of = { firmId: 1, publicUrl: config.publicUrl }
  expect(sent.map(({ messageId }) => isOwnMessageId(messageId, secrets, of))).toEqual([true, true])
  mail = openMail({ outgoing: undefined })
  await mail.sendSystemMail(reset)
  expect((await server.parsed()).map(({ subject, from }) => [subject, from?.address])).toEqual([
    ['Preview', user],
    ['Reset', user],
  ])
})

async function openServer({ byPassword = false, ...options }: SMTPServerOptions & { byPassword?: boolean } = {}) {
  server = await startAccountMailServer({ user, ...(byPassword ? {} : { tokens }), ...options })
  // After the connections to it.
  closers.unshift(server.close)
}

function openMail(config: Partial<Config> = {}): FirmMail {
  const all = {
    ...services,
    config: { ...services.config, outgoing: { host: '127.0.0.1', port: own.port, isSecure: false }, ...config },
  }
  const opened = openFirmMail(all, openOutgoingMail(all.config, services.log))
  closers.push(opened.close)
  return opened
}

/** Plants an account, and waits until its change was noticed: on a server that takes a moment. */
async function plant(values: Parameters<typeof plantSender>[1]): Promise<string> {
  const id = await plantSender(services, values)
  await eventually(() => Promise.resolve(mail.states().some(({ name }) => name.includes('(firm 1)')))).toBe(true)
  return id
}

function oauth(more: { server?: string } = {}) {
  return {
    service: 'OAUTH' as const,
    server: `smtp://127.0.0.1:${server.port}`,
    tokenUrl: tokens.tokenUrl,
    ...testApplication,
    ...more,
  }
}

function send() {
  return mail.send(email, { firmId: 1 })
}

const email: Mail = {
  from: { name: 'Hale & Osei LLP', address: 'courtcrier@hosting.example' },
  to: { name: 'Osei, Ruth', address: 'r.osei@hale-osei.example' },
  subject: 'Acme v. Doe',
  text: 'text',
}

async function deliver(id: string, firmId = 1): Promise<void> {
  await openKind(deliveryKind(services, mail)).run(claimed({ firmId, id }))
}

/** A change of the account takes a moment to be noticed; until then the email waits. */
async function sentAgain(id: string): Promise<unknown> {
  const { status } = await rowById(services, 'deliveries', id)
  if (status !== 'waiting') return status
  await deliver(id)
  return (await rowById(services, 'deliveries', id)).status
}
