import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authenticate } from 'mailauth'
import { afterEach, expect, test } from 'vitest'
import { type SandboxOptions, startSandbox } from './sandbox.ts'
import { askCourt, directLink } from './testing/ask-court.ts'
import { eventually } from './testing/eventually.ts'
import { startReceiver } from './testing/start-receiver.ts'

const cleanup: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const stop of cleanup.splice(0)) await stop()
})

async function start(options: SandboxOptions = {}) {
  const sandbox = await startSandbox(options)
  cleanup.push(() => sandbox.stop())
  return sandbox
}

async function receive() {
  const receiver = await startReceiver()
  cleanup.push(receiver.stop)
  return receiver
}

const getJson = async (url: string) => (await fetch(url)).json() as Promise<unknown>

test('a received notice verifies with only the sandbox’s DNS over HTTP', async () => {
  const [sandbox, receiver] = [await start(), await receive()]
  await sandbox.sendFilings({ smtp: { host: '127.0.0.1', port: receiver.port }, count: 1 })
  const resolver = async (name: string, type: string) => {
    const answer = await fetch(`${sandbox.httpUrl}/dns?name=${encodeURIComponent(name)}&type=${type}`)
    if (answer.status === 404) throw Object.assign(new Error(`No ${type} of ${name}`), { code: 'ENOTFOUND' })
    return (await answer.json()) as string[][]
  }
  const court = sandbox.world.courts.find(({ id }) => id === sandbox.filings()[0]?.courtId)
  const raw = receiver.messages[0] ?? Buffer.alloc(0)
  const { dkim, dmarc } = await authenticate(raw, {
    ip: '127.0.0.1',
    helo: 'localhost',
    sender: court?.sender,
    resolver,
  })
  expect([dkim.results[0]?.status.result, dmarc !== false && dmarc.status.result]).toEqual(['pass', 'pass'])
})

test('two sandboxes with one seed send the same filings', async () => {
  const [first, second, receiver] = [await start({ seed: 5 }), await start({ seed: 5 }), await receive()]
  const smtp = { host: '127.0.0.1', port: receiver.port }
  await Promise.all([first.sendFilings({ smtp, count: 30 }), second.sendFilings({ smtp, count: 30 })])
  expect(first.filings()).toEqual(second.filings())
})

test('after a restart with the same folder old links work, used ones stay used, and filings continue', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  cleanup.push(() => rm(folder, { recursive: true }))
  const options: SandboxOptions = { folder, profile: 'bench', clock: 'wall' }
  const receiver = await receive()
  const smtp = { host: '127.0.0.1', port: receiver.port }
  const first = await startSandbox(options)
  await first.sendFilings({ smtp, count: 10 })
  const before = first.filings()
  const links = before.flatMap((filing) => filing.links.map((link) => directLink(link.url)))
  const plain = links.filter((link) => !/nysd|cacd/.test(link))
  const [used = '', unused = ''] = plain
  expect((await askCourt(first.httpUrl, used)).contentType).toBe('application/pdf')
  await eventually(() => expect(first.served()[0]?.served).toBe(1))
  await first.stop()

  const second = await start(options)
  expect(second.filings()).toEqual(before)
  expect((await askCourt(second.httpUrl, used)).text).toContain('PACER Login')
  expect((await askCourt(second.httpUrl, unused)).contentType).toBe('application/pdf')
  await second.sendFilings({ smtp, count: 1 })
  expect(second.filings().at(-1)?.number).toBe(10)
})

test('control reports the world, what was sent and requested, and serves documents of history', async () => {
  const sandbox = await start()
  expect(await getJson(`${sandbox.httpUrl}/world`)).toEqual(JSON.parse(JSON.stringify(sandbox.world)))
  const history = (await getJson(`${sandbox.httpUrl}/control/history?count=30&until=2026-11-01T00:00:00Z`)) as {
    number: number
    enteredAt: string
  }[]
  expect(history.map((filing) => filing.number)).toEqual(Array.from({ length: 30 }, (_, i) => i - 30))
  expect(history.every((filing) => filing.enteredAt < '2026-11-01')).toBe(true)
  const withDocument = sandbox.historical(30, '2026-11-01T00:00:00Z').find((filing) => filing.documents.length > 0)
  const pdf = await fetch(`${sandbox.httpUrl}/control/documents/${withDocument?.number}/0`)
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(await getJson(`${sandbox.httpUrl}/control/filings`)).toEqual([])
  await askCourt(sandbox.httpUrl, 'https://ecf.cand.uscourts.gov/doc1/035020000000?magic_num=1')
  expect(await getJson(`${sandbox.httpUrl}/control/requests`)).toMatchObject({
    count: 1,
    last: [{ host: 'ecf.cand.uscourts.gov' }],
  })
})

test('sending starts and stops by request', async () => {
  const receiver = await receive()
  const sandbox = await start({ send: { smtp: { host: '127.0.0.1', port: receiver.port } } })
  const post = (path: string, body: object = {}) =>
    fetch(sandbox.httpUrl + path, { method: 'POST', body: JSON.stringify(body) })
  expect((await post('/control/send', { count: 3 })).status).toBe(202)
  await eventually(async () => expect(await getJson(`${sandbox.httpUrl}/control/sending`)).toEqual([]))
  expect(sandbox.filings()).toHaveLength(3)
  await post('/control/send', { rate: 50 })
  await eventually(() => expect(sandbox.filings().length).toBeGreaterThan(5))
  expect((await post('/control/stop-sending')).status).toBe(200)
  expect(await getJson(`${sandbox.httpUrl}/control/sending`)).toEqual([])
})

test('without a mail server to send to, the request is refused with a sentence', async () => {
  const sandbox = await start()
  const answer = await fetch(`${sandbox.httpUrl}/control/send`, { method: 'POST' })
  expect([answer.status, await answer.json()]).toEqual([
    409,
    { error: expect.stringContaining('without a mail server') },
  ])
})
