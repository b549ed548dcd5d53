import type { Readable } from 'node:stream'
import type { Problem } from '../connector.ts'
import { problemError, StoreProblemError } from '../problems.ts'
import { httpProblem } from './http-problem.ts'
import { readWhole } from './read-whole.ts'
import type { RequestLimit } from './request-limits.ts'
import type { StoreAnswer, StoreHttp } from './store-http.ts'

/** The API of one service, called with the sign-in of one credential. */
export interface ServiceApi {
  /** Returns an answer whose status is among the meant ones. Throws the problem that any other one means. */
  call: (request: ApiRequest) => Promise<ApiAnswer>
  /** Asks without reading: by HEAD, or by GET where the service doesn't know HEAD or redirects it. */
  head: (request: Omit<ApiRequest, 'method' | 'body'>) => Promise<Omit<ApiAnswer, 'json'>>
  /** Returns the bytes of an answer, also of one elsewhere; they must be read to their end or destroyed. */
  read: (request: ApiRequest) => Promise<Readable>
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'MKCOL' | 'OPTIONS'
  url: string | URL
  /** What is being done, for sentences: `making the folder "Motions"`. */
  what: string
  /** Expected statuses besides those of success. */
  meant?: readonly number[]
  headers?: Readonly<Record<string, string>>
  body?: ApiBody
  /** The address itself permits it, as one for an upload does: no sign-in is sent. */
  isPresigned?: boolean
}

export type ApiBody =
  | { json: unknown }
  /** Sent as it is. May be opened more than once. */
  | { bytes: () => AsyncIterable<Uint8Array>; size: number; type?: string }

export interface ApiAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  /** The parsed body; undefined if it is empty, and null if it isn't JSON. */
  json: unknown
}

export interface ServiceApiOptions {
  http: StoreHttp
  credentialId: string
  signIn: SignIn
  /** What the service's own errors mean, where that differs from their status (`httpProblem`). */
  problemOf?: (answer: ApiAnswer, what: string) => Problem | undefined
  /** What the service documents about the requests that it takes; those to an address for one upload don't count. */
  limitsOf?: (request: { method: ApiRequest['method']; url: URL }) => readonly RequestLimit[]
}

/** Proves who calls. */
export interface SignIn {
  headers: () => Promise<SignInHeaders>
  /**
   * Called with what `headers` returned once, when the service rejects it: the next call returns something new, unless
   * another rejection has replaced it already.
   */
  forget: (rejected: SignInHeaders) => void
}

export type SignInHeaders = Readonly<Record<string, string>>

export function openServiceApi(options: ServiceApiOptions): ServiceApi {
  const { signIn, problemOf } = options
  /** A token may have been revoked before its time, so a rejected one is replaced once. */
  const send = async (request: ApiRequest): Promise<StoreAnswer> => {
    if (request.isPresigned) return sendOnce(options, { ...request, signed: {} })
    const signed = await signIn.headers()
    const answer = await sendOnce(options, { ...request, signed })
    if (answer.status !== 401) return answer
    answer.body.destroy()
    signIn.forget(signed)
    return sendOnce(options, { ...request, signed: await signIn.headers() })
  }
  const sendFollowed = async (request: ApiRequest) => followed(options, await send(request), request)
  const demand = (answer: ApiAnswer, { what, meant = [] }: ApiRequest): ApiAnswer => {
    if ((answer.status >= 200 && answer.status < 300) || meant.includes(answer.status)) return answer
    throw new StoreProblemError(problemOf?.(answer, what) ?? httpProblem(answer, what), answer.status)
  }
  return {
    call: async (request) => demand(await parsed(await send(request), request), request),
    async head(request) {
      const first = await send({ ...request, method: 'HEAD' })
      first.body.destroy()
      const isUnknown = first.status === 405 || first.status === 501 || redirectOf(first, request) !== undefined
      // An address elsewhere often permits one method only.
      const answer = isUnknown ? await sendFollowed({ ...request, method: 'GET' }) : first
      answer.body.destroy()
      return demand({ ...answer, json: undefined }, { ...request, method: 'HEAD' })
    },
    async read(request) {
      const answer = await sendFollowed(request)
      if (answer.status < 200 || answer.status >= 300) demand(await parsed(answer, request), request)
      return answer.body
    },
  }
}

async function sendOnce(
  { http, credentialId, limitsOf }: ServiceApiOptions,
  { method, url: address, what, headers, body, isPresigned, signed }: ApiRequest & { signed: SignInHeaders },
): Promise<StoreAnswer> {
  const url = webAddress(address)
  // Such as one for a download, from an answer of the service.
  if (!url) throw problemError('transient', `The DMS answered with no usable address for ${what}.`)
  return http.send({
    credentialId,
    method,
    url,
    headers: { accept: 'application/json', ...headersOf(body), ...headers, ...signed },
    body: bodyOf(body),
    tellsSecret: true,
    isPresigned,
    limits: isPresigned ? undefined : limitsOf?.({ method, url }),
  })
}

/**
 * Files are often elsewhere, at an address that permits reading them by itself: no sign-in is sent there, and to another
 * host no header of the request either, since one may be a sign-in.
 */
async function followed(options: ServiceApiOptions, answer: StoreAnswer, request: ApiRequest): Promise<StoreAnswer> {
  const url = redirectOf(answer, request)
  if (!url) return answer
  answer.body.destroy()
  const isSameHost = url.origin === new URL(request.url).origin
  return sendOnce(options, { ...request, url, isPresigned: true, signed: {}, ...(isSameHost ? {} : { headers: {} }) })
}

/** The address that an answer leads to; undefined if it is no redirect. */
function redirectOf({ status, headers: { location } }: StoreAnswer, { url }: Pick<ApiRequest, 'url'>): URL | undefined {
  if (status < 300 || status >= 400 || location === undefined) return undefined
  return webAddress(URL.parse(location, new URL(url)) ?? '')
}

/** Undefined for an address that isn't of HTTP. */
function webAddress(address: string | URL): URL | undefined {
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

async function parsed({ status, headers, body }: StoreAnswer, { what }: ApiRequest): Promise<ApiAnswer> {
  const text = (await readWhole(body, what)).toString()
  return { status, headers, json: text.trim() === '' ? undefined : parseJson(text) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The page of a proxy or a sign-in, for example; a status that isn't meant says more about it.
    return null
  }
}

function headersOf(body: ApiBody | undefined): Record<string, string> {
  if (body === undefined) return {}
  const { size, type } = 'json' in body ? { size: jsonBytes(body).byteLength, type: 'application/json' } : body
  // Node states no length by itself for methods that rarely have a body, such as OPTIONS.
  return { 'content-length': String(size), ...(type === undefined ? {} : { 'content-type': type }) }
}

function bodyOf(body: ApiBody | undefined): Uint8Array | AsyncIterable<Uint8Array> | undefined {
  if (body === undefined) return undefined
  return 'json' in body ? jsonBytes(body) : body.bytes()
}

function jsonBytes({ json }: { json: unknown }): Buffer {
  return Buffer.from(JSON.stringify(json))
}
