import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { announce } from '../../base/db/changes.ts'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import type { Services } from '../../base/services.ts'
import { type Dovecot, hasDovecot, startDovecot } from '../../testing/dovecot.ts'
import { openTestServices, type TestServices } from '../../testing/services.ts'
import { startTokenServer, type TokenServer, testApplication } from '../../testing/token-server.ts'
import { countReceived, makeMessage, quick, startServer } from '../imap-reader.fixture.ts'
import { eventually } from '../testing/eventually.ts'
import { keepMailboxes } from './keep-mailboxes.ts'
import type { MailboxSettings } from './mailbox-settings.ts'

let held: TestServices
let services: Services
beforeAll(async () => {
  held = await openTestServices({ environment: { COURTCRIER_ALLOW_PRIVATE_MAIL: '127.0.0.1' } })
  services = held.services
})
afterAll(() => held.close())

const user = 'notices@one.example'
const count = (subject: string) => countReceived(services, subject)

function keep(other: Partial<Services> = {}) {
  const kept = keepMailboxes({ ...services, ...other }, { ...quick, everyMs: 50 })
  onTestFinished(kept.stop)
  return kept
}

describe('a mailbox with a password', () => {
  test('is read as soon as it is added, and no longer once it is out of use', async () => {
    const server = await startServer({ user })
    server.deliver('INBOX', makeMessage('added'))
    keep()
    const id = await add({ service: 'PASSWORD', server: `imap://127.0.0.1:${server.port}`, password: 'secret' })
    await eventually(() => count('added')).toBe(1)
    await eventually(() => stateOf(id)).toMatchObject({ health: 'healthy', sentence: null, hasMessage: true })
    await change(id, sql`is_active = false`)
    await eventually(() => server.sessions()).toBe(0)
    server.deliver('INBOX', makeMessage('out of use'))
    await change(id, sql`is_active = true`)
    await eventually(() => count('out of use')).toBe(1)
  })

  test('is read by one process at a time, and by another when that one ends', async () => {
    const server = await startServer({ user })
    await add({ service: 'PASSWORD', server: `imap://127.0.0.1:${server.port}`, password: 'secret' })
    const first = keep()
    await eventually(() => server.sessions()).toBe(1)
    const second = keep()
    server.deliver('INBOX', makeMessage('one of two'))
    await eventually(() => count('one of two')).toBe(1)
    expect(second.status()).toEqual([])
    await first.stop()
    await eventually(() => second.status()).toHaveLength(1)
  })

  test('is given up at once by a process that stops while it reads the list again', async () => {
    const server = await startServer({ user })
    await add({ service: 'PASSWORD', server: `imap://127.0.0.1:${server.port}`, password: 'secret' })
    // Each begins only once the one before has given the mailbox up.
    for (let n = 0; n < 40; n++) {
      const kept = keepMailboxes(services, { ...quick, everyMs: 1 })
      await eventually(() => kept.status()).toHaveLength(1)
      await kept.stop()
    }
  })

  test('is not connected to inside a private network that the operator did not name', async () => {
    const server = await startServer({ user })
    const id = await add({ service: 'PASSWORD', server: `imap://127.0.0.1:${server.port}`, password: 'secret' })
    keep({ config: { ...services.config, privateMail: undefined } })
    await eventually(() => stateOf(id)).toMatchObject({
      health: 'failing',
      sentence: expect.stringContaining('COURTCRIER_ALLOW_PRIVATE_MAIL'),
    })
    expect(server.sessions()).toBe(0)
  })

  test('leaves what it received before the mailbox was added, and older messages are received on request', async () => {
    const server = await startServer({ user })
    const lastYear = new Date('2025-11-03T09:00:00Z')
    for (let n = 0; n < 3; n += 1) server.deliver('INBOX', makeMessage('old'), lastYear)
    server.deliver('INBOX', makeMessage('new'))
    keep()
    const id = await add({ service: 'PASSWORD', server: `imap://127.0.0.1:${server.port}`, password: 'secret' })
    await eventually(() => count('new')).toBe(1)
    expect(await count('old')).toBe(0)
    const read = () => server.folders.get('INBOX')?.messages.filter(({ flags }) => flags.size > 0).length
    await eventually(read).toBe(1)
    await change(id, sql`read_from = ${new Date('2025-11-01T00:00:00Z')}`)
    await eventually(() => count('old')).toBe(3)
    expect(await count('new')).toBe(1)
  })
})

