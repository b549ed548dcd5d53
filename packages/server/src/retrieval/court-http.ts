import { lookup } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http'
import { type RequestOptions, request as requestSecure } from 'node:https'
import { type CourtCourtesy, openCourtCourtesy } from '@courtcrier/lib/court-courtesy.ts'
import { openKeyedLimiter } from '@courtcrier/lib/keyed-limiter.ts'
import { PrivateAddressError, pinnedLookup, type Resolve } from '@courtcrier/lib/public-address.ts'
import { refuseUpgrade } from '@courtcrier/lib/refuse-upgrade.ts'
import { isPdf } from './pdf-shape.ts'

/**
 * Requests pages from courts' servers the way a person without an account does: only GET, without cookies or
 * credentials, without following redirects, and each time on a separate connection.
 */
export interface CourtHttp {
  /**
   * Requests one address and passes the answer to a sink as it arrives. `begin` creates the sink when the request is
   * sent, and isn't called if none is. `isAllowedHost` replaces the general rule where a filing may lead to other
   * hosts. Never throws because of the court or the network.
   */
  get: (url: string, begin: () => AnswerSink, isAllowedHost?: (host: string) => boolean) => Promise<GetResult>
}

/** Receives an answer. Anything it throws ends the request and is thrown by `get`. */
export interface AnswerSink {
  head: (status: number, headers: Readonly<Record<string, string>>) => void
  chunk: (bytes: Uint8Array) => void
}

/**
 * - answered: completely, regardless of content.
 * - cut: the answer began and broke off. unanswered: nothing was received. Both are worth another try.
 * - postponed: not sent, because the court asked for a pause.
 * - refused: not sent, or given up, by our own rules.
 */
export interface GetResult {
  outcome: 'answered' | 'cut' | 'unanswered' | 'postponed' | 'refused'
  /** For display; empty if answered. */
  sentence: string
}

export interface CourtHttpOptions {
  /** Whether the host belongs to a court. Checked for every request, with or without a gateway. */
  isAllowedHost: (host: string) => boolean
  /** Every request is sent to this address with the court's name as Host. Used to reach the simulated court. */
  gateway?: string
  /** Limit for connecting, and between two pieces of the answer. Milliseconds. */
  idleMs?: number
  /** Limit for the whole request. Milliseconds. */
  totalMs?: number
  /** A longer answer is given up. Bytes. */
  maxBytes?: number
  /** The same for one that doesn't begin as a PDF: each attempt keeps what the court answered. Bytes. */
  maxOtherBytes?: number
  /** Simultaneous requests to one court, across all filings. */
  perCourt?: number
  resolve?: Resolve
}

export function openCourtHttp(options: CourtHttpOptions): CourtHttp {
  const limiter = openKeyedLimiter(options.perCourt ?? defaultPerCourt)
  const courtesy = openCourtCourtesy()
  const limits = {
    idleMs: options.idleMs ?? 60_000,
    totalMs: options.totalMs ?? 300_000,
    maxBytes: options.maxBytes ?? 512 * 1024 * 1024,
    maxOtherBytes: options.maxOtherBytes ?? 16 * 1024 * 1024,
  }
  return {
    async get(address, begin, isAllowedHost = options.isAllowedHost) {
      const url = URL.parse(address)
      const refusal = whyRefused(url, isAllowedHost)
      if (!url || refusal !== undefined) return { outcome: 'refused', sentence: refusal ?? '' }
      return limiter.run(url.hostname, async () => {
        const pause = courtesy.pausedFor(url.hostname)
        if (pause) return { outcome: 'postponed', sentence: postponed(url.hostname, new Date(Date.now() + pause)) }
        const route = await findRoute(url, options)
        if ('outcome' in route) return route
        return receive({ url, route, sink: withCourtesy(begin(), url.hostname, courtesy), limits })
      })
    },
  }
}

/** A browser opens up to six connections to a server; we should be less noticeable to a court than a person. */
export const defaultPerCourt = 4

function withCourtesy(sink: AnswerSink, host: string, courtesy: CourtCourtesy): AnswerSink {
  return {
    head: (status, headers) => {
      courtesy.note(host, status, headers)
      sink.head(status, headers)
    },
    chunk: sink.chunk,
  }
}

function postponed(host: string, until: Date): string {
  return `${host} is busy and isn't contacted until ${until.toISOString().slice(11, 16)} UTC. Courtcrier tries again then.`
}

interface Limits {
  idleMs: number
  totalMs: number
  maxBytes: number
  maxOtherBytes: number
}

