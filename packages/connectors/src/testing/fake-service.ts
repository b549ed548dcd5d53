import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { cut, type FakeBytes, type FakeSpool, fakeBytes, indexIn, openFakeSpool, piecesOf } from './fake-bytes.ts'
import type { PublishedContract } from './published-contract.ts'

/** A request to a fake, read to its end: an interrupted one never gets here, as it never counts at a service. */
export interface FakeRequest {
  method: string
  path: string
  /** The path as it was sent. */
  rawPath: string
  query: URLSearchParams
  headers: Readonly<Record<string, string>>
  body: FakeBytes
  /** The address under which it was called, for addresses that the fake makes up. */
  origin: string
}

export interface FakeAnswer {
  status: number
  json?: unknown
  bytes?: Uint8Array | FakeBytes
  headers?: Readonly<Record<string, string>>
}

export interface FakeService {
  port: number
  close: () => Promise<void>
}

/** What a fake answers to a request; undefined to what it doesn't know. */
export type FakeHandler = (request: FakeRequest) => FakeAnswer | undefined | Promise<FakeAnswer | undefined>

/** What a fake of a service with a published contract was asked, and what it answers. */
export interface Exchange {
  contract: PublishedContract
  request: FakeRequest
  answer: FakeAnswer
}

let watch: ((exchange: Exchange) => Promise<void>) | undefined

/** Has exchanges compared with the contract before they are answered. Only tests do: the demo plays services, too. */
export function watchFakes(by: typeof watch): void {
  watch = by
}

/** Starts a fake, and returns it with its service. */
export async function serveFake<Fake extends { answer: FakeHandler }>(
  fake: Fake,
  contract?: PublishedContract,
): Promise<Fake & { service: FakeService }> {
  return { ...fake, service: await startFakeService(fake.answer, { contract }) }
}

interface FakeServiceOptions {
  port?: number
  /** What the service publishes: tests compare every request and answer with it. */
  contract?: PublishedContract | undefined
}

/** Starts a fake on this machine. What it doesn't know is 404; what it throws is 500, and shown by the test's failure. */
export async function startFakeService(
  handle: FakeHandler,
  { port = 0, contract }: FakeServiceOptions = {},
): Promise<FakeService> {
  const spool = openFakeSpool()
  const server = http.createServer((request, response) => {
    answer(request, response, { handle, contract, spool }).catch((error: unknown) => {
      if (request.complete) response.writeHead(500).end(String(error))
      else response.destroy()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      spool.close()
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { handle, contract, spool }: { handle: FakeHandler; contract: PublishedContract | undefined; spool: FakeSpool },
): Promise<void> {
  const origin = `http://${request.headers.host}`
  const { pathname, searchParams } = new URL(request.url ?? '/', origin)
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const read = {
    method: request.method ?? '',
    path: decodeURIComponent(pathname),
    rawPath: pathname,
    query: searchParams,
    headers,
    body: await spool.take(request),
    origin,
  }
  const given = (await handle(read)) ?? { status: 404, json: { error: 'not_found' } }
  if (contract) await watch?.({ contract, request: read, answer: given })
  const { status, json, bytes, headers: extra } = given
  const type = bytes || json === undefined ? {} : { 'content-type': 'application/json' }
  response.writeHead(status, { ...type, ...extra })
  if (bytes && request.method !== 'HEAD') await send(fakeBytes(bytes), response)
  else response.end(json === undefined || bytes ? undefined : JSON.stringify(json))
}

async function send(bytes: FakeBytes, response: ServerResponse): Promise<void> {
  // A caller that has read enough ends the connection.
  await pipeline(Readable.from(piecesOf(bytes)), response).catch(() => response.destroy())
}

/** The body as JSON. Throws if it isn't. */
export function jsonOf({ body }: FakeRequest): unknown {
  return JSON.parse(body.toString())
}

/** The body as a form. */
export function formOf({ body }: FakeRequest): URLSearchParams {
  return new URLSearchParams(body.toString())
}

export interface FakePart {
  name: string
  fileName?: string
  bytes: FakeBytes
}

/** The parts of a multipart body in their order. Throws if it isn't one, or is cut short. */
export function multipartOf({ headers, body }: FakeRequest): FakePart[] {
  const boundary = /boundary=([^;]+)/.exec(headers['content-type'] ?? '')?.[1]
  if (!boundary) throw new Error('not multipart')
  const parts: FakePart[] = []
  const marker = `--${boundary}`
  let at = indexIn(body, marker)
  while (at >= 0) {
    const begin = at + marker.length
    if (cut(body, begin, begin + 2).toString() === '--') return parts
    const next = indexIn(body, marker, begin)
    if (next < 0) break
    const part = cut(body, begin + 2, next - 2)
    const split = indexIn(part, '\r\n\r\n')
    const head = cut(part, 0, split).toString()
    const fileName = /filename="([^"]*)"/.exec(head)?.[1]
    parts.push({
      name: /\bname="([^"]*)"/.exec(head)?.[1] ?? '',
      ...(fileName === undefined ? {} : { fileName: fileName.replaceAll('%22', '"') }),
      bytes: cut(part, split + 4),
    })
    at = next
  }
  throw new Error('the multipart body ends early')
}
