import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  genericGrantRequest,
  None,
  ResponseBodyError,
  type TokenEndpointResponse,
} from 'openid-client'
import * as z from 'zod/mini'
import type { Problem } from '../connector.ts'
import { problemError, StoreProblemError } from '../problems.ts'
import type { GrantPlace, Grants, Renewed } from './grants.ts'
import { httpProblem, networkProblem, readAll } from './http-problem.ts'
import type { SignIn, SignInHeaders } from './service-api.ts'
import type { StoreAnswer, StoreHttp } from './store-http.ts'

/** How a service gives access tokens. */
export interface TokenRequest {
  /** The token endpoint. */
  url: string
  clientId: string
  clientSecret?: string | null
  /**
   * How the client proves itself: in the body unless the service demands a header, or nothing. `plainBasic` is a header
   * whose parts are not form-encoded first, for a service that predates this rule (RFC 6749, 2.3.1).
   */
  proof?: 'post' | 'basic' | 'plainBasic' | 'none'
  /** Such as `client_credentials`. */
  grant: string
  parameters: Readonly<Record<string, string>>
  /** What to do if the service refuses, for administrators: which page and which right. */
  advice: string
  /** For an answer that doesn't say how long a token lasts, in seconds. */
  usualSeconds?: number
}

/** How a service gives access tokens for what a person's sign-in gave. */
export type PersonTokens = Omit<TokenRequest, 'grant'>

interface Asking {
  http: StoreHttp
  place: GrantPlace
}

/** Signs in by tokens that the service gives to the application itself. */
export function openTokens({ http, place }: Asking, request: TokenRequest): SignIn {
  return openSignIn(() => askToken({ http, place }, request))
}

/** Signs in by tokens for a person's refresh token, which the service may replace each time. */
export function openPersonTokens({ http, place, grants }: Asking & { grants: Grants }, request: PersonTokens): SignIn {
  return openSignIn(() =>
    grants.renew(place, (refreshToken) =>
      askToken(
        { http, place },
        { ...request, grant: 'refresh_token', parameters: { ...request.parameters, refresh_token: refreshToken } },
      ),
    ),
  )
}

/** A token is replaced this long before its end, in milliseconds: an upload that begins with it may take a while. */
const spareMs = 60_000

/** Keeps a token until shortly before its end; simultaneous callers wait for the same one. */
export function openSignIn(ask: () => Promise<Renewed>, headersOf = bearer): SignIn {
  let known: KnownToken | undefined
  return {
    async headers() {
      if (known && known.endsAt - spareMs > Date.now()) return headersOf((await known.asked).accessToken)
      const asked = ask()
      const current: KnownToken = { asked, endsAt: Number.POSITIVE_INFINITY, given: undefined }
      known = current
      try {
        const { accessToken, endsAt } = await asked
        // One that ends sooner than the spare time still serves the calls that follow at once.
        current.endsAt = Math.max(endsAt, Date.now() + spareMs + 1_000)
        current.given = headersOf(accessToken)
        return current.given
      } catch (error) {
        if (known === current) known = undefined
        throw error
      }
    },
    forget(rejected) {
      // Calls that were rejected together come one after the other; the first has had the token replaced.
      const given = known?.given
      if (given && Object.entries(given).every(([name, value]) => rejected[name] === value)) known = undefined
    },
  }
}

interface KnownToken {
  asked: Promise<Renewed>
  endsAt: number
  /** The headers with it, once it is there. */
  given: SignInHeaders | undefined
}

function bearer(accessToken: string): Record<string, string> {
  return { authorization: `Bearer ${accessToken}` }
}

/** Asks for a token once. */
export async function askToken({ http, place }: Asking, request: TokenRequest): Promise<Renewed> {
  const { url, clientId, clientSecret, proof = 'post', grant, parameters } = request
  const needsSecret = proof === 'post' || proof === 'basic'
  if (clientId === '' || (needsSecret && !clientSecret))
    throw problemError('auth', 'The credential lacks its client ID or its client secret. Enter them again.')
  const config = new Configuration(
    { issuer: new URL(url).origin, token_endpoint: url },
    clientId,
    undefined,
    proofOf(request),
  )
  config[customFetch] = fetchBy(http, place.credentialId)
  // Such a request reaches only networks that the operator named (store-address.ts).
  if (url.startsWith('http:')) allowInsecureRequests(config)
  try {
    return renewedOf(await genericGrantRequest(config, grant, { ...parameters }), request)
  } catch (error) {
    throw new StoreProblemError(tokenProblem(error, request))
  }
}

