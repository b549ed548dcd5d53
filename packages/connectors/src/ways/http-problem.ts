import { readRetryAfter } from '@courtcrier/lib/retry-after.ts'
import { errorCode } from '@courtcrier/lib/storage-error.ts'
import type { Problem } from '../connector.ts'
import { elsewhere } from '../problems.ts'
import { readWhole } from './read-whole.ts'
import type { StoreAnswer } from './store-http.ts'

/** The problem that an unsuccessful answer means; `what` says what was requested. */
export function httpProblem({ status, headers }: Pick<StoreAnswer, 'status' | 'headers'>, what: string): Problem {
  const retryAfterMs = readRetryAfter(headers)
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs: Math.min(retryAfterMs, longestWaitMs) }
  if (status === 401 || status === 407)
    return { problem: 'auth', sentence: `The DMS rejected the sign-in (${status}) at ${what}.` }
  // The account is known, and may lack the right for one folder or matter only.
  if (status === 403)
    return {
      problem: 'transient',
      sentence: `The account may not do this (403): ${what}. Give it the right in the DMS.`,
    }
  if (status === 429 || (status === 503 && retryAfterMs !== undefined))
    return {
      problem: 'throttled',
      sentence: `The DMS is busy (${status}) and asks to try again later.`,
      isPassing: true,
      ...wait,
    }
  if (status === 409 || status === 412)
    return { problem: 'conflict', sentence: `Something else is in the way (${status}) of ${what}.` }
  // Such as to a page about maintenance, or for people to sign in.
  if (status >= 300 && status < 400)
    return {
      problem: 'transient',
      sentence: `The DMS led elsewhere (${status}) instead of answering ${what}. Check the address.`,
    }
  if (status === 413)
    return {
      problem: 'rejected',
      sentence: `The DMS takes no file of this size (413), at ${what}. ${elsewhere}`,
    }
  if (status === 423) return { problem: 'transient', sentence: `Someone has it locked (423): ${what}.` }
  if (status === 507) return { problem: 'transient', sentence: 'There is no space left in the DMS (507).' }
  if (status >= 500 || status === 408)
    return { problem: 'transient', sentence: `The DMS failed (${status}) at ${what}.`, isPassing: true, ...wait }
  return { problem: 'rejected', sentence: `The DMS refused ${what} (${status}).` }
}

/** For errors of a connection that broke off in the middle of an answer. */
export function networkProblem(error: unknown): Problem | undefined {
  const code = errorCode(error)
  if (code === undefined || !/^(E[A-Z]+|ERR_STREAM_\w+|UND_ERR_\w+)$/.test(code)) return undefined
  return { problem: 'transient', sentence: `The connection to the DMS was lost (${code}).`, isPassing: true }
}

/** Reads the rest of an answer to `what`, so that its connection can be reused. */
export async function readAll({ body }: StoreAnswer, what: string): Promise<Uint8Array> {
  return readWhole(body, what)
}

/** A DMS that asks for longer is asked again once an hour: people wait for their documents. */
const longestWaitMs = 60 * 60_000
