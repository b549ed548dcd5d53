import { createHash, randomBytes } from 'node:crypto'
import { problemError } from '../problems.ts'
import type { StoreAnswer } from '../ways/store-http.ts'
import { type Challenge, readChallenges } from './challenge.ts'
import type { AskSigned, Unsigned } from './signed-request.ts'

export interface DigestOptions {
  username: string
  password: string
  send: (request: Unsigned, authorization?: string) => Promise<StoreAnswer>
}

/** A server's latest challenge, and how often it has been answered. */
interface Nonce {
  value: string
  params: Challenge['params']
  count: number
}

/** By their names in RFC 7616, the better one first. */
const hashes: ReadonlyMap<string, string> = new Map([
  ['SHA-256', 'sha256'],
  ['MD5', 'md5'],
])

/**
 * One request without authorization, one with it, and one more in case others have used up the nonce in the meantime.
 */
const mostAsks = 3

/**
 * Signs requests with Digest (RFC 7616; SHA-256 before MD5, `qop=auth`), so that the password never leaves this server.
 * A challenge is reused and counted for all following requests until the server says it is stale. A server that asks
 * for Basic instead receives nothing.
 */
export function openDigest({ username, password, send }: DigestOptions): AskSigned {
  let nonce: Nonce | undefined
  return async (request) => {
    for (let asks = 1; ; asks++) {
      const used = nonce
      const count = used ? ++used.count : 0
      const answer = await send(request, used && authorizationOf(request, { nonce: used, count, username, password }))
      if (answer.status !== 401) {
        nonce = nextNonce(answer) ?? nonce
        return answer
      }
      const challenge = bestChallenge(answer)
      // The nonce was new and not stale, so the user name or the password is wrong.
      if (asks === mostAsks || (count === 1 && challenge?.stale?.toLowerCase() !== 'true')) return answer
      answer.body.destroy()
      if (!challenge) throw noDigest(request.url.hostname)
      nonce = { value: challenge.nonce ?? '', params: challenge, count: 0 }
    }
  }

  function nextNonce({ headers }: StoreAnswer): Nonce | undefined {
    const [info] = readChallenges(`info ${headers['authentication-info'] ?? ''}`)
    return nonce && info?.params.nextnonce ? { ...nonce, value: info.params.nextnonce, count: 0 } : undefined
  }
}

function bestChallenge({ headers }: StoreAnswer): Challenge['params'] | undefined {
  const offered = readChallenges(headers['www-authenticate'] ?? '').filter(
    ({ scheme, params }) => scheme === 'digest' && /(?:^|[\s,])auth(?:$|[\s,])/i.test(params.qop ?? ''),
  )
  const [best] = [...hashes.keys()].flatMap((name) => offered.filter(({ params }) => algorithmOf(params) === name))
  return best?.params
}

function algorithmOf({ algorithm = 'MD5' }: Challenge['params']): string {
  return algorithm.toUpperCase()
}

function noDigest(host: string) {
  const known = [...hashes.keys()].join(' or ')
  return problemError('auth', `${host} doesn't offer the sign-in by Digest (${known}), so the password was not sent.`)
}

interface Answering {
  nonce: Nonce
  count: number
  username: string
  password: string
}

function authorizationOf({ method, url }: Unsigned, { nonce, count, username, password }: Answering): string {
  const { realm = '', opaque, algorithm } = nonce.params
  const hash = (text: string) =>
    createHash(hashes.get(algorithmOf(nonce.params)) ?? 'sha256')
      .update(text)
      .digest('hex')
  const uri = url.pathname + url.search
  const [nc, cnonce] = [count.toString(16).padStart(8, '0'), randomBytes(16).toString('hex')]
  const [secret, asked] = [hash(`${username}:${realm}:${password}`), hash(`${method}:${uri}`)]
  const response = hash([secret, nonce.value, nc, cnonce, 'auth', asked].join(':'))
  const parts = [
    nameOf(username),
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce.value)}`,
    `uri=${quoted(uri)}`,
    `response="${response}"`,
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...['qop=auth', `nc=${nc}`, `cnonce="${cnonce}"`],
  ]
  return `Digest ${parts.join(', ')}`
}

/** Characters a header can't contain are encoded per RFC 8187. */
function nameOf(username: string): string {
  if (/^[\x20-\x7e]*$/.test(username)) return `username=${quoted(username)}`
  const encoded = encodeURIComponent(username).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `username*=UTF-8''${encoded}`
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
