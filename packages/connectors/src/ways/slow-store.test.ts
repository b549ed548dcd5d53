import { createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { longestMs, type Pace } from '@courtcrier/lib/pace.ts'
import { afterEach, expect, test } from 'vitest'
import { openS3 } from '../s3/open-s3.ts'
import { dripBody, dripHead, listen, type SlowServer, serve, takeSlowly } from '../testing/slow-server.ts'
import { settingsWith, testWays } from '../testing/store-settings.ts'
import type { StoreRequest } from './store-http.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const short: Pace = { partMs: 500, leastRate: 1_000_000 }
/** For tests in which something must pass before, on a busy machine. */
const longer: Pace = { ...short, partMs: 2000 }
const tooSlow = /^127\.0\.0\.1 is too slow: only \d+ kB passed in \d+ s, so the connection was closed\.$/
const brokenOff = {
  problem: { problem: 'transient', isPassing: true, isUnanswered: true, sentence: expect.stringMatching(tooSlow) },
}

test('a request whose answer begins byte by byte is broken off', async () => {
  const port = await start(listen(createServer((socket) => dripHead(socket))))
  await expect(send(port)).rejects.toMatchObject(brokenOff)
})

test('an answer that comes byte by byte is broken off, and does not read as a whole one', async () => {
  const port = await start(serve(dripBody))
  const answer = await send(port, {}, longer)
  expect(answer.status).toBe(207)
  await expect(buffer(answer.body)).rejects.toMatchObject(brokenOff)
})

test('an upload that is taken too slowly is broken off', async () => {
  const port = await start(serve((request) => takeSlowly(request, 200)))
  const upload = { method: 'PUT', body: megabytes(30) }
  await expect(send(port, upload, { ...short, leastRate: 100e6 })).rejects.toMatchObject(brokenOff)
})

test('an upload that takes long and gets on is sent whole', async () => {
  let received = 0
  const port = await start(
    serve((request, response) => {
      takeSlowly(request, 20)
      request.on('data', (chunk: Buffer) => {
        received += chunk.byteLength
      })
      request.on('end', () => response.writeHead(201).end())
    }),
  )
  const began = performance.now()
  const answer = await send(port, { method: 'PUT', body: megabytes(12) }, longer)
  await buffer(answer.body)
  expect([answer.status, received]).toEqual([201, 12_000_000])
  expect(performance.now() - began).toBeGreaterThan(longer.partMs)
})

test('an answer that takes long and gets on is read whole', async () => {
  const port = await start(
    serve(async (_request, response) => {
      for (let n = 0; n < 50; n++) {
        response.write(Buffer.alloc(200_000))
        await sleep(60)
      }
      response.end()
    }),
  )
  const began = performance.now()
  const { body } = await send(port, {}, longer)
  expect((await buffer(body)).byteLength).toBe(10_000_000)
  expect(performance.now() - began).toBeGreaterThan(longer.partMs)
})

test('a connection that carried much before grants the next request no more time', async () => {
  const sockets = new Set<unknown>()
  const port = await start(
    serve((request, response) => {
      if (sockets.has(request.socket)) dripBody(request, response)
      else response.end(Buffer.alloc(60_000_000))
      sockets.add(request.socket)
    }),
  )
  const { http } = testWays(longer)
  await buffer((await http.send(requestTo(port))).body)
  const began = performance.now()
  await expect(http.send(requestTo(port)).then(({ body }) => buffer(body))).rejects.toMatchObject(brokenOff)
  expect(performance.now() - began).toBeLessThan(longestMs(longer, 30_000_000))
  expect(sockets.size).toBe(1)
})

test('a copy to an S3 service that answers byte by byte is to be tried again', async () => {
  const port = await start(serve(dripBody))
  const settings = settingsWith({ baseUrl: `http://127.0.0.1:${port}`, database: 'b', apiKey: 'k', apiSecret: 's' })
  const connector = openS3({ firmId: 1, credentialId: 's3', settings }, testWays(short))
  expect(await connector.ensureFolder('A', { mayMake: false })).toEqual(brokenOff.problem)
})

test('requests that drip give way to others with the same credential', async () => {
  const port = await start(
    serve((request, response) => {
      if (request.url === '/drips') dripHead(request.socket)
      else response.end('fine')
    }),
  )
  const { http } = testWays(longer)
  const dripping = Array.from({ length: 8 }, () => http.send({ ...requestTo(port), url: at(port, '/drips') }))
  const ended = Promise.allSettled(dripping)
  const { body } = await http.send(requestTo(port))
  expect((await buffer(body)).toString()).toBe('fine')
  for (const { status } of await ended) expect(status).toBe('rejected')
})

async function* megabytes(count: number): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < count; n++) yield Buffer.alloc(1_000_000)
}

function at(port: number, path = '/'): URL {
  return new URL(`http://127.0.0.1:${port}${path}`)
}

function requestTo(port: number): StoreRequest {
  return { credentialId: 'c', method: 'GET', url: at(port), headers: {} }
}

function send(port: number, request: Partial<StoreRequest> = {}, pace = short) {
  return testWays(pace).http.send({ ...requestTo(port), ...request })
}

async function start(server: Promise<SlowServer>): Promise<number> {
  const { port, close } = await server
  closers.push(close)
  return port
}
