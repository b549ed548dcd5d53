import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { type CourtCourtesy, openCourtCourtesy } from '@courtcrier/lib/court-courtesy.ts'
import { openKeyedLimiter } from '@courtcrier/lib/keyed-limiter.ts'
import type { Pace } from '@courtcrier/lib/pace.ts'
import { refuseUpgrade } from '@courtcrier/lib/refuse-upgrade.ts'
import { errorCode } from '@courtcrier/lib/storage-error.ts'
import { openTokenBucket } from '@courtcrier/lib/token-bucket.ts'
import type { Logger } from 'pino'
import { networkError, StoreProblemError } from '../problems.ts'
import { type LimitClock, openRequestLimits, type RequestLimit } from './request-limits.ts'
import type { AddressCheck, StoreAddresses } from './store-address.ts'
import { unsendable } from './unsendable.ts'
import { watchStore } from './watch-store.ts'

/**
 * How every DMS is reached over HTTP: at allowed addresses only, with a few requests per credential at a time and per
 * second, none while the other side asks for a pause, and nothing secret in the log.
 */
export interface StoreHttp {
  /** Throws a problem if there is no answer. Any answer is returned, whatever its status. */
  send: (request: StoreRequest) => Promise<StoreAnswer>
}

export interface StoreRequest {
  /** Requests with the same credential share a limit. */
  credentialId: string
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  body?: Uint8Array | AsyncIterable<Uint8Array> | undefined
  /** Whether the headers reveal the credential. If so, they are sent over http:// only to the operator's networks. */
  tellsSecret?: boolean
  /** Whether it goes to an address made for one upload or download: its answer says nothing about a pause of the DMS. */
  isPresigned?: boolean | undefined
  /** What the service documents besides. */
  limits?: readonly RequestLimit[] | undefined
}

export interface StoreAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  /** Must be read to its end or destroyed. Fails with a problem if that takes too long. */
  body: Readable
}

interface StoreHttpOptions {
  addresses: StoreAddresses
  log: Pick<Logger, 'debug'>
  /** For a request and its answer, until that is read. */
  pace: Pace
  /** Longest time without traffic, in milliseconds. */
  idleMs?: number
  /** Only for demos and tests: where all requests to names go, with the name as Host. */
  gateway?: string | undefined
  /** Only for tests: by which limits count. */
  clock?: LimitClock | undefined
  /** How many processes share what services document, this one included; it alone if absent. */
  processes?: (() => number) | undefined
}

/** Of this process for each credential, whatever its service documents: simultaneous requests, and requests per second. */
const limits = { together: 8, perSecond: 25, burst: 50 }

export function openStoreHttp(options: StoreHttpOptions): StoreHttp {
  const { addresses, log, pace, idleMs = 60_000, gateway, clock, processes } = options
  const limiter = openKeyedLimiter(limits.together)
  const bucket = openTokenBucket(limits, clock)
  const documented = openRequestLimits({ clock, processes })
  const courtesy = openCourtCourtesy()
  // Separate, because a pooled connection keeps its destination.
  const ways = { any: wayOf(addresses), own: wayOf(addresses.own) }
  return {
    send: (asked) =>
      limiter.run(asked.credentialId, async () => {
        const request = gateway === undefined || isIP(asked.url.hostname) ? asked : throughGateway(asked, gateway)
        const { credentialId, url } = request
        const way = request.tellsSecret && url.protocol === 'http:' ? ways.own : ways.any
        addresses.demand(url.hostname)
        way.check.demand(url.hostname)
        refuseWhilePaused(courtesy.pausedFor(credentialId), url)
        await bucket.take(credentialId)
        return documented.run(request.limits ?? [], () => {
          // The DMS may have asked another request for a pause while this one waited.
          refuseWhilePaused(courtesy.pausedFor(credentialId), url)
          return sendNow(request, { way, courtesy, log, pace, idleMs })
        })
      }),
  }
}

/** By which addresses may be reached, and over which connections. */
type Way = ReturnType<typeof wayOf>

function wayOf(check: AddressCheck) {
  return { check, 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) }
}

interface Sending extends Required<Pick<StoreHttpOptions, 'log' | 'pace' | 'idleMs'>> {
  way: Way
  courtesy: CourtCourtesy
}

async function sendNow(request: StoreRequest, { way, courtesy, log, pace, idleMs }: Sending): Promise<StoreAnswer> {
  const { credentialId, method, url, isPresigned } = request
  const began = performance.now()
  const isStreamed = request.body !== undefined && !(request.body instanceof Uint8Array)
  // A pooled connection may be dead, and a stream can't be sent again.
  const agent = isStreamed ? false : way[url.protocol as 'http:']
  const answer = await ask(request, { agent, lookup: way.check.lookup, timeout: idleMs, pace })
  const { status, headers } = heard(answer)
  if (!isPresigned) courtesy.note(credentialId, status, headers)
  const ms = Math.round(performance.now() - began)
  log.debug({ credentialId, method, url: url.origin + url.pathname, status: answer.status, ms }, 'asked a store')
  return answer
}

