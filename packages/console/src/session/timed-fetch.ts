import { noteCalled, noteSlow, noteUnreachable } from '../ui/reach.ts'
import { ApiFailure, isCalledOff } from './api-failure.ts'
import { type CallAnswer, noteCall } from './call-log.ts'

/** Time limit for a response (specification, section 9). */
export const timeoutMs = 15_000

/** What every call has: no proxy may answer it with what was so before (specification, section 7). */
export const noCache = { 'cache-control': 'no-cache', pragma: 'no-cache' } as const

/** A call's own headers by their names, so that some can be added. */
type CallInit = Omit<RequestInit, 'headers'> & { headers?: Readonly<Record<string, string>> }

/**
 * Works like `fetch`, but times out after 15 s and tries once more without a limit. A POST is repeated only with an
 * Idempotency-Key: the first one may have succeeded, and a refresh token must not be used twice. Throws `ApiFailure` with
 * status 0 if there was no response; the caller's own abort is rethrown unchanged.
 */
export async function timedFetch(path: string, init: CallInit): Promise<Response> {
  try {
    return await noted(path, init, () => fetchWithin(timeoutMs, path, init))
  } catch (cause) {
    if (isCalledOff(cause)) throw cause
    if (!(cause instanceof TimeoutError)) throw noAnswer(cause)
    if (init.method === 'POST' && !isKeyed(init)) throw new ApiFailure(0, { cause, sentence: cause.message })
  }
  return patientFetch(path, init).finally(noteSlow())
}

/** Works like `fetch`, without a time limit; fails as `timedFetch` does. */
export function patientFetch(path: string, init: CallInit): Promise<Response> {
  return noted(path, init, () => fetch(path, uncached(init))).catch((cause: unknown) => {
    throw isCalledOff(cause) ? cause : noAnswer(cause)
  })
}

/** What to do if no one knows whether a request was carried out. */
export const noAnswerInTime = 'No answer came in time. Look whether it was done before you try again.'

class TimeoutError extends Error {}

function uncached(init: CallInit): RequestInit {
  return { ...init, headers: { ...noCache, ...init.headers } }
}

function isKeyed({ headers }: CallInit): boolean {
  return headers !== undefined && 'idempotency-key' in headers
}

async function noted(path: string, { method = 'GET' }: CallInit, run: () => Promise<Response>): Promise<Response> {
  const at = Date.now()
  const noteReached = noteCalled()
  const note = (answer: CallAnswer) => noteCall({ method, path, at, answer })
  try {
    const response = await run()
    note(response)
    noteReached()
    return response
  } catch (cause) {
    if (isCalledOff(cause)) throw cause
    const isLate = cause instanceof TimeoutError
    note(isLate ? 'timed_out' : 'unreachable')
    if (!isLate) noteUnreachable()
    throw cause
  }
}

async function fetchWithin(limitMs: number, path: string, init: CallInit): Promise<Response> {
  const limit = new AbortController()
  const timeout = new TimeoutError(noAnswerInTime)
  const timer = setTimeout(() => limit.abort(timeout), limitMs)
  const signal = init.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal
  try {
    return await fetch(path, { ...uncached(init), signal })
  } finally {
    // Only the wait for the response is limited: a long document may take its time to transfer.
    clearTimeout(timer)
  }
}

export function noAnswer(cause: unknown): ApiFailure {
  return new ApiFailure(0, { cause, sentence: 'Courtcrier cannot be reached. Check the connection and try again.' })
}
