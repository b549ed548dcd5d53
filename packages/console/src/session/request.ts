import { errorCatalogue } from '@courtcrier/contract/errors.ts'
import { notify } from '../ui/notices.ts'
import { openOverlay } from '../ui/overlays.ts'
import { ApiFailure, failureOf, isPassing } from './api-failure.ts'
import { askToConfirm } from './confirmation.ts'
import { expireSession } from './end-session.ts'
import { demandFactor } from './factor-due.ts'
import { freshToken } from './refresh.ts'
import { canBeOnce, sendOnce } from './send-once.ts'
import { getSession, viewedRoleId } from './session-store.ts'
import { patientFetch, timedFetch } from './timed-fetch.ts'

export interface ApiRequest {
  method: string
  path: string
  accept: string
  body?: { type: string; content: string | Uint8Array<ArrayBuffer> | Blob }
  /** Waits for the response without a limit: a large file is being sent. */
  isPatient?: boolean
  /** The call is refused if the record changed after this time. */
  ifMatch?: string
  signal?: AbortSignal
  /** Completed even if the page is left meanwhile. */
  outlivesPage?: boolean
  /** Sent with the user's own role, even while viewing as another. */
  isOwn?: boolean
}

/**
 * Calls the API with the session's token. Throws `ApiFailure` unless the call succeeds, after
 * the console's general handling: 401 ends the session, 409 and 500 are announced (specification, section 8). A
 * sensitive call waits while the user confirms that it is them.
 */
export async function request(call: ApiRequest): Promise<Response> {
  const hadSession = getSession() !== undefined
  const response = await sendAsIs(call, await tokenFor(call))
  if (response.ok) return response
  const failure = await failureOf(response)
  // The call is repeated as it was, so nothing typed is lost.
  if (failure.problem?.code === 'confirmation_required' && (await askToConfirm())) return request(call)
  announceFailure(failure, hadSession)
  throw failure
}

/** Returns the token to send, renewed if it expires soon. Throws `ApiFailure`; a session that can't be renewed has ended. */
export async function tokenFor({ outlivesPage }: Pick<ApiRequest, 'outlivesPage'> = {}): Promise<string | undefined> {
  try {
    return await freshToken({ isHurried: outlivesPage })
  } catch (failure) {
    // A server that is busy or restarts has not ended the session.
    if (failure instanceof ApiFailure && !isPassing(failure)) expireSession()
    throw failure
  }
}

/** A POST that may be called off changes nothing: its answer is only for who waits for it. */
function sendAsIs(call: ApiRequest, token: string | undefined): Promise<Response> {
  const isOnce = call.method === 'POST' && token !== undefined && call.signal === undefined && canBeOnce(call)
  return isOnce ? sendOnce(call, (key) => send(call, token, key)) : send(call, token)
}

function send(
  { method, path, accept, body, ifMatch, signal, isPatient, outlivesPage, isOwn }: ApiRequest,
  token: string | undefined,
  key?: string,
): Promise<Response> {
  const viewed = isOwn ? undefined : viewedRoleId(getSession())
  return (isPatient ? patientFetch : timedFetch)(path, {
    method,
    signal,
    body: body?.content,
    ...(outlivesPage && isSmall(body) ? { keepalive: true } : {}),
    headers: {
      accept,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': body.type } : {}),
      ...(viewed ? { 'x-view-as': viewed } : {}),
      ...(ifMatch ? { 'if-match': `"${ifMatch}"` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
  })
}

/** Browsers limit what all calls that outlive a page send at a time to 64 KiB, and refuse what is more (Fetch standard). */
const outlivingBytes = 16 * 1024

function isSmall(body: ApiRequest['body']): boolean {
  return !body || new Blob([body.content]).size <= outlivingBytes
}

/** Says what the console says of a failure on every page, whatever was sent. */
export function announceFailure(failure: ApiFailure, hadSession: boolean): void {
  if (failure.status === 401 && hadSession) expireSession()
  if (failure.problem?.code === 'second_factor_required') demandFactor()
  if (failure.status === 409)
    notify({ color: 'error', text: failure.problem?.detail ?? errorCatalogue.not_unique.sentence })
  if (failure.status === 500) {
    console.error(failure.message)
    // Before login there is nothing to show them in.
    const details = hadSession ? { details: () => openOverlay('support') } : {}
    notify({ color: 'error', text: errorCatalogue.internal.sentence, ...details })
  }
}