function throughGateway(request: StoreRequest, gateway: string): StoreRequest {
  const { url, headers } = request
  return { ...request, url: new URL(url.pathname + url.search, gateway), headers: { ...headers, host: url.host } }
}

/** Some services say with any answer that it was the last one for a while (the draft of RateLimit headers). */
function heard({ status, headers }: StoreAnswer): Pick<StoreAnswer, 'status' | 'headers'> {
  const { 'ratelimit-remaining': left, 'ratelimit-reset': seconds = '' } = headers
  if (left !== '0' || !/^\d{1,5}$/.test(seconds)) return { status, headers }
  return { status: 429, headers: { 'retry-after': seconds, ...headers } }
}

function refuseWhilePaused(retryAfterMs: number | undefined, url: URL): void {
  if (!retryAfterMs) return
  const until = new Date(Date.now() + retryAfterMs)
  throw new StoreProblemError({
    problem: 'throttled',
    isPassing: true,
    sentence: `${url.hostname} is busy and isn't contacted until ${until.toISOString().slice(11, 19)} UTC.`,
    retryAfterMs,
  })
}

/** Requests that can be repeated without harm if a pooled connection turns out to be dead. */
const repeatable = new Set(['GET', 'HEAD', 'PROPFIND', 'OPTIONS'])

interface AskOptions extends RequestOptions {
  pace: Pace
}

async function ask(request: StoreRequest, options: AskOptions): Promise<StoreAnswer> {
  const first = beginSending(request, options)
  try {
    return await first.answer
  } catch (error) {
    if (error === first.failure() || !isOfNetwork(error)) throw error
    if (!first.sent.reusedSocket || !repeatable.has(request.method)) throw unreached(request.url, error)
  }
  try {
    return await begin(request, { ...options, agent: false }).answer
  } catch (error) {
    throw isOfNetwork(error) ? unreached(request.url, error) : error
  }
}

/** Headers that can't be sent are noticed before anything is. */
function beginSending(request: StoreRequest, options: AskOptions): Begun {
  try {
    return begin(request, options)
  } catch (error) {
    throw unsendable(error, request)
  }
}

interface Begun {
  sent: ClientRequest
  answer: Promise<StoreAnswer>
  /** The error of the data to send, which isn't the network's fault. */
  failure: () => unknown
}

function begin(request: StoreRequest, { pace, ...options }: AskOptions): Begun {
  const { method, url, headers, body } = request
  const { promise, resolve, reject } = Promise.withResolvers<StoreAnswer>()
  const { request: send } = url.protocol === 'https:' ? https : http
  const sent = send(url, { ...options, method, headers: { 'user-agent': 'Courtcrier', ...headers } })
  let answered: IncomingMessage | undefined
  let failure: unknown
  const breakOff = (problem: StoreProblemError) => (answered ?? sent).destroy(problem)
  const watch = watchStore({ host: url.hostname, pace, breakOff })
  sent.on('socket', watch.follow)
  sent.on('close', watch.end)
  sent.on('response', (response: IncomingMessage) => {
    answered = response
    resolve({ status: response.statusCode ?? 0, headers: flatten(response), body: response })
  })
  sent.on('timeout', () => sent.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
  sent.on('error', reject)
  refuseUpgrade(sent, (error) => {
    watch.end()
    reject(error)
  })
  if (body === undefined || body instanceof Uint8Array) sent.end(body)
  else
    pump(sent, body, () => answered !== undefined).catch((error: unknown) => {
      // Set before the connection's own error, which follows from this one.
      failure = error
      reject(error)
      sent.destroy()
    })
  return { sent, answer: promise, failure: () => failure }
}

/** Sends a stream no faster than the other side accepts it, and stops once it has answered. */
async function pump(sent: ClientRequest, body: AsyncIterable<Uint8Array>, isAnswered: () => boolean): Promise<void> {
  for await (const chunk of body) {
    if (sent.destroyed || isAnswered()) return
    if (!sent.write(chunk)) await firstOf(sent, ['drain', 'close', 'response'])
  }
  sent.end()
}

function firstOf(sent: ClientRequest, events: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const event of events) sent.off(event, done)
      resolve()
    }
    for (const event of events) sent.on(event, done)
  })
}

function flatten({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}

function isOfNetwork(error: unknown): boolean {
  return !(error instanceof StoreProblemError) && errorCode(error) !== undefined
}

function unreached(url: URL, error: unknown): StoreProblemError {
  return networkError(`${url.hostname} couldn't be reached, or the connection was lost (${errorCode(error)}).`)
}