test('secrets saved for another server are not used', async () => {
  const server = await startServer({ user })
  const id = await add({ service: 'PASSWORD', server: 'imap://127.0.0.1:9', password: 'secret' })
  await change(id, sql`server = ${`imap://127.0.0.1:${server.port}`}`)
  keep()
  await eventually(() => stateOf(id)).toMatchObject({
    health: 'failing',
    sentence: expect.stringContaining('Enter them again'),
  })
  expect(server.commands).toEqual([])
})

describe.runIf(hasDovecot())('a mailbox that is signed in to by OAuth', () => {
  let tokens: TokenServer
  let dovecot: Dovecot
  const start = async (lifetime?: number) => {
    tokens = await startTokenServer({ user, ...(lifetime === undefined ? {} : { lifetime }) })
    dovecot = await startDovecot(tokens)
    onTestFinished(async () => {
      await dovecot.stop()
      await tokens.stop()
    })
  }
  const oauth = (more: Partial<MailboxSettings> = {}) => ({
    service: 'OAUTH' as const,
    server: `imap://127.0.0.1:${dovecot.port}`,
    tokenUrl: tokens.tokenUrl,
    ...testApplication,
    ...more,
  })

  test('is read without a password, and its messages are moved', async () => {
    await start()
    await dovecot.deliver(user, makeMessage('by token'))
    keep()
    await add(oauth({ doneFolder: 'Done' }))
    await eventually(() => count('by token')).toBe(1)
    await eventually(() => dovecot.count(user, 'Done')).toBe(1)
    expect(tokens.given()).toBe(1)
  })

  test('is read on with a new token when the server ends a connection because the old one has ended', async () => {
    // So short that it is replaced at the next sign-in, and long enough for a busy machine to sign in with it.
    await start(60)
    keep()
    const id = await add(oauth())
    await eventually(() => stateOf(id)).toMatchObject({ health: 'healthy' })
    tokens.revokeAll()
    await dovecot.kick(user)
    await dovecot.deliver(user, makeMessage('after the token ended'))
    await eventually(() => count('after the token ended')).toBe(1)
    expect(tokens.given()).toBeGreaterThan(1)
    expect(await loggedOf(id)).toEqual([])
  })

  test('tells administrators once a day that its grant was revoked, and is read again after it was given anew', async () => {
    await start()
    keep()
    const id = await add(oauth())
    await eventually(() => stateOf(id)).toMatchObject({ health: 'healthy' })
    tokens.refuseWith({ status: 401, body: { error: 'invalid_client', error_description: 'AADSTS7000222: expired' } })
    tokens.revokeAll()
    await dovecot.kick(user)
    await eventually(() => stateOf(id)).toMatchObject({ health: 'failing' })
    const logged = [expect.stringContaining('The client secret has expired.')]
    await eventually(() => loggedOf(id)).toEqual(logged)
    await dovecot.deliver(user, makeMessage('waited for a grant'))
    tokens.refuseWith(undefined)
    await change(id, sql`client_secret = ${sealed({ ...oauth() }, testApplication.clientSecret)}`)
    await eventually(() => count('waited for a grant')).toBe(1)
    expect(await loggedOf(id)).toEqual(logged)
  })
})

/** Adds a mailbox of firm 1, its secrets sealed as the console's are. */
async function add(settings: Partial<MailboxSettings>): Promise<string> {
  const id = newId()
  const { clientSecret = null, password = null, ...plain } = settings
  const row = {
    folder: 'INBOX',
    address: user,
    doneFolder: null,
    tokenUrl: null,
    clientId: null,
    isBelieved: true,
    ...plain,
  }
  const seal = (secret: string | null) => (secret === null ? null : sealed(row, secret))
  await withSystem(services.database, async (trx) => {
    await sql`insert into mailboxes (firm_id, id, name, service, address, folder, done_folder, server, token_url, client_id,
        client_secret, password, is_believed)
      values (1, ${id}::uuid, ${`Mailbox ${id}`}, ${row.service}, ${row.address}, ${row.folder}, ${row.doneFolder},
        ${row.server}, ${row.tokenUrl}, ${row.clientId}, ${seal(clientSecret)}, ${seal(password)}, ${row.isBelieved})`.execute(
      trx,
    )
    await announce(trx, { firmId: 1, entity: mailbox.name, ids: [id] })
  })
  onTestFinished(() => change(id, sql`is_active = false`))
  return id
}

function sealed(row: Partial<MailboxSettings>, secret: string): Uint8Array {
  return services.secrets.seal(secret, destinationOf(mailbox, { ...row }))
}

async function change(id: string, set: ReturnType<typeof sql>): Promise<void> {
  await withSystem(services.database, async (trx) => {
    await sql`update mailboxes set ${set} where firm_id = 1 and id = ${id}::uuid`.execute(trx)
    await announce(trx, { firmId: 1, entity: mailbox.name, ids: [id] })
  })
}

async function stateOf(id: string) {
  const { rows } = await withSystem(services.database, (trx) =>
    sql`select health, sentence, last_message_at is not null as "hasMessage" from mailboxes
      where firm_id = 1 and id = ${id}::uuid`.execute(trx),
  )
  return rows[0]
}

/** What administrators were notified of. */
async function loggedOf(id: string): Promise<string[]> {
  const { rows } = await withSystem(services.database, (trx) =>
    sql<{ sentence: string }>`select sentence from system_events
      where firm_id = 1 and action = 'mailbox_failing' and entity_id = ${id}`.execute(trx),
  )
  return rows.map(({ sentence }) => sentence)
}
