import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { settingsFor, startGraph, user } from '../../../mail/graph/graph-mailbox.fixture.ts'
import { headerOf } from '../../../testing/graph-mailbox.ts'
import type { GraphServer } from '../../../testing/graph-server.ts'
import type { TokenServer } from '../../../testing/token-server.ts'
import { trySender } from '../accounts/try-sender.ts'
import type { Mail, MailFile } from '../mail.ts'
import { openNotes, openReceipts } from '../receipts.ts'
import { connectGraph, type GraphWay } from './connect-graph.ts'

let graph: GraphServer
let tokens: TokenServer
let folder: string
let way: GraphWay
beforeEach(async () => {
  const started = await startGraph()
  graph = started.graph
  tokens = started.tokens
  folder = await mkdtemp(path.join(tmpdir(), 'graph-'))
  way = {
    server: { host: '127.0.0.1', port: 443, isSecure: true, user },
    account: { signIn: settingsFor({ graph, tokens }), networks: ['loopback'] },
  }
  return () => rm(folder, { recursive: true, force: true })
})

const email: Mail = {
  from: { name: 'Hale & Osei LLP', address: user },
  to: { name: 'Osei, Ruth', address: 'r.osei@hale-osei.example' },
  subject: 'Acme v. Doe',
  text: 'text',
  html: '<p>text</p>',
  messageId: '<1.2@hale-osei.example>',
  headers: { 'Auto-Submitted': 'auto-generated' },
}

/** Sends as one attempt of a delivery. */
function attempt(mail: Mail, attempts = 1) {
  const receipt = openReceipts(folder).prepare(
    { id: 'delivery', attempts, wasInterrupted: false },
    { done: 'sent', note: null },
  )
  return connectGraph(way).send(mail, openNotes(receipt))
}

test('an email goes out whole, with its own Message-ID and headers, and is saved among what was sent', async () => {
  const small = { filename: 'order.pdf', contentType: 'application/pdf', content: randomBytes(5000) }
  expect(await attempt({ ...email, attachments: [small] })).toEqual({ accepted: true, response: '202 Accepted' })
  const [sent] = graph.sent
  expect(headerOf(sent?.mime ?? Buffer.alloc(0), 'Message-ID')).toBe(email.messageId)
  expect(headerOf(sent?.mime ?? Buffer.alloc(0), 'Auto-Submitted')).toBe('auto-generated')
  expect(String(sent?.mime)).toContain('filename=order.pdf')
  expect(graph.requests.map(({ what }) => what)).toEqual(['POST /sendMail'])
})

test('a large email goes out as a draft whose files are uploaded, without the token, and arrive whole', async () => {
  const files = await largeFiles()
  expect(await attempt({ ...email, attachments: files })).toMatchObject({ accepted: true })
  expect(graph.sent).toHaveLength(1)
  expect(headerOf(graph.sent[0]?.mime ?? Buffer.alloc(0), 'Message-ID')).toBe(email.messageId)
  expect(graph.sent[0]?.files).toEqual(contents)
  const puts = graph.requests.filter(({ what }) => what.startsWith('PUT'))
  expect(puts.length).toBeGreaterThan(1)
  expect(puts.every(({ hasToken }) => !hasToken)).toBe(true)
})

test('an email with more than 25 MB of files goes out in parts of less than 4 MB', async () => {
  const file = path.join(folder, 'record')
  const record = randomBytes(26_500_000)
  await writeFile(file, record)
  const files = [
    { filename: 'record.pdf', contentType: 'application/pdf', content: { path: file } },
    { filename: 'exhibit.pdf', contentType: 'application/pdf', content: medium },
  ]
  expect(await attempt({ ...email, attachments: files })).toMatchObject({ accepted: true })
  expect(graph.sent).toHaveLength(1)
  expect(graph.sent[0]?.files.map(({ name, bytes }) => [name, bytes.length])).toEqual([
    ['record.pdf', record.length],
    ['exhibit.pdf', medium.length],
  ])
  expect(graph.sent[0]?.files[0]?.bytes.equals(record)).toBe(true)
  // The stand-in refuses larger requests, as Graph does.
  expect(graph.requests.filter(({ what }) => what.startsWith('PUT')).length).toBe(7)
})

test.each([
  ['POST /messages', 1],
  ['POST /messages/', 1],
  ['PUT /upload/', 1],
  ['PUT /upload/', 2],
  ['/send', 1],
] as const)('a large email is sent once, though a server is killed at %s (%i)', async (step, nth) => {
  const mail = { ...email, attachments: await largeFiles() }
  for (const ending of ['hangUp', 'hangUpAfterwards'] as const) {
    graph.sent.length = 0
    graph.messages.length = 0
    let seen = 0
    graph.interfere((what) => {
      if (what === step || (step !== 'POST /messages' && what.includes(step))) seen += 1
      // After that, the killed server does nothing more, nor does it clear up.
      if (seen > nth) return 'hangUp'
      if (seen === nth) {
        seen += 1
        return ending
      }
      return undefined
    })
    expect(await attempt(mail)).toHaveProperty('retry')
    graph.interfere(undefined)
    expect(await attempt(mail, 2)).toMatchObject({ accepted: true })
    expect(graph.sent).toHaveLength(1)
    expect(graph.sent[0]?.files).toEqual(contents)
    expect(graph.messages.filter(({ isDraft }) => isDraft)).toEqual([])
    openReceipts(folder).forget({ id: 'delivery', attempts: 1, wasInterrupted: true })
  }
})