function whyRefused(url: URL | null, isAllowedHost: (host: string) => boolean): string | undefined {
  if (!url) return "The court's link isn't a web address."
  if (url.protocol !== 'https:' || (url.port !== '' && url.port !== '443'))
    return `${url.host} was not opened: only https is.`
  if (url.username !== '' || url.password !== '')
    return `The link to ${url.hostname} contains a login, so it was not opened.`
  if (!isAllowedHost(url.hostname)) return `${url.hostname} isn't a court's address, so it was not opened.`
  return undefined
}

interface Route {
  send: typeof requestSecure
  options: RequestOptions
}

async function findRoute(url: URL, { gateway, resolve = resolveAll }: CourtHttpOptions): Promise<Route | GetResult> {
  if (gateway !== undefined) {
    const { protocol, hostname, port } = new URL(gateway)
    return {
      send: protocol === 'https:' ? requestSecure : requestPlain,
      options: { hostname, port, headers: { host: url.host } },
    }
  }
  try {
    return {
      send: requestSecure,
      options: { hostname: url.hostname, lookup: await pinnedLookup(url.hostname, resolve) },
    }
  } catch (error) {
    if (error instanceof PrivateAddressError)
      return { outcome: 'refused', sentence: `${error.message} It was not opened.` }
    return { outcome: 'unanswered', sentence: `${url.hostname} couldn't be found (${reason(error)}).` }
  }
}

function resolveAll(host: string) {
  return lookup(host, { all: true })
}

interface Receiving {
  url: URL
  route: Route
  sink: AnswerSink
  limits: Limits
}

/** Sends one request and receives its answer completely. */
function receive({ url, route, sink, limits }: Receiving): Promise<GetResult> {
  const { promise, resolve, reject } = Promise.withResolvers<GetResult>()
  let outcome: 'cut' | 'unanswered' = 'unanswered'
  const request = route.send({
    ...route.options,
    method: 'GET',
    path: url.pathname + url.search,
    // No agent: a pooled connection could be dead just when the link is used, and there is only one chance.
    agent: false,
    timeout: limits.idleMs,
    headers: { ...requestHeaders, ...route.options.headers },
  })
  const giveUp = (result: GetResult) => {
    resolve(result)
    request.destroy()
  }
  const total = setTimeout(() => giveUp(tooSlow(outcome, url, limits.totalMs)), limits.totalMs)
  request.on('timeout', () => giveUp(tooSlow(outcome, url, limits.idleMs)))
  const breakOff = (error: Error) => resolve({ outcome, sentence: brokenOff(outcome, url, error) })
  request.on('error', breakOff)
  refuseUpgrade(request, breakOff)
  request.on('response', (response) => {
    outcome = 'cut'
    read(response, { request, sink, limits, finish: resolve, fail: reject, url })
  })
  request.end()
  return promise.finally(() => clearTimeout(total))
}

const requestHeaders = {
  accept: 'application/pdf, text/html;q=0.9, */*;q=0.8',
  // Without compression the announced length is the document's own, so a cut answer is noticed.
  'accept-encoding': 'identity',
  connection: 'close',
  'user-agent': 'Courtcrier',
}

interface Download {
  request: ClientRequest
  sink: AnswerSink
  limits: Limits
  url: URL
  finish: (result: GetResult) => void
  fail: (error: unknown) => void
}

function read(response: IncomingMessage, { request, sink, limits, url, finish, fail }: Download): void {
  let size = 0
  let start = Buffer.alloc(0)
  const take = (work: () => void) => {
    try {
      work()
    } catch (error) {
      fail(error)
      request.destroy()
    }
  }
  take(() => sink.head(response.statusCode ?? 0, flatten(response)))
  response.on('data', (chunk: Buffer) => {
    size += chunk.byteLength
    if (start.byteLength < 1024) start = Buffer.concat([start, chunk])
    const most = isPdf(start) ? limits.maxBytes : Math.min(limits.maxBytes, limits.maxOtherBytes)
    if (size <= most) return take(() => sink.chunk(chunk))
    finish({
      outcome: 'refused',
      sentence: `The document is larger than ${Math.round(most / 1e6)} MB, so it was not saved.`,
    })
    request.destroy()
  })
  response.on('error', (error) => finish({ outcome: 'cut', sentence: brokenOff('cut', url, error) }))
  response.on('end', () => finish({ outcome: 'answered', sentence: '' }))
}

function flatten({ headers }: IncomingMessage): Record<string, string> {
  const pairs = Object.entries(headers).filter(([name]) => name !== 'set-cookie')
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}

function tooSlow(outcome: 'cut' | 'unanswered', url: URL, ms: number): GetResult {
  return { outcome, sentence: `${url.hostname} took longer than ${Math.round(ms / 1000)} s to answer.` }
}

function brokenOff(outcome: 'cut' | 'unanswered', url: URL, error: unknown): string {
  if (outcome === 'cut') return `The response from ${url.hostname} was cut off (${reason(error)}).`
  return `${url.hostname} couldn't be reached (${reason(error)}).`
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
