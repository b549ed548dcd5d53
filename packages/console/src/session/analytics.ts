import { openPages } from '@courtcrier/contract/calls/console.ts'
import type { Router } from '@tanstack/react-router'
import { getSession } from './session-store.ts'
import { noCache } from './timed-fetch.ts'

/** The person viewing pages. */
export interface Person {
  id: string
  email: string
  fullName: string
  firmName: string
}

/** The destination of page views. A firm's own build may set another with `setSink`. */
export interface AnalyticsSink {
  identify: (person: Person) => void
  /** The address without parameters and IDs. */
  viewPage: (path: string) => void
}

/** Reports who is signed in, on entering the pages behind the login. */
export function identify(person: Person): void {
  safely(() => sink.identify(person))
}

/**
 * Reports a page view, also of pages that need no login, but never of the login page, and none at all if the browser asks
 * not to be tracked.
 */
export function viewPage(path: string): void {
  if (/^\/(login\/?)?$/.test(path)) return
  safely(() => sink.viewPage(withoutIds(path)))
}

/** Reports each page view. Another filter or record of the same list isn't a new page. */
export function followPages(router: Pick<Router<never, never>, 'subscribe'>): void {
  let last: string | undefined
  router.subscribe('onResolved', ({ toLocation: { pathname } }) => {
    if (pathname === last) return
    last = pathname
    viewPage(pathname)
  })
}

export function setSink(other: AnalyticsSink): void {
  sink = other
}

const gatherMs = 4000
const mostGathered = 20

/**
 * Returns the sink for the firm's own log, on its own server: the token identifies the person, so nothing else is sent.
 */
export function firstPartySink(): AnalyticsSink {
  let gathered: string[] = []
  let isEntry = false
  let person: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = () => {
    clearTimeout(timer)
    timer = undefined
    const body = { paths: gathered.splice(0), ...(isEntry ? { is_entry: true } : {}) }
    const session = getSession()
    // One person's page views are never recorded as another's.
    if ((body.paths.length === 0 && !isEntry) || !session || session.user.id !== person) return
    isEntry = false
    post('/api/v1/page_views', body, { authorization: `Bearer ${session.accessToken}` })
  }
  const gatherFor = (userId: string) => {
    if (userId !== person) gathered = []
    if (userId !== person) isEntry = false
    person = userId
    timer ??= setTimeout(send, gatherMs)
  }
  if (typeof addEventListener === 'function') addEventListener('pagehide', send)
  return {
    identify: ({ id }) => {
      gatherFor(id)
      isEntry = true
    },
    viewPage: (path) => {
      const userId = getSession()?.user.id
      if (userId === undefined) return viewOpenPage(path)
      gatherFor(userId)
      gathered.push(path)
      if (gathered.length >= mostGathered) send()
    },
  }
}

/** Sent at once: people leave these pages after one click. */
function viewOpenPage(path: string): void {
  if (openPages.some((known) => known === path)) post('/api/v1/page_views/open', { path })
}

function post(address: string, body: object, headers: Readonly<Record<string, string>> = {}): void {
  void fetch(address, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', ...noCache, ...headers },
    body: JSON.stringify(body),
    // A lost page view doesn't matter: no message, no retry.
  }).catch(() => undefined)
}

let sink: AnalyticsSink = firstPartySink()

/** Reports unless tracking is refused, ignoring errors: measuring must never get in the way of work. */
function safely(tell: () => void): void {
  if (isTrackingRefused()) return
  try {
    tell()
  } catch (cause) {
    console.warn('A page view could not be told of.', cause)
  }
}

function isTrackingRefused(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return doNotTrack === '1' || globalPrivacyControl === true
}

/** The token of a public link opens a document, so it must not be in the log. */
function withoutIds(path: string): string {
  return path
    .replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}(?=\/|$)/gi, '/{id}')
    .replace(/^\/public-document\/[^/]+/, '/public-document/{token}')
    .replace(/(.)\/$/, '$1')
}
