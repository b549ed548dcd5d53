import path from 'node:path'
import { StorageFullError } from '@courtcrier/lib/storage-error.ts'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { announce } from '../base/db/changes.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { longTest } from '../testing/in-long-run.ts'
import { openTestServices, type TestServices } from '../testing/services.ts'
import { giveAddresses } from './own-domains.ts'
import { type SmtpListener, type SmtpListenerOptions, startSmtpListener } from './smtp-listener.ts'
import { eventually } from './testing/eventually.ts'
import { itemsOf } from './testing/items.ts'
import { connectSmtp, type SmtpClient, startMessage } from './testing/smtp-client.ts'

const firms = [['notices@one.example', '*@ecf.one.example', 'both@shared.example'], ['*@two.example']]
let held: TestServices
let services: Services
let listener: SmtpListener

beforeAll(async () => {
  held = await openTestServices({ firms })
  services = held.services
  await withFirm(services.database, 1, (trx) =>
    sql`update firms set max_message_size = 100000 where firm_id = 1`.execute(trx),
  )
  listener = await startSmtpListener(services)
})
afterAll(async () => {
  await listener.close()
  await held.close()
})

async function connect(port = listener.port): Promise<SmtpClient & { greeting: string }> {
  const client = await connectSmtp(port)
  onTestFinished(client.end)
  return client
}

/** Starts a second listener for the same firms, with some parts replaced. */
async function startOther(options: Partial<SmtpListenerOptions>, other: Partial<Services> = {}): Promise<SmtpListener> {
  const made = await startSmtpListener({ ...services, ...other }, options)
  onTestFinished(made.close)
  return made
}

async function sendAll(client: SmtpClient, to: readonly string[], message: string | Buffer): Promise<string> {
  await startMessage(client, { to })
  if (!(await client.say('DATA')).startsWith('354')) throw new Error('no message was wanted')
  await client.write(message)
  return client.say('\r\n.')
}

let serial = 0
function makeMessage(subject: string, body = 'text'): string {
  return `From: ecf@cand.uscourts.gov\r\nSubject: ${subject}\r\nMessage-ID: <m${++serial}@test>\r\n\r\n${body}`
}

const subjects = async (firmId: number) => (await itemsOf(services, firmId)).map((item) => item.subject)

test('a message from a real mail program becomes an item with its bytes, sender and source', async () => {
  const transport = createTransport({ host: '127.0.0.1', port: listener.port, name: 'mx.cand.example', secure: false })
  const sent = await transport.sendMail({
    envelope: { from: 'ECF@cand.uscourts.gov', to: ['Notices+Smith@one.example'] },
    from: 'ECF@cand.uscourts.gov',
    to: 'efiling@cand.uscourts.gov',
    subject: 'Activity in Case 1:26-cv-1',
    text: '.begins with a dot\n..and two\nünïcode',
  })
  transport.close()
  const item = (await itemsOf(services, 1)).find((entry) => entry.subject === 'Activity in Case 1:26-cv-1')
  expect(item?.outcomes.receive).toEqual({
    ip: '127.0.0.1',
    helo: 'mx.cand.example',
    mailFrom: 'ECF@cand.uscourts.gov',
    recipients: ['Notices+Smith@one.example'],
  })
  expect(sent.response).toBe(`250 2.0.0 Received as ${item?.id}.`)
  const raw = Buffer.from(await services.blobs.get(item?.raw_content ?? '')).toString()
  expect(raw).toMatch(/^From: /)
  expect(raw).toContain('\r\n.begins with a dot\r\n..and two\r\n')
})

test('the greeting says that the connection is not encrypted, and EHLO offers neither AUTH nor STARTTLS', async () => {
  const client = await connect()
  expect(client.greeting).toContain('no encryption: no certificate is configured')
  const lines: string[] = []
  client.socket.on('data', (chunk) => lines.push(String(chunk)))
  await client.say('EHLO x.example')
  expect(lines.join('')).toMatch(/8BITMIME[\s\S]*SMTPUTF8[\s\S]*SIZE 50000000/)
  expect(lines.join('')).not.toMatch(/AUTH|STARTTLS/)
})

test('addresses map to their firm exactly, by domain, with a plus sign and in any case; others are refused', async () => {
  const client = await connect()
  const answers = await startMessage(client, {
    to: ['NOTICES@One.Example', 'notices+x@one.example', 'any.one@ecf.one.example', 'a@TWO.example'],
  })
  expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['250', '250', '250', '250'])
  for (const address of [
    'other@one.example',
    'x@sub.two.example',
    'x@evil.example',
    'notices@one.example.evil.example',
  ]) {
    expect(await client.say(`RCPT TO:<${address}>`)).toBe('550 5.1.1 No firm here accepts mail at this address.')
  }
})

