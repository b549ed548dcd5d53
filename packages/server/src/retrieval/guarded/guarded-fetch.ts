import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { refuseUpgrade } from '@courtcrier/lib/refuse-upgrade.ts'
import type { CustomFetch } from 'openid-client'
import { type AllowedHosts, HostRefusal } from './allowed-hosts.ts'

const longestMs = 20_000
const mostBytes = 256_000

/** Returns how requests to an OAuth server are sent: to allowed addresses only, without redirects, for a limited time and length. */
export function openGuardedFetch(hosts: AllowedHosts): CustomFetch {
  return async (address, { method, headers, body }) => {
    const url = new URL(address)
    const isEncrypted = url.protocol === 'https:'
    const lookup = await hosts.lookupFor(url.hostname, { isOwnOnly: !isEncrypted })
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const signal = AbortSignal.timeout(longestMs)
    const request = (isEncrypted ? https : http).request(url, {
      method,
      headers: { ...headers },
      lookup,
      signal,
      agent: false,
    })
    request.on('error', reject)
    refuseUpgrade(request, reject)
    request.on('response', (answer) => readAnswer(answer, { request, host: url.hostname, resolve, reject }))
    request.end(body === null || body === undefined ? undefined : String(body))
    return promise
  }
}

interface Asking {
  request: ClientRequest
  host: string
  resolve: (answer: Response) => void
  reject: (error: Error) => void
}

function readAnswer(answer: IncomingMessage, { request, host, resolve, reject }: Asking): void {
  const { statusCode: status = 0 } = answer
  const refuse = (sentence: string) => {
    const refusal = new HostRefusal(sentence, { isLasting: false })
    reject(refusal)
    request.destroy(refusal)
  }
  answer.on('error', reject)
  if (!isStatus(status)) {
    refuse(`${host} answers with ${status}, which is no status.`)
    return
  }
  const parts: Buffer[] = []
  let bytes = 0
  answer.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes <= mostBytes) parts.push(part)
    else refuse(`${host} answers with more than was asked for.`)
  })
  answer.on('end', () => {
    const type = answer.headers['content-type'] ?? 'application/json'
    const body = hasNoBody(status) ? null : Buffer.concat(parts)
    resolve(new Response(body, { status, headers: { 'content-type': type } }))
  })
}

/** What a `Response` may have; Node passes on whatever three digits a server sends. */
const isStatus = (status: number) => status >= 200 && status <= 599

const hasNoBody = (status: number) => [204, 205, 304].includes(status)
