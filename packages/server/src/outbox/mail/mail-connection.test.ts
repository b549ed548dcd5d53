import { randomBytes } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startTcpFaultProxy } from '@courtcrier/connectors/testing/fault-proxy.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Mail } from './mail.ts'
import { connectMailServer, type MailConnection } from './mail-connection.ts'
import { openLineServer, openMailCatcher, smtpRefusal } from './test-mail-server.ts'

vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>()
  return { ...original, createReadStream: vi.fn(original.createReadStream) }
})

const large = randomBytes(5_000_001)
const small = randomBytes(1000)
const largePath = () => path.join(folder, 'large')
let folder: string
let mail: Mail
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'courtcrier-mail-'))
  await writeFile(largePath(), large)
  await writeFile(path.join(folder, 'small'), small)
  const file = (name: string) => ({ filename: `${name}.pdf`, contentType: 'application/pdf' })
  mail = {
    from: { name: 'Hale & Osei LLP', address: 'notices@hale-osei.example' },
    to: { name: 'Osei, Ruth', address: 'r.osei@hale-osei.example' },
    subject: 'Acme v. Doe',
    text: 'text',
    attachments: [
      { ...file('large'), content: { path: largePath() } },
      { ...file('small'), content: { path: path.join(folder, 'small') } },
      { ...file('bytes'), content: Uint8Array.of(1, 2, 3) },
    ],
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const closers: (() => unknown)[] = []
beforeEach(() => {
  vi.mocked(createReadStream).mockClear()
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

test('a large file arrives intact next to small ones, and is read as a stream that is closed afterwards', async () => {
  const catcher = await openMailCatcher()
  closers.push(catcher.close)
  expect(await connect(catcher.port).send(mail)).toMatchObject({ accepted: true })
  const [parsed] = await catcher.parsed()
  expect(parsed?.attachments.map(({ filename }) => filename)).toEqual(['large.pdf', 'small.pdf', 'bytes.pdf'])
  const [first, second, third] = (parsed?.attachments ?? []).map(({ content }) => Buffer.from(content as ArrayBuffer))
  expect(first?.equals(large)).toBe(true)
  expect(second?.equals(small)).toBe(true)
  expect(third).toEqual(Buffer.from([1, 2, 3]))
  expect(await closedFiles()).toEqual([largePath()])
})

test('the file of an email that is refused after all of it was sent is closed too', async () => {
  const { port, close } = await openMailCatcher({
    onData: (stream, _session, done) => stream.resume().on('end', () => done(smtpRefusal(554, 'spam'))),
  })
  closers.push(close)
  expect(await connect(port).send(mail)).toMatchObject({ rejected: expect.stringContaining('554 spam') })
  expect(await closedFiles()).toEqual([largePath()])
})

test('the file of an email that is cut off halfway is closed too', async () => {
  const catcher = await openMailCatcher()
  const proxy = await startTcpFaultProxy(catcher)
  closers.push(catcher.close, proxy.close)
  proxy.cutAfter(1_000_000)
  expect(await connect(proxy.port).send(mail)).toMatchObject({ retry: expect.stringContaining('not be reached') })
  expect(await closedFiles()).toEqual([largePath()])
})

test('an email that is never sent opens no file', async () => {
  const { port, close } = await openMailCatcher()
  await close()
  expect(await connect(port).send(mail)).toMatchObject({ retry: expect.stringContaining('nothing listens there') })
  expect(await closedFiles()).toEqual([])
})

test('a connection the server dropped between two emails is replaced, even for a large file', async () => {
  let senders = 0
  let messages = 0
  const { port, close } = await openLineServer((line, reply) => {
    if (line.startsWith('MAIL FROM') && ++senders === 2) return 'drop'
    if (line === '.') messages++
    reply(line.startsWith('EHLO') ? '250 fake' : line === 'DATA' ? '354 go' : '250 ok')
    return undefined
  })
  closers.push(close)
  const connection = connect(port)
  expect(await connection.send({ ...mail, attachments: [] })).toMatchObject({ accepted: true })
  expect(await connection.send(mail)).toMatchObject({ accepted: true })
  expect(messages).toBe(2)
  expect(await closedFiles()).toContain(largePath())
})

function connect(port: number): MailConnection {
  const connection = connectMailServer({ host: '127.0.0.1', port, isSecure: false })
  closers.push(connection.close)
  return connection
}

/** Returns the files that were opened as streams, once each is closed. */
async function closedFiles(): Promise<string[]> {
  const opened = vi.mocked(createReadStream).mock.results.map(({ value }) => value as ReadStream)
  for (const stream of opened) if (!stream.closed) await new Promise<void>((resolve) => stream.once('close', resolve))
  return opened.map((stream) => String(stream.path))
}
