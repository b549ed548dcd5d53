import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { refuseUpgrade } from '@courtcrier/lib/refuse-upgrade.ts'
import { readRetryAfter } from '@courtcrier/lib/retry-after.ts'
import type { AllowedHosts } from '../../retrieval/guarded/allowed-hosts.ts'
import { GraphProblem } from './graph-problem.ts'

/** A request as it is sent. */
export interface GraphRequest {
  url: URL
  method: string
  headers: Readonly<Record<string, string>>
  body?: Uint8Array
  /** In milliseconds, until the answer is read to its end. */
  longestMs: number
}

/** Sends one request to a checked address, without following redirects. Rejects if there is no answer. */
export async function sendRequest(hosts: AllowedHosts, request: GraphRequest): Promise<IncomingMessage> {
  const { url, method, headers, body, longestMs } = request
  const isEncrypted = url.protocol === 'https:'
  const lookup = await hosts.lookupFor(url.hostname, { isOwnOnly: !isEncrypted })
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = (isEncrypted ? https : http).request(url, {
    ...{ method, lookup, agent: false, signal: AbortSignal.timeout(longestMs) },
    headers: { ...headers, ...(body ? { 'content-length': String(body.byteLength) } : {}) },
  })
  sent.on('error', reject)
  refuseUpgrade(sent, reject)
  sent.on('response', (answer) => {
    // One that isn't read to its end may break off.
    answer.on('error', () => undefined)
    resolve(answer)
  })
  sent.end(body)
  return promise
}

/** Reads an answer of a limited length to its end. A longer one is a `GraphProblem` of what was asked for, not of Graph. */
export async function readAnswer(answer: IncomingMessage, mostBytes: number): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > mostBytes) {
      answer.destroy()
      const { statusCode: status = 200 } = answer
      throw new GraphProblem('Microsoft Graph answers with more than was asked for.', {
        status,
        code: 'answerTooLarge',
      })
    }
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** How long an answer asks to wait, in milliseconds (RFC 9110, section 10.2.3). */
export function retryAfterOf({ headers, statusCode }: IncomingMessage): number | undefined {
  const isWaitAsked = statusCode === 429 || headers['retry-after'] !== undefined
  return isWaitAsked ? Math.min(readRetryAfter(headers) ?? usualWaitMs, mostWaitMs) : undefined
}

const usualWaitMs = 10_000
const mostWaitMs = 10 * 60_000
