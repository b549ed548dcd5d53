import { type AddressInfo, connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

/** Requests that a proxy and Courtcrier could read in two ways, sent byte by byte. */
let api: TestApi
let port: number
let token: string
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  port = (api.app.server.address() as AddressInfo).port
  token = await api.tokenOf('Administrator')
})
afterAll(() => api.close())

/** Sends the text and returns all that is answered until the server ends the connection. */
async function send(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  return Buffer.concat(await socket.toArray()).toString()
}

const statusesOf = (answers: string) =>
  [...answers.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))

const host = 'Host: one.example\r\n'
const json = 'Content-Type: application/json\r\n'
const close = 'Connection: close\r\n'
/** What would be answered if a server took the rest of a body for a request. */
const smuggled = `GET /api/v1/ping HTTP/1.1\r\n${host}${close}\r\n`

test.each([
  ['both a length and chunks', `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n`],
  ['chunks and then a length', `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n`],
  ['two lengths', `Content-Length: 4\r\nContent-Length: 0\r\n`],
  ['a list of lengths', `Content-Length: 4, 4\r\n`],
  ['a signed length', `Content-Length: +4\r\n`],
  ['a length in hexadecimal', `Content-Length: 0x4\r\n`],
  ['an unknown coding', `Transfer-Encoding: xchunked\r\n`],
  ['chunks that are not the last coding', `Transfer-Encoding: chunked, identity\r\n`],
  ['chunks by a tab', `Transfer-Encoding:\tchunked\r\nContent-Length: 4\r\n`],
  ['a blank before the colon', `Transfer-Encoding : chunked\r\n`],
  ['a folded coding', `Transfer-Encoding:\r\n chunked\r\nContent-Length: 4\r\n`],
  ['a line that ends in LF alone', `Transfer-Encoding: chunked\nContent-Length: 4\r\n`],
])('a request with %s is refused, and the rest of it is no request', async (_, framing) => {
  const answers = await send(`POST /api/v1/auth/login HTTP/1.1\r\n${host}${json}${framing}\r\n0\r\n\r\n${smuggled}`)
  expect(statusesOf(answers)).toEqual([400])
})

test.each([
  ['a size that is signed', '+2\r\n{}\r\n0\r\n\r\n'],
  ['a size in another notation', '0x2\r\n{}\r\n0\r\n\r\n'],
  ['a chunk longer than its size', '1\r\n{}\r\n0\r\n\r\n'],
  ['lines that end in LF alone', '2\n{}\n0\n\n'],
])('chunks with %s are refused', async (_, chunks) => {
  const head = `POST /api/v1/auth/login HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\n`
  expect(statusesOf(await send(`${head}${chunks}${smuggled}`))).toEqual([400])
})

test('what comes after the chunks says neither who sends a request nor to which firm', async () => {
  const head = `POST /api/v1/client/search HTTP/1.1\r\n${host}${json}${close}Transfer-Encoding: chunked\r\n`
  const trailer = `Authorization: Bearer ${token}\r\nHost: two.example\r\nContent-Type: text/csv\r\n`
  expect(statusesOf(await send(`${head}Trailer: Authorization\r\n\r\n2\r\n{}\r\n0\r\n${trailer}\r\n`))).toEqual([401])
  const own = `${head}Authorization: Bearer ${token}\r\n\r\n2\r\n{}\r\n0\r\nHost: two.example\r\n\r\n`
  expect(statusesOf(await send(own))).toEqual([200])
})

test('a host in the address that is not the one of the Host header is refused', async () => {
  const ask = (target: string) => send(`GET ${target} HTTP/1.1\r\n${host}${close}\r\n`)
  for (const target of ['http://two.example/api/v1/firm', 'http://two.example/', 'https://two.example:443/healthz'])
    expect([target, statusesOf(await ask(target))]).toEqual([target, [400]])
  for (const target of ['http://one.example/api/v1/firm', 'HTTP://ONE.example:80/api/v1/firm'])
    expect([target, statusesOf(await ask(target))]).toEqual([target, [200]])
})

test('a connection that sends a thousand requests and waits for no answer is ended', async () => {
  const heard: string[] = []
  const socket = connect(port, '127.0.0.1').on('data', (chunk) => heard.push(String(chunk)))
  const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve))
  socket.write(`GET /api/v1/firm/theme.css HTTP/1.1\r\n${host}Accept-Encoding: gzip\r\n\r\n`.repeat(1_000))
  await closed
  expect(statusesOf(heard.join('')).length).toBeLessThan(100)
  const some = `GET /healthz HTTP/1.1\r\n${host}\r\n`.repeat(10)
  const answers = await send(`${some}GET /healthz HTTP/1.1\r\n${host}${close}\r\n`)
  expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(11)
})

test.each(['POST', 'OPTIONS'])('a %s that wants another protocol holds no connection', async (method) => {
  const { server } = api.app
  const { keepAliveTimeout } = server
  server.keepAliveTimeout = 10
  const upgrade = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n`
  const answers = await send(`${method} /api/v1/agent/bell HTTP/1.1\r\n${host}${upgrade}Content-Length: 0\r\n\r\n`)
  server.keepAliveTimeout = keepAliveTimeout
  expect(statusesOf(answers)).toEqual([405])
})

test.each(['/', '/nowhere/', '/assets/', '/scim/v2/', '/api/v1/client/'])(
  'an address below %s of tens of thousands of parts is refused, and not repeated',
  async (path) => {
    const answers = await send(`GET ${path}${'a/'.repeat(20_000)} HTTP/1.1\r\n${host}${close}\r\n`)
    expect([statusesOf(answers), answers.length < 2_000]).toEqual([[414], true])
  },
)

test('a caller who asks whether to send a body is answered, and one who expects anything else is refused', async () => {
  const ask = (expected: string) =>
    send(`POST /api/v1/client HTTP/1.1\r\n${host}${json}${close}Content-Length: 2\r\nExpect: ${expected}\r\n\r\n{}`)
  expect(statusesOf(await ask('100-continue'))).toEqual([100, 401])
  expect(statusesOf(await ask('200-ok'))).toEqual([417])
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['gzip, gzip', (text: string) => gzipSync(gzipSync(text))],
] as const)(
  'a body compressed by %s is refused before it is unpacked, with an account or without',
  async (name, pack) => {
    for (const [url, as] of [
      ['/api/v1/auth/login', undefined],
      ['/api/v1/client', 'Administrator'],
    ] as const) {
      const headers = { 'content-encoding': name, 'content-type': 'application/json' }
      const body = pack(JSON.stringify({ name: 'x'.repeat(3_000_000) }))
      const answer = await api.call({ ...(as ? { as } : {}), method: 'POST', url, headers, body })
      expect([url, answer.status]).toEqual([url, 415])
    }
  },
)
