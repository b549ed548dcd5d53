import { createHash } from 'node:crypto'
import type { IdentityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  type ServerMetadata,
  type TokenEndpointResponse,
} from 'openid-client'
import { googleIssuer } from './google.ts'
import { SignOnProblem } from './sign-on-problem.ts'

/** Two clocks may differ by this much, in seconds. */
const toleranceSeconds = 60
const longestSeconds = 20

/** A provider as the protocol needs it. */
export interface Client {
  issuer: string
  clientId: string
  clientSecret: string
  fetch: CustomFetch
}

/** What the provider says of someone who signed in there, from the ID token and, where that lacks it, userinfo. */
export type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string }

/**
 * The claims, whether userinfo was left out because it didn't answer, so that what they lack may be there, and whether the
 * provider is one that says when someone logged in.
 */
export interface ClaimsFound {
  claims: Claims
  isPartial: boolean
  saysWhen: boolean
}

/** Asks an issuer for its addresses. Throws what `describeSignOnProblem` describes. */
export async function discover({ issuer, clientId, fetch }: Omit<Client, 'clientSecret'>): Promise<ServerMetadata> {
  const isPlain = issuer.startsWith('http:')
  const config = await discovery(new URL(issuer), clientId, undefined, undefined, {
    [customFetch]: fetch,
    // Such a request reaches only networks that the operator named (guarded-fetch.ts).
    execute: isPlain ? [allowInsecureRequests] : [],
    timeout: longestSeconds,
  })
  const metadata = config.serverMetadata()
  // Accounts of every directory, or of anyone, must not be taken for the firm's.
  if (metadata.issuer.includes('{') || metadata.issuer.includes(personalAccounts))
    throw new SignOnProblem('broken', 'The issuer is not one directory. Enter the issuer URL with your tenant ID.')
  return { ...metadata }
}

/** The directory of Microsoft's accounts that anyone can create. */
const personalAccounts = '9188040d-6c67-4c5b-b112-36a304b66dad'

interface AuthorizationRequest {
  client: Client
  metadata: ServerMetadata
  scopes: IdentityProvider['scopes']
  redirectUri: string
  secrets: { state: string; nonce: string; verifier: string }
  /** Whether the user is to log in again, whatever session they have there. */
  isFresh: boolean
}

/** Returns where a browser goes to sign in. */
export async function authorizationUrl(request: AuthorizationRequest): Promise<string> {
  const { client, metadata, scopes, redirectUri, secrets, isFresh } = request
  const url = buildAuthorizationUrl(configure(client, metadata), {
    scope: scopes,
    redirect_uri: redirectUri,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    ...(isFresh ? { prompt: promptOf(metadata), max_age: '0' } : {}),
  })
  return url.href
}

/** Google knows no `login`, and refuses what it doesn't know; this at least asks whom to sign in. */
function promptOf({ issuer }: ServerMetadata): string {
  return issuer === googleIssuer ? 'select_account' : 'login'
}

interface Returned {
  client: Client
  /** The redirect URI with what the provider added to it. */
  url: URL
  secrets: { state: string; nonce: string; verifier: string }
  groupsClaim: string | null
}

/**
 * Exchanges the code for an ID token, and checks its signature, issuer, audience, times and nonce. Throws what
 * `describeSignOnProblem` describes.
 */
export async function claimsOf({ client, url, secrets, groupsClaim }: Returned): Promise<ClaimsFound> {
  const metadata = await discover(client)
  const checks = {
    pkceCodeVerifier: secrets.verifier,
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    idTokenExpected: true,
  }
  const { tokens, config } = await exchange(client, metadata, (each) => authorizationCodeGrant(each, url, checks))
  const claims = tokens.claims()
  if (!claims) throw new SignOnProblem('broken', 'The provider sent no ID token. Add openid to the scopes.')
  if (!isTokenOf(tokens, claims)) throw new SignOnProblem('broken', otherToken)
  const saysWhen = metadata.claims_supported?.includes('auth_time') ?? false
  const wanted = ['email', 'email_verified', ...(groupsClaim ? [groupsClaim] : [])]
  if (!metadata.userinfo_endpoint || wanted.every((name) => Object.hasOwn(claims, name)))
    return { claims, isPartial: false, saysWhen }
  // The ID token alone says who it is.
  const more = await fetchUserInfo(config, tokens.access_token, claims.sub).catch(() => undefined)
  // What is signed takes precedence.
  return { claims: { ...more, ...claims }, isPartial: more === undefined, saysWhen }
}

const otherToken = "The provider's access token isn't the one that its ID token names (at_hash)."

/** Whether the access token is the one that the ID token was issued with, as far as that says so (OpenID Connect Core, section 3.1.3.8). */
function isTokenOf(
  { access_token: token, id_token: idToken = '' }: TokenEndpointResponse,
  { at_hash: said }: Claims,
): boolean {
  if (said === undefined) return true
  const { alg = '' } = JSON.parse(Buffer.from(idToken.split('.', 1)[0] ?? '', 'base64url').toString()) as {
    alg?: string
  }
  // The hash that the signature's algorithm uses; EdDSA uses SHA-512.
  const digest = createHash(`sha${/(?:256|384)$/.exec(alg)?.[0] ?? '512'}`)
    .update(token)
    .digest()
  return said === digest.subarray(0, digest.length / 2).toString('base64url')
}

/** A provider may allow one way for a secret to be sent and list both, so the other is tried as well. */
async function exchange<T>(client: Client, metadata: ServerMetadata, run: (config: Configuration) => Promise<T>) {
  const [first, ...others] = waysOf(metadata).map((way) => configure(client, metadata, way(client.clientSecret)))
  if (!first) throw new SignOnProblem('broken', 'The provider accepts no client secret.')
  try {
    return { config: first, tokens: await run(first) }
  } catch (error) {
    const [other] = others
    if (!other || !(error instanceof ResponseBodyError) || error.error !== 'invalid_client') throw error
    return { config: other, tokens: await run(other) }
  }
}

/** OpenID Connect Discovery 1.0, section 3: without a list, the secret goes into the header. */
function waysOf({ token_endpoint_auth_methods_supported: listed }: ServerMetadata) {
  const names = listed ?? ['client_secret_basic']
  return [
    ...(names.includes('client_secret_post') ? [ClientSecretPost] : []),
    ...(names.includes('client_secret_basic') ? [ClientSecretBasic] : []),
  ]
}

function configure({ issuer, clientId, fetch }: Client, metadata: ServerMetadata, proof?: ClientAuth): Configuration {
  const config = new Configuration(metadata, clientId, { [clockTolerance]: toleranceSeconds }, proof)
  config[customFetch] = fetch
  config.timeout = longestSeconds
  enableNonRepudiationChecks(config)
  if (issuer.startsWith('http:')) allowInsecureRequests(config)
  return config
}