test('an email whose acceptance never arrived is found among what was sent, and not sent again', async () => {
  graph.interfere(() => 'hangUpAfterwards')
  expect(await attempt(email)).toHaveProperty('retry')
  graph.interfere(undefined)
  expect(await attempt(email, 2)).toMatchObject({ accepted: true, response: 'Found among what was sent.' })
  expect(graph.sent).toHaveLength(1)
})

test('with the right to send alone, an email that may have been handed over is sent once more', async () => {
  graph.interfere(() => 'hangUp')
  expect(await attempt(email)).toHaveProperty('retry')
  graph.interfere((what) => (what.startsWith('GET') ? { status: 403, code: 'ErrorAccessDenied' } : undefined))
  expect(await attempt(email, 2)).toMatchObject({ accepted: true, response: '202 Accepted' })
})

test('with the right to send alone, an email whose answer was lost twice is not sent again: a person decides', async () => {
  const lose = (what: string) =>
    what.startsWith('GET') ? ({ status: 403, code: 'ErrorAccessDenied' } as const) : ('hangUpAfterwards' as const)
  for (const attempts of [1, 2]) {
    graph.interfere(lose)
    expect(await attempt(email, attempts)).toHaveProperty('retry')
    openReceipts(folder).end({ id: 'delivery', attempts, wasInterrupted: false }, { status: 'waiting', isTry: true })
  }
  expect(graph.sent).toHaveLength(2)
  expect(await attempt(email, 3)).toEqual({
    rejected: expect.stringContaining('twice without an answer, so it may have been delivered'),
    isTooLarge: false,
  })
  expect(graph.sent).toHaveLength(2)
  // Once the application may look, it is found.
  graph.interfere(undefined)
  expect(await attempt(email, 4)).toMatchObject({ accepted: true, response: 'Found among what was sent.' })
  expect(graph.sent).toHaveLength(2)
})

test('with the right to send alone, refusals of an email are no reason not to send it', async () => {
  for (const attempts of [1, 2, 3]) {
    graph.interfere((what) =>
      what.startsWith('GET') ? { status: 403, code: 'ErrorAccessDenied' } : { status: 503, code: 'x' },
    )
    expect(await attempt(email, attempts)).toHaveProperty('retry')
    openReceipts(folder).end({ id: 'delivery', attempts, wasInterrupted: false }, { status: 'waiting', isTry: true })
  }
  graph.interfere((what) => (what.startsWith('GET') ? { status: 403, code: 'ErrorAccessDenied' } : undefined))
  expect(await attempt(email, 4)).toMatchObject({ accepted: true, response: '202 Accepted' })
})

test('what concerns the email or its recipient is final, a setting or a limit waits', async () => {
  const to = { name: '', address: 'x@nowhere.example' }
  expect(await attempt({ ...email, to })).toMatchObject({ rejected: expect.any(String), isTooLarge: false })
  for (const [answer, result] of [
    [{ status: 413, code: 'RequestEntityTooLarge' }, { isTooLarge: true }],
    [{ status: 429, code: 'x', headers: { 'retry-after': '1' } }, { retry: expect.stringContaining('asked to wait') }],
    [{ status: 503, code: 'x' }, { retry: expect.stringContaining("can't answer now") }],
    [
      { status: 400, code: 'ErrorSubmissionQuotaExceeded' },
      { retry: expect.any(String), isOne: true },
    ],
    [
      { status: 403, code: 'ErrorAccessDenied' },
      { retry: expect.stringContaining('Mail.Send'), isRefusedLogIn: true },
    ],
    [
      { status: 403, code: 'ErrorSendAsDenied' },
      { retry: expect.stringContaining('send as'), isRefusedLogIn: true },
    ],
    [{ status: 404, code: 'MailboxNotEnabledForRESTAPI' }, { isRefusedLogIn: true }],
    [{ status: 404, code: 'ErrorInvalidUser' }, { isRefusedLogIn: true }],
  ] as const) {
    graph.interfere(() => answer)
    expect(await attempt(email)).toMatchObject(result)
  }
})

test('a token that ended before its time is replaced once', async () => {
  const connection = connectGraph(way)
  await connection.send(email)
  tokens.revokeAll()
  expect(await connection.send(email)).toMatchObject({ accepted: true })
  expect(tokens.given()).toBe(2)
})

test('the test of an account requests a token and sends one email to the person who tests', async () => {
  const mail = {
    from: { name: 'Courtcrier', address: user },
    to: { name: 'Ada', address: 'ada@hale-osei.example' },
    messageId: '<test@hale-osei.example>',
  }
  const result = await trySender(() => way, mail)
  expect(result.steps.map(({ state }) => state)).toEqual(['ok', 'skipped', 'skipped', 'skipped', 'ok'])
  expect(headerOf(graph.sent[0]?.mime ?? Buffer.alloc(0), 'To')).toContain('ada@hale-osei.example')
  graph.interfere(() => ({ status: 403, code: 'ErrorAccessDenied' }))
  const refused = await trySender(() => way, mail)
  expect(refused.sentence).toContain('application permission Mail.Send')
  expect(refused.steps.at(-1)?.state).toBe('failed')
})

const large = randomBytes(5_000_000)
const medium = randomBytes(1_000_000)
const contents = [
  { name: 'opinion.pdf', bytes: large },
  { name: 'exhibit.pdf', bytes: medium },
]

async function largeFiles(): Promise<MailFile[]> {
  const file = path.join(folder, 'opinion')
  await writeFile(file, large)
  onTestFinished(() => rm(file, { force: true }))
  return [
    { filename: 'opinion.pdf', contentType: 'application/pdf', content: { path: file } },
    { filename: 'exhibit.pdf', contentType: 'application/pdf', content: medium },
  ]
}
