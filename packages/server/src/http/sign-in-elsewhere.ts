import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import { firmOf } from '../auth/authenticate.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { findFirmUrl } from '../base/firm-url.ts'
import type { Services } from '../base/services.ts'
import type { Attempts } from '../records/sign-ins/attempts.ts'

// What signing in at other services has in common, to mail accounts as to a DMS.

/** Where a sign-in's cookie counts, and how its name begins. */
interface SignInCookie {
  path: string
  prefix: string
}

export const mailCookie: SignInCookie = { path: '/api/v1/mail-sign-in', prefix: 'courtcrier_mail_' }
export const dmsCookie: SignInCookie = { path: '/api/v1/dms-sign-in', prefix: 'courtcrier_dms_' }

/** Returns the Set-Cookie header that binds a sign-in to this browser. Each has its own, so that several can be under way. */
export function signInCookie(
  cookie: SignInCookie,
  attempt: { id: string; browser: string },
  { publicUrl }: { publicUrl: string },
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  // Lax: the service sends the browser back from another site.
  return `${nameOf(cookie, attempt.id)}=${attempt.browser}; Path=${cookie.path}; Max-Age=600; HttpOnly; SameSite=Lax${secure}`
}

/** Returns the value of a sign-in's cookie; '' without one. */
export function signInCookieOf(cookie: SignInCookie, { headers }: Pick<FastifyRequest, 'headers'>, id: string): string {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const name = nameOf(cookie, id)
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}

function nameOf({ prefix }: SignInCookie, id: string): string {
  return `${prefix}${id.replaceAll('-', '')}`
}

/** Returns the address to register at a service; it names the firm's console, whatever the Host header says. */
export async function redirectUriOf(
  { config, database }: Pick<Services, 'config' | 'database'>,
  { firmId, path }: { firmId: number; path: string },
): Promise<string> {
  const base = await withFirm(database, firmId, (trx) => findFirmUrl(trx, { ...config, firmId }))
  return `${base}/api/v1${path}`
}

/** Returns what a service added to the redirect URL. */
export function returnedParameters({ raw }: Pick<FastifyRequest, 'raw'>): URLSearchParams {
  const address = raw.url ?? ''
  const mark = address.indexOf('?')
  return new URLSearchParams(mark < 0 ? '' : address.slice(mark + 1))
}

/** Returns how a sign-in went, to the browser that began it. Throws `not_found` for any other. */
export async function readOwnAttempt(
  { database, now }: Pick<Services, 'database'> & { now: () => Date },
  { request, id }: { request: FastifyRequest; id: string },
  { attempts, cookie }: { attempts: Pick<Attempts<string>, 'read'>; cookie: SignInCookie },
) {
  const asked = { firmId: firmOf(request), id, browser: signInCookieOf(cookie, request, id), now: now() }
  const found = await withFirm(database, asked.firmId, (trx) => attempts.read(trx, asked))
  if (!found) throw new ApiError('not_found')
  return found
}

/** How often the way back and the result may be asked for: the page and its pop-up ask every two seconds. */
const perMinute = { timeWindow: '1 minute', ipv6Subnet: 64 }
export const returnLimit = { max: 60, ...perMinute }
export const resultLimit = { max: 600, ...perMinute }