test('an address from before firms had domains maps to the firm that owns it, and otherwise to none for now', async () => {
  await withLegacyAddresses(2, ['*@two.example', 'both@shared.example', '*@shared.example', 'in@ecf.one.example'])
  const client = await connect()
  for (const address of ['Both+x@SHARED.example', '"both"@shared.example', 'in@ecf.one.example'])
    expect(await sendAll(client, [address], makeMessage(`for ${address}`)), address).toMatch(/^250/)
  expect((await subjects(1)).filter((subject) => subject.startsWith('for '))).toHaveLength(3)
  expect((await subjects(2)).filter((subject) => subject.startsWith('for '))).toEqual([])
  await client.say('MAIL FROM:<a@b.example>')
  expect(await client.say('RCPT TO:<other@shared.example>')).toMatch(/^451 4\.3\.5 The domain of this address/)
})

test('refuses mail to an unknown address, and accepts the next message', async () => {
  const client = await connect()
  await startMessage(client, { to: ['nobody@nowhere.example'] })
  expect(await client.say('DATA')).toMatch(/^503/)
  expect(await sendAll(client, ['notices@one.example'], makeMessage('after nobody'))).toMatch(/^250/)
})

test('a message for two firms is one item in each, and each firm sees only its own addresses', async () => {
  const client = await connect()
  const to = ['notices@one.example', 'x@two.example', 'y@two.example']
  expect(await sendAll(client, to, makeMessage('for both'))).toMatch(/^250/)
  const [one] = (await itemsOf(services, 1)).filter((item) => item.subject === 'for both')
  const two = (await itemsOf(services, 2)).filter((item) => item.subject === 'for both')
  expect(two).toHaveLength(1)
  expect(one?.outcomes.receive.recipients).toEqual(['notices@one.example'])
  expect(two[0]?.outcomes.receive.recipients).toEqual(['x@two.example', 'y@two.example'])
})

test('the same message twice, even at the same moment, is one item', async () => {
  const message = makeMessage('twice')
  const clients = await Promise.all([connect(), connect(), connect()])
  const answers = await Promise.all(clients.map((client) => sendAll(client, ['x@two.example'], message)))
  expect(new Set(answers).size).toBe(1)
  expect((await subjects(2)).filter((subject) => subject === 'twice')).toHaveLength(1)
})

test('a changed address list takes effect at once', async () => {
  const client = await connect()
  expect(await startMessage(client, { to: ['new@later.example'] })).toEqual([expect.stringMatching(/^550/)])
  await withFirm(services.database, 2, async (trx) => {
    expect(await giveAddresses(trx, { firmId: 2, addresses: ['*@later.example'] })).toBeUndefined()
    await sql`update firms set incoming_email_addresses = incoming_email_addresses || '{*@later.example}'
      where firm_id = 2`.execute(trx)
    await announce(trx, { firmId: 2, entity: 'firm', ids: ['2'] })
  })
  await eventually(() => client.say('RCPT TO:<new@later.example>')).toMatch(/^250/)
})

test("refuses a message over the firm's limit: at RCPT if its size is declared, otherwise at its end", async () => {
  const client = await connect()
  await client.say('EHLO x')
  await client.say('MAIL FROM:<a@b.example> SIZE=100001')
  expect(await client.say('RCPT TO:<notices@one.example>')).toMatch(/^552 5\.3\.4 .*100000 bytes/)
  expect(await client.say('RCPT TO:<x@two.example>')).toMatch(/^250/)
  await client.say('RSET')
  const large = makeMessage('too large', 'x'.repeat(150_000))
  expect(await sendAll(client, ['notices@one.example'], large)).toMatch(/^552 5\.3\.4/)
  expect(await sendAll(client, ['x@two.example'], large)).toMatch(/^250/)
  expect(await subjects(1)).not.toContain('too large')
})

longTest('refuses a message of 400 MB without filling memory or disk, and accepts the next one', async () => {
  const client = await connect()
  await startMessage(client, { to: ['x@two.example'] })
  await client.say('DATA')
  await client.write('Subject: flood\r\n\r\n')
  const before = process.memoryUsage().rss
  let most = before
  const block = Buffer.alloc(1_000_000, 'abcdefgh\r\n')
  for (let sent = 0; sent < 400; sent++) {
    await client.write(block)
    most = Math.max(most, process.memoryUsage().rss)
  }
  expect(await client.say('\r\n.')).toMatch(/^552 5\.3\.4/)
  // The limit is 50 MB, so no more than that is ever held. The rest allows for what a busy machine's collector leaves.
  expect((most - before) / 1e6).toBeLessThan(250)
  expect(await subjects(2)).not.toContain('flood')
  expect(await sendAll(client, ['x@two.example'], makeMessage('after the flood'))).toMatch(/^250/)
})

