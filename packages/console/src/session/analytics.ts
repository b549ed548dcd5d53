import { getSession } from './session-store.ts'

/** Who looks at pages. */
export interface Person {
  id: string
  email: string
  fullName: string
  firmName: string
}

/** Where page views go. A firm's own build may set another with `setSink`. */
export interface AnalyticsSink {
  identify: (person: Person) => void
  /** The address without parameters and without ids. */
  viewPage: (path: string) => void
}

/** Tells who it is, on entering the pages behind the log-in. */
export function identify(person: Person): void {
  safely(() => sink.identify(person))
}

/** Tells that a page was opened; not of the log-in page, and of none at all where the browser asks not to be tracked. */
export function viewPage(path: string): void {
  if (path === '/login') return
  safely(() => sink.viewPage(withoutIds(path)))
}

export function setSink(other: AnalyticsSink): void {
  sink = other
}

const gatherMs = 4000
const mostGathered = 20

/** The firm's own log, on its own server: the token says who it is, so that nothing else need be told. */
export function firstPartySink(): AnalyticsSink {
  let gathered: string[] = []
  let person: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = () => {
    clearTimeout(timer)
    timer = undefined
    const paths = gathered.splice(0)
    const session = getSession()
    // What one person looked at is never noted as another's.
    if (paths.length === 0 || !session || session.user.id !== person) return
    void fetch('/api/v1/page_views', {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${session.accessToken}` },
      body: JSON.stringify({ paths }),
      // A page view that is lost is no loss: nobody is told, and nothing is tried again.
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

/** Measuring must never get into the way of work. */
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