function proofOf({ proof = 'post', clientId, clientSecret }: TokenRequest): ClientAuth {
  if (proof === 'none') return None()
  if (proof === 'plainBasic') {
    const value = Buffer.from(`${clientId}:${clientSecret ?? ''}`).toString('base64')
    return (_server, _client, _body, headers) => headers.set('authorization', `Basic ${value}`)
  }
  return (proof === 'basic' ? ClientSecretBasic : ClientSecretPost)(clientSecret ?? '')
}

/** Some services give a token for an hour without saying so. */
const hour = 3600

function renewedOf(answer: TokenEndpointResponse, { usualSeconds = hour }: TokenRequest): Renewed {
  return {
    accessToken: answer.access_token,
    endsAt: Date.now() + (answer.expires_in ?? usualSeconds) * 1000,
    ...(answer.refresh_token ? { refreshToken: answer.refresh_token } : {}),
  }
}

const requesting = 'requesting a token'

/** Requests tokens as everything else is requested: at allowed addresses, with limits. */
function fetchBy(http: StoreHttp, credentialId: string): CustomFetch {
  return async (url, { method, headers, body }) => {
    const answer = await http.send({
      credentialId,
      method,
      url: new URL(url),
      headers: { ...headers },
      body: body === null || body === undefined ? undefined : Buffer.from(String(body)),
      tellsSecret: true,
    })
    const bytes = await readAll(answer, requesting)
    if (answer.status === 408 || answer.status === 429 || answer.status >= 500)
      throw new StoreProblemError(httpProblem(answer, requesting))
    return standardAnswer(answer, bytes)
  }
}

/**
 * Returns an answer as the standard has it and openid-client demands it. iManage doesn't say the type of its tokens,
 * NetDocuments says their time as text, and others send `null`, another type of content, or an ID token, which no one
 * reads here. What an error says counts also beside a challenge.
 */
function standardAnswer({ status, headers }: StoreAnswer, bytes: Uint8Array): Response {
  const answer = objectIn(bytes)
  if (!answer) return new Response(Buffer.from(bytes), { status, headers: contentTypeOf(headers) })
  const isRefusal = answer.access_token === undefined && typeof answer.error === 'string'
  if (status !== 200 || isRefusal) return Response.json(answer, { status: status === 200 ? 400 : status })
  const { access_token, token_type, expires_in, refresh_token } = answer
  const seconds = Number(expires_in ?? Number.NaN)
  return Response.json({
    access_token,
    token_type: token_type ?? 'Bearer',
    ...(seconds >= 0 ? { expires_in: seconds } : {}),
    ...(refresh_token ? { refresh_token } : {}),
  })
}

function contentTypeOf({ 'content-type': type }: StoreAnswer['headers']): Record<string, string> {
  return type === undefined ? {} : { 'content-type': type }
}

function objectIn(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(Buffer.from(bytes).toString())).data
  } catch {
    // A page, for example; the status says more about it.
    return undefined
  }
}

/** Errors that say nothing about the credential, which Entra and others answer with 400 (RFC 6749, section 4.1.2.1). */
const outages: readonly string[] = ['temporarily_unavailable', 'server_error', 'slow_down']

function tokenProblem(error: unknown, { url, advice }: TokenRequest): Problem {
  const cause = problemIn(error)
  if (cause) return cause
  const host = new URL(url).hostname
  if (error instanceof ResponseBodyError) {
    const told = error.error_description ?? ''
    if (outages.includes(error.error))
      return {
        problem: 'transient',
        sentence: `${host} gives no token for the moment (${error.error}).`,
        isPassing: true,
      }
    return {
      problem: 'auth',
      sentence: `${host} gives no token (${error.error}${told && `: ${told.slice(0, 300)}`}). ${advice}`,
    }
  }
  return { problem: 'auth', sentence: `${host} answers the request for a token in a way that can't be read. ${advice}` }
}

/** openid-client wraps what its fetch throws. */
function problemIn(error: unknown): Problem | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const problem = each instanceof StoreProblemError ? each.problem : networkProblem(each)
    if (problem) return problem
  }
  return undefined
}
