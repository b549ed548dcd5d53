import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'

/** Connections that barely send or read, without an account. */
const silentMs = 50
let api: TestApi
let port: number
beforeAll(async () => {
  api = await openTestApi({
    patience: { graceMs: 300, bytesPerSecond: 500, everyMs: 50 },
    register: (app) => {
      app.get('/late', { config: { auth: 'none' } }, async () => {
        await setTimeout(10 * silentMs)
        return 'late'
      })
      app.get('/stuck', { config: { auth: 'none' } }, (_, reply) => reply.type('text/plain').send(stuck()))
    },
  })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  port = (api.app.server.address() as AddressInfo).port
})
afterAll(() => api.close())

/** An answer that goes no further, as one that its client doesn't read. */
function stuck(): Readable {
  const stream = new Readable({ read() {} })
  stream.push('begun')
  return stream
}

/** Opens a connection, sends this and, if it drips, a byte from time to time until the server ends it. */
async function send(text: string, { drips = false } = {}): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const heard: Buffer[] = []
  socket.on('data', (chunk) => heard.push(chunk))
  const end = closed(socket)
  socket.write(text)
  const dripping = drips ? drip(socket) : undefined
  await end
  clearInterval(dripping)
  return Buffer.concat(heard).toString()
}

/** Waits for the end of a connection, which the server may reset while a byte is under way. */
function closed(socket: Socket): Promise<void> {
  socket.on('error', () => {})
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

function drip(socket: Socket): NodeJS.Timeout {
  return setInterval(() => socket.writable && socket.write(' '), 20)
}

const head = (line: string, length: number | 'chunked') =>
  `${line} HTTP/1.1\r\nHost: one.example\r\nContent-Type: application/json\r\n${length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`}\r\n\r\n`

test.each([
  ['drips', 'POST /api/v1/auth/login', 10_000, true],
  ['never comes', 'POST /api/v1/auth/login', 10_000, false],
  ['never comes, in chunks', 'POST /api/v1/auth/reset', 'chunked', false],
] as const)('a body that %s is answered with 408, and its connection ended', async (_, line, length, drips) => {
  const answer = await send(head(line, length), { drips })
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(answer).toContain('"code":"too_slow"')
})

test.each(['GET /healthz', 'GET /api/v1/ping', 'POST /nowhere', 'GET /'])(
  'a body that nothing reads, as of %s, holds no connection either',
  async (line) => {
    const answer = await send(head(line, 10_000), { drips: true })
    expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /)
  },
)

test('a body that keeps arriving is received, however long it takes', async () => {
  const body = JSON.stringify({ username: 'nobody@one.example', password: 'x'.repeat(12_000) })
  const socket = connect(port, '127.0.0.1')
  const heard: Buffer[] = []
  socket.on('data', (chunk) => heard.push(chunk))
  const end = closed(socket)
  socket.write(head('POST /api/v1/auth/login', body.length).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  for (let at = 0; at < body.length; at += 400) {
    socket.write(body.slice(at, at + 400))
    await setTimeout(20)
  }
  await end
  expect(Buffer.concat(heard).toString()).toMatch(/^HTTP\/1\.1 40[01] /)
})

test('a connection that sends one body after another is watched no more closely for each', async () => {
  const opened = once(api.app.server, 'connection')
  const socket = connect(port, '127.0.0.1')
  const [ofServer] = (await opened) as [Socket]
  const before = ofServer.listenerCount('close')
  for (let times = 0; times < 12; times++) {
    socket.write(`${head('POST /api/v1/auth/login', 2)}{}`)
    await once(socket, 'data')
  }
  expect(ofServer.listenerCount('close')).toBeLessThan(before + 5)
  socket.destroy()
})

test('an answer that takes long to make is sent, and one that no one reads ends', async () => {
  api.app.server.setTimeout(silentMs)
  const get = (path: string) => send(`GET /api/v1${path} HTTP/1.1\r\nHost: one.example\r\nConnection: close\r\n\r\n`)
  const [late, begun] = [await get('/late'), await get('/stuck')]
  expect(late).toMatch(/^HTTP\/1\.1 200 OK\r\n.*late$/s)
  expect(begun).toMatch(/^HTTP\/1\.1 200 OK\r\n.*begun\r\n$/s)
})
