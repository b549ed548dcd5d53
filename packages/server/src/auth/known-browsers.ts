import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { newId } from '../base/db/ids.ts'

/** A user, as a browser knows them. */
interface BrowserUser {
  firmId: number
  userId: string
}

/**
 * Browsers in which a user has logged in before, known by a signed cookie. The cookie logs no one in: it only keeps
 * other people's wrong passwords from locking its owner out.
 */
export interface KnownBrowsers {
  /** Returns the browser's ID if its cookies show that this user has logged in with it. */
  find: (cookies: string | undefined, user: BrowserUser, now: Date) => string | undefined
  /**
   * Returns the Set-Cookie header for a browser in which the user has just logged in; a known one keeps its ID. It is
   * sent to one of the paths by which people log in.
   */
  remember: (user: BrowserUser, known: string | undefined, now: Date, path?: LogInPath) => string
}

/** Where people log in with what they have here, and by an identity provider. */
type LogInPath = '/api/v1/auth/login' | '/api/v1/sso'

/** Long enough for people who log in once a quarter. */
const cookieDays = 180
const dayMs = 86_400_000

/**
 * Signs cookies with a key of its own, derived from the installation's secret key. Nothing is stored for a browser. The
 * cookie goes to the login only, never to scripts or other sites, and over TLS where the console is served by it.
 */
export function makeKnownBrowsers(secretKey: Uint8Array, { isSecure }: { isSecure: boolean }): KnownBrowsers {
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', 'courtcrier known browser v1', 32))
  const sign = ({ firmId, userId }: BrowserUser, about: string) =>
    createHmac('sha256', key).update(`${firmId} ${userId} ${about}`).digest('base64url')
  return {
    find: (cookies, user, now) => {
      const [, about = '', id, until, signature = ''] = cookiePattern.exec(cookieOf(cookies, nameFor(user))) ?? []
      if (!isEqual(signature, sign(user, about)) || Number(until) <= now.getTime()) return undefined
      return id
    },
    remember: (user, known, now, path = '/api/v1/auth/login') => {
      const about = `${known ?? newId()}.${now.getTime() + cookieDays * dayMs}`
      const value = `${about}.${sign(user, about)}`
      return `${nameFor(user)}=${value}; Path=${path}; Max-Age=${cookieDays * 86_400}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
    },
  }
}

const cookiePattern = /^(([\da-f-]{36})\.(\d{1,15}))\.([\w-]{43})$/

/** People who share a computer each have a cookie; its name doesn't show whose it is. */
function nameFor({ firmId, userId }: BrowserUser): string {
  return `courtcrier_${createHash('sha256').update(`${firmId} ${userId}`).digest('hex').slice(0, 16)}`
}

function cookieOf(header: string | undefined, name: string): string {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}

function isEqual(given: string, right: string): boolean {
  return given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right))
}