test('when all memory for messages is in use, mail is deferred with 452 and accepted again later', async () => {
  const small = await startOther({ memory: 1024 * 1024 + 40 * 1024 })
  const first = await connect(small.port)
  await startMessage(first, { to: ['x@two.example'] })
  await first.say('DATA')
  await first.write(`${makeMessage('first', 'x'.repeat(500_000))}`)
  const second = await connect(small.port)
  await eventually(async () => sendAll(second, ['x@two.example'], makeMessage('second', 'x'.repeat(500_000)))).toMatch(
    /^452 4\.3\.1 Too many messages/,
  )
  expect(await first.say('\r\n.')).toMatch(/^250/)
  expect(await sendAll(second, ['x@two.example'], makeMessage('second', 'x'.repeat(500_000)))).toMatch(/^250/)
})

test('a full disk defers mail for all firms of a message, and receiving resumes by itself', async () => {
  const disk = { isFull: true }
  const put: Services['blobs']['put'] = async (content) => {
    if (disk.isFull) throw new StorageFullError('no room')
    return services.blobs.put(content)
  }
  const other = await startOther({}, { blobs: { ...services.blobs, put } })
  const client = await connect(other.port)
  const message = makeMessage('disk was full')
  expect(await sendAll(client, ['notices@one.example', 'x@two.example'], message)).toBe(
    '452 4.3.1 No disk space is left for messages. Try again later.',
  )
  expect(await subjects(1)).not.toContain('disk was full')
  disk.isFull = false
  expect(await sendAll(client, ['notices@one.example', 'x@two.example'], message)).toMatch(/^250/)
  expect(await subjects(1)).toContain('disk was full')
})

test('a failure for one of two firms defers the message, and the repetition creates no second item', async () => {
  const trouble = { isOn: true }
  const enqueue: Services['jobs']['enqueue'] = async (trx, queue, jobs, options) => {
    if (trouble.isOn && jobs.some((job) => job.firmId === 2)) throw new Error('database trouble of firm 2')
    return services.jobs.enqueue(trx, queue, jobs, options)
  }
  const other = await startOther({}, { jobs: { ...services.jobs, enqueue } })
  const client = await connect(other.port)
  const message = makeMessage('half taken')
  const to = ['notices@one.example', 'x@two.example']
  expect(await sendAll(client, to, message)).toMatch(/^451 4\.3\.0/)
  expect(await subjects(2)).not.toContain('half taken')
  trouble.isOn = false
  expect(await sendAll(client, to, message)).toMatch(/^250/)
  for (const firmId of [1, 2]) {
    expect(
      (await subjects(firmId)).filter((subject) => subject === 'half taken'),
      `firm ${firmId}`,
    ).toHaveLength(1)
  }
})

