import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { countReceived, makeMessage, quick } from '../mail/imap-reader.fixture.ts'
import { placeOf } from '../mail/mailboxes/grants/accounts.ts'
import { findGrant, leaseGrant } from '../mail/mailboxes/grants/grant-rows.ts'
import { grantedTokens } from '../mail/mailboxes/grants/grant-tokens.ts'
import { keepMailboxes, openMailboxWays } from '../mail/mailboxes/keep-mailboxes.ts'
import { findMailboxes, openMailbox } from '../mail/mailboxes/mailbox-rows.ts'
import { eventually } from '../mail/testing/eventually.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { type Dovecot, hasDovecot, startDovecot } from '../testing/dovecot.ts'
import { type GrantServer, startGrantServer } from '../testing/grant-server.ts'
import { addPersonal, mailRedirectUris, signInToAccount } from '../testing/mail-sign-in.ts'
import { productRoutes } from './routes.ts'

const user = 'notices@one.example'
let api: TestApi
let server: GrantServer
let dovecot: Dovecot

beforeAll(async () => {
  const environment = { COURTCRIER_URL: 'https://one.example', COURTCRIER_ALLOW_PRIVATE_MAIL: 'loopback' }
  api = await openTestApi({ environment, register: productRoutes })
})
afterAll(() => api?.close())

/** A server that gives access tokens for so many seconds. */
async function startServer(lifetime: number): Promise<void> {
  server = await startGrantServer({ redirectUris: mailRedirectUris, user, lifetime })
  const { stop } = server
  onTestFinished(stop)
}

