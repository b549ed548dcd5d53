import { ApiFailure, failureOf } from './api-failure.ts'
import { askToConfirm } from './confirmation.ts'
import { announceFailure, tokenFor } from './request.ts'
import { getSession, viewedRoleId } from './session-store.ts'
import { noCache } from './timed-fetch.ts'

export interface FileUpload {
  path: string
  file: File
  /** From 0 to 1, as the bytes go out. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a file and returns the JSON of the response, reporting progress, which `fetch` can't do for uploads. Throws
 * `ApiFailure`, as all API calls do; the caller's own abort is rethrown unchanged.
 */
export async function uploadFile<T>({ path, file, onProgress, signal }: FileUpload): Promise<T> {
  const hadSession = getSession() !== undefined
  const token = await tokenFor()
  const answer = await send({ path, file, onProgress, signal }, token)
  if (answer.ok) return (await answer.json()) as T
  const failure = await failureOf(answer)
  if (failure.problem?.code === 'confirmation_required' && (await askToConfirm()))
    return uploadFile({ path, file, onProgress, signal })
  announceFailure(failure, hadSession)
  throw failure
}

function send({ path, file, onProgress, signal }: FileUpload, token: string | undefined): Promise<Response> {
  const call = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  call.open('POST', path)
  const viewed = viewedRoleId(getSession())
  call.setRequestHeader('accept', 'application/json')
  call.setRequestHeader('content-type', 'application/octet-stream')
  for (const [name, value] of Object.entries(noCache)) call.setRequestHeader(name, value)
  if (token) call.setRequestHeader('authorization', `Bearer ${token}`)
  if (viewed) call.setRequestHeader('x-view-as', viewed)
  call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1)
  call.onload = () => resolve(responseOf(call))
  call.onerror = () =>
    reject(new ApiFailure(0, { sentence: 'Courtcrier cannot be reached. Check the connection and try again.' }))
  call.onabort = () => reject(new DOMException('The upload was called off.', 'AbortError'))
  signal.addEventListener('abort', () => call.abort())
  call.send(file)
  return promise
}

function responseOf(call: XMLHttpRequest): Response {
  const type = call.getResponseHeader('content-type') ?? 'text/plain'
  return new Response(call.responseText, { status: call.status, headers: { 'content-type': type } })
}