test('without the database, mail is deferred at the recipient, and accepted once it is back', async () => {
  const state = { isDown: true }
  const kysely = new Proxy(services.database.kysely, {
    get: (target, name) => {
      if (state.isDown) throw new Error('the database is away')
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const other = await startOther({}, { database: { ...services.database, kysely } })
  const client = await connect(other.port)
  const answers = await startMessage(client, { to: ['x@two.example'] })
  expect(answers).toEqual(["451 4.3.0 Mail can't be received right now. Try again later."])
  state.isDown = false
  expect(await sendAll(client, ['x@two.example'], makeMessage('database is back'))).toMatch(/^250/)
})

test('more than 100 recipients are left for a second message', async () => {
  const client = await connect()
  const to = Array.from({ length: 102 }, (_, n) => `u${n}@two.example`)
  const answers = await startMessage(client, { to })
  expect(answers.slice(99).map((answer) => answer.slice(0, 3))).toEqual(['250', '452', '452'])
})

test('accepts pipelined commands, two messages on a connection, and bytes that trickle in', async () => {
  const client = await connect()
  await client.say('EHLO x')
  const transaction = (subject: string) =>
    `MAIL FROM:<a@b.example>\r\nRCPT TO:<x@two.example>\r\nDATA\r\n${makeMessage(subject)}\r\n.\r\n`
  const bytes = Buffer.from(`${transaction('piped 1')}${transaction('piped 2')}`)
  await client.write(bytes)
  const answers: string[] = []
  for (let n = 0; n < 8; n++) answers.push((await client.answer()).slice(0, 3))
  expect(answers).toEqual(['250', '250', '354', '250', '250', '250', '354', '250'])
  for (const byte of Buffer.from(transaction('trickled'))) await client.write(Buffer.from([byte]))
  for (let n = 0; n < 4; n++) expect(await client.answer()).toMatch(/^(250|354)/)
  expect(await subjects(2)).toEqual(expect.arrayContaining(['piped 1', 'piped 2', 'trickled']))
})

test('a bare line feed before a dot does not end a message, so nothing can be smuggled in after it', async () => {
  const client = await connect()
  const smuggled = `${makeMessage('outer')}\n.\nMAIL FROM:<a@b.example>\r\nRCPT TO:<x@two.example>\r\nDATA\r\nSubject: inner`
  expect(await sendAll(client, ['x@two.example'], smuggled)).toMatch(/^250/)
  expect(await client.say('NOOP')).toMatch(/^250/)
  expect(await subjects(2)).not.toContain('inner')
})

test('a sender that disconnects midway leaves nothing behind', async () => {
  const small = await startOther({ memory: 2 * 1024 * 1024 })
  for (let n = 0; n < 5; n++) {
    const client = await connect(small.port)
    await startMessage(client, { to: ['x@two.example'] })
    await client.say('DATA')
    await client.write(makeMessage('broken off', 'x'.repeat(1_000_000)))
    client.end()
    await client.closed
  }
  const client = await connect(small.port)
  // Each of the five used half of the memory, and all of it was released.
  await eventually(() => sendAll(client, ['x@two.example'], makeMessage('whole', 'x'.repeat(1_000_000)))).toMatch(
    /^250/,
  )
  expect(await subjects(2)).not.toContain('broken off')
})

test('disconnects a peer that guesses addresses or floods commands', async () => {
  const strict = await startOther({ maxUnknown: 3, maxCommands: 30 })
  const guesser = await connect(strict.port)
  const answers = await startMessage(guesser, { to: ['a@x.example', 'b@x.example', 'c@x.example'] })
  expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['550', '550', '421'])
  await guesser.closed
  const flooder = await connect(strict.port)
  await flooder.write('NOOP\r\n'.repeat(100))
  await flooder.closed
  const patient = await connect(strict.port)
  for (let n = 0; n < 20; n++) expect(await sendAll(patient, ['x@two.example'], makeMessage('many'))).toMatch(/^250/)
})

test('limits connections per address, and closes those that send no message', async () => {
  const strict = await startOther({ maxConnectionsPerIp: 2, messageMs: 1500 })
  const clients = await Promise.all([connect(strict.port), connect(strict.port), connect(strict.port)])
  expect(clients.map((client) => client.greeting.slice(0, 3)).sort()).toEqual(['220', '220', '421'])
  await Promise.all(clients.map((client) => client.closed))
  await eventually(async () => (await connect(strict.port)).greeting).toMatch(/^220/)
})

test('closing lets a message in progress finish and disconnects idle peers', async () => {
  const other = await startSmtpListener(services)
  const [idle, busy] = [await connect(other.port), await connect(other.port)]
  await startMessage(busy, { to: ['x@two.example'] })
  await busy.say('DATA')
  await busy.write(makeMessage('while closing'))
  const closing = other.close()
  expect(await idle.answer()).toMatch(/^421 4\.3\.2/)
  expect(await busy.say('\r\n.')).toMatch(/^250/)
  await closing
  expect(await subjects(2)).toContain('while closing')
  await expect(connectSmtp(other.port)).resolves.toMatchObject({ greeting: '' })
})

test('with a certificate, mail is received encrypted, and the bytes are the same', async () => {
  const certFile = path.join(import.meta.dirname, 'testing/test-certificate.pem')
  const keyFile = path.join(import.meta.dirname, 'testing/test-key.pem')
  const config = { ...services.config, smtpCertificate: { certFile, keyFile } }
  const other = await startOther({}, { config })
  const transport = createTransport({
    host: '127.0.0.1',
    port: other.port,
    requireTLS: true,
    tls: { rejectUnauthorized: false },
  })
  await transport.sendMail({ from: 'a@b.example', to: 'x@two.example', subject: 'encrypted', text: 'x' })
  transport.close()
  expect(await subjects(2)).toContain('encrypted')
  await expect(
    startSmtpListener({ ...services, config: { ...config, smtpCertificate: { certFile, keyFile: certFile } } }),
  ).rejects.toThrow(/COURTCRIER_SMTP_CERT/)
})

test('reports a port that is in use', async () => {
  await expect(startSmtpListener(services, { port: listener.port })).rejects.toThrow(
    `The SMTP port ${listener.port} is taken. Stop the program that uses it, or set COURTCRIER_SMTP_PORT to another.`,
  )
})

/** Writes addresses that a firm may not have into its row, as rows from before the migration contain. */
async function withLegacyAddresses(firmId: number, addresses: readonly string[]): Promise<void> {
  await sql`alter table firms disable trigger firms_own_addresses`.execute(services.database.kysely)
  await withFirm(services.database, firmId, async (trx) => {
    await sql`update firms set incoming_email_addresses = ${addresses}::text[] where firm_id = ${firmId}`.execute(trx)
    await announce(trx, { firmId, entity: 'firm', ids: [String(firmId)] })
  })
  await sql`alter table firms enable trigger firms_own_addresses`.execute(services.database.kysely)
}
