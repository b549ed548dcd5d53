import { lookup } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { PrivateAddressError, pinnedLookup, type Resolve } from '@courtcrier/lib/public-address.ts'
import { refuseUpgrade } from '@courtcrier/lib/refuse-upgrade.ts'
import { readRetryAfter } from '@courtcrier/lib/retry-after.ts'

/** Whether a call to this host may go to this address, to which the host resolves. */
export type Reach = (host: string, address: string) => boolean

/** How calls are sent; everything has a default except where they may go. */
export interface PostOptions {
  mayReach: Reach
  resolve?: Resolve
  /** From the DNS lookup to the answer. */
  limitMs?: number
  /** How much of an answer is read, in bytes; 2 KB if absent. */
  mostAnswer?: number
}

/** The result of a call. `refused`: it wasn't made, by our own rules. */
export type PostResult =
  | { outcome: 'answered'; status: number; answer: string; retryAfterMs?: number }
  | { outcome: 'unanswered'; sentence: string }
  | { outcome: 'refused'; sentence: string }

const defaultLimitMs = 15_000
const defaultMostAnswer = 2048

/**
 * Posts to an address that the firm or the operator chose: the name is resolved once, every address is checked, and the connection goes
 * to a checked one. Redirects are not followed, and no cookie or login is sent. Never throws because of what the
 * receiver does.
 */
export async function postCall(
  address: string,
  { body, headers }: { body: string; headers: Readonly<Record<string, string>> },
  { mayReach, resolve = resolveAll, limitMs = defaultLimitMs, mostAnswer = defaultMostAnswer }: PostOptions,
): Promise<PostResult> {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return refused("The address isn't a web address, so it was not called.")
  if (url.username !== '' || url.password !== '') return refused('The address contains a login, so it was not called.')
  const limit = AbortSignal.timeout(limitMs)
  // For an address in brackets, the lookup needs what is between them.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  try {
    const isAllowed = (known: string) => mayReach(host, known)
    const pinned = await Promise.race([pinnedLookup(host, resolve, isAllowed), aborted(limit)])
    return await send(url, { body, headers, pinned, limit, mostAnswer })
  } catch (error) {
    if (error instanceof PrivateAddressError)
      return refused(`${error.message} It was not called; Courtcrier's operator can allow it.`)
    if (limit.aborted) return { outcome: 'unanswered', sentence: `${host} took longer than ${seconds(limitMs)} s.` }
    return { outcome: 'unanswered', sentence: `${host} couldn't be reached (${reason(error)}).` }
  }
}

function refused(sentence: string): PostResult {
  return { outcome: 'refused', sentence }
}

function resolveAll(host: string) {
  return lookup(host, { all: true })
}

function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}

interface Sending {
  body: string
  headers: Readonly<Record<string, string>>
  pinned: LookupFunction
  limit: AbortSignal
  mostAnswer: number
}

function send(url: URL, { body, headers, pinned, limit, mostAnswer }: Sending): Promise<PostResult> {
  const { promise, resolve, reject } = Promise.withResolvers<PostResult>()
  let cutOff: ((error: unknown) => void) | undefined
  const post = url.protocol === 'https:' ? requestSecure : requestPlain
  const request: ClientRequest = post(
    url,
    {
      method: 'POST',
      lookup: pinned,
      // A new connection: one that was kept alive might lead to an address that was checked long ago.
      agent: false,
      signal: limit,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    },
    (response) => {
      cutOff = readAnswer(response, { mostAnswer, resolve, end: () => request.destroy() })
    },
  )
  request.on('error', (error) => (cutOff ?? reject)(error))
  refuseUpgrade(request, reject)
  request.end(body)
  return promise
}

/**
 * Reads the beginning of an answer without waiting for the rest of a long one. Returns a function that ends the reading
 * early: the status is known by then, and counts.
 */
function readAnswer(
  response: IncomingMessage,
  { mostAnswer, resolve, end }: { mostAnswer: number; resolve: (result: PostResult) => void; end: () => void },
): () => void {
  const chunks: Buffer[] = []
  let size = 0
  const finish = () => {
    const answer = Buffer.concat(chunks).subarray(0, mostAnswer).toString('utf8')
    const retryAfterMs = readRetryAfter(response.headers)
    const status = response.statusCode ?? 0
    resolve({ outcome: 'answered', status, answer, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) })
    end()
  }
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size >= mostAnswer) finish()
  })
  response.on('end', finish)
  response.on('error', finish)
  return finish
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

function seconds(ms: number): number {
  return Math.max(1, Math.round(ms / 1000))
}
