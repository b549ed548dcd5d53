import { ApiFailure, isCalledOff } from './api-failure.ts'
import { type CallAnswer, noteCall } from './call-log.ts'
import { noteReached, noteSlow, noteUnreachable } from './reach.ts'

/** How long an answer may take before the call is given up (specification, section 9). */
export const timeoutMs = 15_000

/**
 * `fetch` that gives up after 15 s and tries once more without a limit. Writes with POST are not tried again:
 * the first one may have been done, and a refresh token or a new record must not be used or made twice.
 * Throws `ApiFailure` with status 0 when no answer came, and the caller's own abort as it is.
 */
export async function timedFetch(path: string, init: RequestInit): Promise<Response> {
  try {
    return await noted(path, init, () => fetchWithin(timeoutMs, path, init))
  } catch (cause) {
    if (isCalledOff(cause)) throw cause
    if (!(cause instanceof TimeoutError)) throw noAnswer(cause)
    noteSlow()
    if (init.method === 'POST') throw new ApiFailure(0, { cause, sentence: cause.message })
  }
  return patientFetch(path, init)
}

/** `fetch` without a limit, whose failures are those of `timedFetch`. */
export function patientFetch(path: string, init: RequestInit): Promise<Response> {
  return noted(path, init, () => fetch(path, init)).catch((cause: unknown) => {
    throw isCalledOff(cause) ? cause : noAnswer(cause)
  })
}

class TimeoutError extends Error {}

async function noted(path: string, { method = 'GET' }: RequestInit, run: () => Promise<Response>): Promise<Response> {
  const at = Date.now()
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

async function fetchWithin(limitMs: number, path: string, init: RequestInit): Promise<Response> {
  const limit = new AbortController()
  const timeout = new TimeoutError('No answer came in time. Look whether it was done before you try again.')
  const timer = setTimeout(() => limit.abort(timeout), limitMs)
  const signal = init.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal
  try {
    return await fetch(path, { ...init, signal })
  } finally {
    // Only the wait for the answer is limited: a long document may take its time to come over.
    clearTimeout(timer)
  }
}

function noAnswer(cause: unknown): ApiFailure {
  return new ApiFailure(0, { cause, sentence: 'Courtcrier cannot be reached. Check the connection and try again.' })
}