describe('the tokens of an account that someone signed in to', () => {
  beforeEach(() => startServer(3600))

  test('are renewed once if two processes need one at the same time, and neither refresh token is used twice', async () => {
    const id = await signedIn()
    expect(server.given()).toBe(1)
    await endToken(id)
    const tokens = await Promise.all([(await sourceOf(id))(), (await sourceOf(id))()])
    expect(new Set(tokens).size).toBe(1)
    expect(server.given()).toBe(2)
    for (let n = 0; n < 3; n += 1) {
      await endToken(id)
      await (await sourceOf(id))()
    }
    expect(server.given()).toBe(5)
    expect(server.hasSeenReuse()).toBe(false)
  })

  test('are not renewed again by a process that looked just before another one had renewed them', async () => {
    const id = await signedIn()
    await endToken(id)
    const [box, place] = [api.services.secrets, placeOf('mailbox', await settingsOf(id))]
    const account = { kind: 'mailbox', firmId: 1, id } as const
    const lease = (found: Uint8Array | null) =>
      withFirm(api.services.database, 1, (trx) => leaseGrant(trx, account, { lease: newId(), found, box, place }))
    const found = await withFirm(api.services.database, 1, (trx) => findGrant(trx, account, { box, place }))
    await (await sourceOf(id))()
    expect(await lease(found?.stored ?? null)).toBeUndefined()
  })

  test('are renewed before their time if the mail server refuses one', async () => {
    const source = await sourceOf(await signedIn())
    const first = await source()
    expect(await source()).toBe(first)
    expect(await source(true)).not.toBe(first)
  })

  test('wait for a renewal that another process has begun, and are renewed after it if that process ended', async () => {
    const id = await signedIn()
    await endToken(id)
    await setGrant(id, sql`lease = gen_random_uuid(), leased_until = now() + interval '1 second'`)
    await (await sourceOf(id))()
    expect(server.given()).toBe(2)
  })

  test('are kept although another process has begun a renewal meanwhile, as after an outage of the database', async () => {
    const id = await signedIn()
    await endToken(id)
    const takeOver = () => setGrant(id, sql`lease = gen_random_uuid(), leased_until = now() + interval '1 hour'`)
    await (await sourceOf(id, takeOver))()
    await endToken(id)
    await (await sourceOf(id))()
    expect(server.given()).toBe(3)
    expect(server.hasSeenReuse()).toBe(false)
  })

  test('are not asked for again once the service has ended the sign-in, unless a person tests the account', async () => {
    const id = await signedIn()
    await endToken(id)
    await server.revokeAll()
    await expect((await sourceOf(id))()).rejects.toThrow('Microsoft has ended this sign-in. Sign in again.')
    server.refuseWith({ status: 500, body: {} })
    await expect((await sourceOf(id))()).rejects.toThrow('Microsoft has ended this sign-in. Sign in again.')
    const tested = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/mailbox/${id}/test` })
    expect(tested.json().sentence).toContain('No token could be requested from 127.0.0.1')
  })

  test('cannot be read for other settings, even if these are changed in the database', async () => {
    const id = await signedIn()
    await withSystem(api.services.database, (trx) =>
      sql`update mailboxes set token_url = 'http://127.0.0.1:9/token', client_secret = null
        where id = ${id}::uuid`.execute(trx),
    )
    await expect((await sourceOf(id))()).rejects.toThrow('was for other settings')
  })
})

describe.runIf(hasDovecot())('a mailbox that someone signed in to', () => {
  const start = async (lifetime = 3600) => {
    await startServer(lifetime)
    dovecot = await startDovecot(server)
    const { stop } = dovecot
    onTestFinished(stop)
  }
  const keep = () => {
    const kept = keepMailboxes(api.services, { ...quick, everyMs: 50 })
    onTestFinished(kept.stop)
    return kept
  }
  const add = () => addMailbox({ server: `imap://127.0.0.1:${dovecot.port}` })

  test('is read as soon as they have, and no error is logged before', async () => {
    await start()
    keep()
    const id = await add()
    await dovecot.deliver(user, makeMessage('after consent'))
    await signInToAccount(api, id)
    await eventually(() => countReceived(api.services, 'after consent')).toBe(1)
    expect(await failuresOf(id)).toEqual([])
  })

  test('is read on with another token when the server ends a connection because the old one has ended, and after a restart', async () => {
    // Renewed at each use, since it ends within two minutes, and good for as long as the slowest sign-in takes.
    await start(60)
    const first = keep()
    const id = await add()
    await signInToAccount(api, id)
    await eventually(() => healthOf(id)).toBe('healthy')
    await dovecot.kick(user)
    await dovecot.deliver(user, makeMessage('after the token ended'))
    await eventually(() => countReceived(api.services, 'after the token ended')).toBe(1)
    expect(await failuresOf(id)).toEqual([])
    const before = server.given()
    await first.stop()
    keep()
    await dovecot.deliver(user, makeMessage('after a restart'))
    await eventually(() => countReceived(api.services, 'after a restart')).toBe(1)
    expect(server.given()).toBeGreaterThan(before)
    expect(server.hasSeenReuse()).toBe(false)
  })

  test('that may not be read by this account says so', async () => {
    await start()
    server.signInAs('stranger@one.example')
    const id = await add()
    await signInToAccount(api, id)
    const tested = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/mailbox/${id}/test` })
    expect(tested.json().sentence).toContain("doesn't let the account that signed in read the mailbox")
  })

  test('tells administrators once when the sign-in was revoked, and is read again once someone signs in again', async () => {
    await start()
    keep()
    const id = await add()
    await signInToAccount(api, id)
    await eventually(() => healthOf(id)).toBe('healthy')
    await server.revokeAll()
    await dovecot.kick(user)
    await dovecot.deliver(user, makeMessage('waited for consent'))
    await eventually(() => healthOf(id)).toBe('failing')
    const told = [expect.stringContaining('Microsoft has ended this sign-in. Sign in again.')]
    await eventually(() => failuresOf(id)).toEqual(told)
    await signInToAccount(api, id)
    await eventually(() => countReceived(api.services, 'waited for consent')).toBe(1)
    expect(await failuresOf(id)).toEqual(told)
  })
})

function addMailbox(more: object) {
  const made = addPersonal(api, server, { address: user, ...more })
  onTestFinished(async () => {
    const url = `/api/v1/mailbox/${await made}`
    await api.call({ as: 'Administrator', method: 'PUT', url, body: { is_active: false } })
  })
  return made
}

async function signedIn(): Promise<string> {
  const id = await addMailbox({})
  expect(await signInToAccount(api, id)).toMatchObject({ state: 'done' })
  return id
}

/** Another process's access to the mailbox's tokens; something may happen between the service's answer and its saving. */
async function sourceOf(id: string, onAnswer: () => Promise<void> = async () => undefined) {
  const settings = await settingsOf(id)
  const ways = openMailboxWays(api.services)
  const fetch: typeof ways.fetch = async (url, options) => {
    const answer = await ways.fetch(url, options)
    await onAnswer()
    return answer
  }
  const source = grantedTokens(api.services, { kind: 'mailbox', firmId: 1, id, settings, fetch })
  if (!source) throw new Error('no one signs in to it')
  return source
}

async function settingsOf(id: string) {
  const [row] = await withSystem(api.services.database, (trx) => findMailboxes(trx, sql<boolean>`m.id = ${id}::uuid`))
  if (!row) throw new Error('no such mailbox')
  return openMailbox(row, api.services.secrets)
}

function endToken(id: string) {
  return setGrant(id, sql`access_ends_at = now()`)
}

async function setGrant(id: string, set: ReturnType<typeof sql>): Promise<void> {
  await withSystem(api.services.database, (trx) =>
    sql`update mail_grants set ${set} where id = ${id}::uuid`.execute(trx),
  )
}

async function healthOf(id: string) {
  return (await api.call({ as: 'Administrator', url: `/api/v1/mailbox/${id}` })).json().health
}

async function failuresOf(id: string): Promise<string[]> {
  const { rows } = await withSystem(api.services.database, (trx) =>
    sql<{ sentence: string }>`select sentence from system_events
      where action = 'mailbox_failing' and entity_id = ${id}`.execute(trx),
  )
  return rows.map(({ sentence }) => sentence)
}
