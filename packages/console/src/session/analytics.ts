import { getSession } from './session-store.ts'

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

/** Reports a page view; never of the login page, and none at all if the browser asks not to be tracked. */
export function viewPage(path: string): void {
  if (path === '/login') return
  safely(() => sink.viewPage(withoutIds(path)))
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
  let person: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = () => {
    clearTimeout(timer)
    timer = undefined
    const paths = gathered.splice(0)
    const session = getSession()
    // One person's page views are never recorded as another's.
    if (paths.length === 0 || !session || session.user.id !== person) return
    void fetch('/api/v1/page_views', {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${session.accessToken}` },
      body: JSON.stringify({ paths }),
      // A lost page view doesn't matter: no message, no retry.
    }).catch(() => undefined)
  }
  if (typeof addEventListener === 'function') addEventListener('pagehide', send)
  return {
    identify: () => {},
    viewPage: (path) => {
      const userId = getSession()?.user.id
      if (userId === undefined) return
      if (userId !== person) gathered = []
      person = userId
      gathered.push(path)
      if (gathered.length >= mostGathered) send()
      else timer ??= setTimeout(send, gatherMs)
    },
  }
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

function withoutIds(path: string): string {
  return path.replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}(?=\/|$)/gi, '/{id}')
}
