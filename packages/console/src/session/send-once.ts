import { ApiFailure, failureOf } from './api-failure.ts'
import { getSession } from './session-store.ts'
import { noAnswerInTime } from './timed-fetch.ts'

/** A request that must be carried out once, however often it is sent. */
export interface OnceRequest {
  path: string
  body?: { type: string; content: string | Uint8Array<ArrayBuffer> | Blob }
}

/**
 * Sends a POST with an Idempotency-Key, and once more with the same key if its answer is lost: the server carries it out
 * once (decision 44). While the first one is still being carried out, asks again until there is its answer. If that is
 * lost too, the same request gets the same key when the user sends it again soon.
 */
export async function sendOnce(post: OnceRequest, send: (key: string) => Promise<Response>): Promise<Response> {
  const what = whatOf(post)
  const key = keyFor(what)
  let response = await sentTwice(() => send(key))
  for (let asked = 0; await isInProgress(response); asked += 1) {
    if (asked >= mostAsked) {
      // It was interrupted, and its key is never free again. Only the user can find out whether it was done.
      unanswered.delete(what)
      throw new ApiFailure(0, { sentence: noAnswerInTime })
    }
    await pause(pauseMs)
    response = await send(key)
  }
  // A proxy that had no answer from the server doesn't know whether the request was carried out.
  if (![502, 504].includes(response.status)) unanswered.delete(what)
  return response
}

/** What a body is that the server compares with that of the first request; it refuses keys for uploads. */
export function canBeOnce({ body }: OnceRequest): boolean {
  return body === undefined || ['application/json', 'application/x-protobuf'].includes(body.type)
}

const pauseMs = 1000
/** For how long the server is asked for the answer of a request that it is carrying out. */
const mostAsked = 60
/**
 * For how long the same request is the same wish. Later it may be another one, such as to send an email a second time.
 */
const sameWishMs = 5 * 60_000

/** Requests without an answer so far, by what was sent. */
const unanswered = new Map<string, { key: string; at: number }>()

function keyFor(what: string): string {
  const known = unanswered.get(what)
  const key = known && known.at > Date.now() - sameWishMs ? known.key : newKey()
  unanswered.set(what, { key, at: Date.now() })
  return key
}

/** `randomUUID` exists on secure origins only, and a firm may open its console in its own network without. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function whatOf({ path, body }: OnceRequest): string {
  const content = body?.content ?? ''
  const text = typeof content === 'string' ? content : new TextDecoder('latin1').decode(content as Uint8Array)
  return JSON.stringify([getSession()?.user.id, path, text])
}

async function sentTwice(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (failure) {
    if (!(failure instanceof ApiFailure && failure.status === 0)) throw failure
    await pause(pauseMs)
    return send()
  }
}

async function isInProgress(response: Response): Promise<boolean> {
  return response.status === 409 && (await failureOf(response.clone())).problem?.code === 'key_in_use'
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
