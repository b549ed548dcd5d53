import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a front asks for. `DIGEST` also offers Basic, which no client should use. */
export interface FrontOptions {
  asks: 'DIGEST' | 'BEARER'
  /** The Digest algorithms, in the order offered. */
  algorithms?: readonly string[]
  /** The number of requests for which a nonce is valid. */
  nonceLife?: number
  /** Whether each response names the nonce for the next request. */
  namesNext?: boolean
}

export interface Front {
  port: number
  /** The requests received, in order. */
  asked: { method: string; authorization: string; status: number }[]
  close: () => Promise<void>
}

const realm = 'Files of Hale, "Osei" & Co'

/**
 * Starts a server in front of another one that requires its own sign-in (password or token `right`), and signs in to
 * the other by Basic.
 */
export async function startFront(target: { port: number }, options: FrontOptions): Promise<Front> {
  const asked: Front['asked'] = []
  const check = options.asks === 'DIGEST' ? digestCheck(options) : bearerCheck
  const server = http.createServer((request, response) => {
    const authorization = request.headers.authorization ?? ''
    const verdict = check(request.method ?? '', request.url ?? '', authorization)
    asked.push({ method: request.method ?? '', authorization, status: 'refusal' in verdict ? 401 : 200 })
    if ('refusal' in verdict) {
      request.resume()
      response.writeHead(401, { 'www-authenticate': verdict.refusal }).end()
    } else forward(request, response, { port: target.port, more: verdict.headers })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Verdict = { refusal: string[] } | { headers: Record<string, string> }

function bearerCheck(_: string, __: string, authorization: string): Verdict {
  return authorization === 'Bearer right' ? { headers: {} } : { refusal: ['Bearer realm="files"'] }
}

function digestCheck({ algorithms = ['SHA-256'], nonceLife = 7, namesNext = false }: FrontOptions) {
  const counts = new Map<string, Set<string>>()
  const makeNonce = () => {
    const nonce = randomBytes(9).toString('base64')
    counts.set(nonce, new Set())
    return nonce
  }
  const challenge = (isStale: boolean) => [
    'Basic realm="files"',
    ...algorithms.map(
      (name) =>
        `Digest realm="${realm.replaceAll('"', '\\"')}", qop="auth-int, auth", algorithm=${name}, nonce="${makeNonce()}", opaque="a, \\"b\\""${isStale ? ', stale=true' : ''}`,
    ),
  ]
  return (method: string, url: string, authorization: string): Verdict => {
    const given = readAnswer(authorization)
    const isRight =
      isRightAnswer(given, { method, username: 'courtcrier', password: 'right', realm }) &&
      given.uri === url &&
      given.opaque === 'a, "b"' &&
      algorithms.includes(given.algorithm ?? '')
    if (!isRight) return { refusal: challenge(false) }
    const seen = counts.get(given.nonce ?? '')
    // A repeated count is a replay by someone who listened in.
    if (!seen || seen.has(given.nc ?? '') || seen.size >= nonceLife) return { refusal: challenge(true) }
    seen.add(given.nc ?? '')
    return { headers: namesNext ? { 'authentication-info': `nextnonce="${makeNonce()}"` } : {} }
  }
}

/** Returns the parameters of a Digest authorization. */
export function readAnswer(authorization: string): Readonly<Record<string, string>> {
  if (!authorization.startsWith('Digest ')) return {}
  const parts = authorization.slice('Digest '.length).matchAll(/([\w*]+)=(?:"((?:\\.|[^"\\])*)"|([^,\s]+))(?:,\s*|$)/g)
  return Object.fromEntries([...parts].map(([, name, text, word]) => [name, text?.replace(/\\(.)/g, '$1') ?? word]))
}

/** Returns whether an authorization is this user's, as defined by RFC 7616. */
export function isRightAnswer(
  given: Readonly<Record<string, string>>,
  known: { method: string; username: string; password: string; realm: string },
): boolean {
  const { nonce, nc, cnonce, qop, uri, response = '', algorithm } = given
  if (qop !== 'auth' || given.username !== known.username || given.realm !== known.realm) return false
  const hash = (text: string) =>
    createHash(algorithm === 'SHA-256' ? 'sha256' : 'md5')
      .update(text)
      .digest('hex')
  const [first, second] = [hash(`${known.username}:${known.realm}:${known.password}`), hash(`${known.method}:${uri}`)]
  const right = hash(`${first}:${nonce}:${nc}:${cnonce}:auth:${second}`)
  return right.length === response.length && timingSafeEqual(Buffer.from(right), Buffer.from(response))
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { port, more }: { port: number; more: Record<string, string> },
): void {
  const authorization = `Basic ${Buffer.from('courtcrier:right').toString('base64')}`
  const { method, url: path } = request
  const headers = { ...request.headers, authorization }
  const onward = http.request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...more })
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  request.on('aborted', () => onward.destroy())
  request.pipe(onward)
}
