import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { HostRefusal } from '../../retrieval/guarded/allowed-hosts.ts'
import { SignOnProblem } from './sign-on-problem.ts'

interface SignOnAddresses {
  issuer: string
  redirectUri: string
}

/** Returns what an error of the protocol means for the firm, and what to do about it. */
export function describeSignOnProblem(error: unknown, asked: SignOnAddresses): SignOnProblem {
  if (error instanceof SignOnProblem) return error
  const chain = causesOf(error)
  const refused = chain.find((each) => each instanceof HostRefusal)
  if (refused instanceof HostRefusal) return new SignOnProblem('broken', refused.message, error)
  if (error instanceof AuthorizationResponseError) return refusedByProvider(error)
  if (error instanceof ResponseBodyError) return new SignOnProblem('broken', refusedToken(error, asked), error)
  const claim = error instanceof ClientError ? wrongAnswer(error, asked) : undefined
  if (claim !== undefined) return new SignOnProblem('broken', claim, error)
  return new SignOnProblem('unreachable', unreachable(chain, asked), error)
}

function causesOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = []
  for (let each = error; each !== undefined && chain.length < 5; each = each instanceof Error ? each.cause : undefined)
    chain.push(each)
  return chain
}

function refusedByProvider({ error, error_description: said }: AuthorizationResponseError): SignOnProblem {
  if (error === 'access_denied')
    return new SignOnProblem('canceled', `The sign-in was canceled or refused at the provider${saying(said)}`)
  return new SignOnProblem('broken', `The provider refuses the sign-in (${error})${saying(said)}`)
}

/** By error codes of RFC 6749 and, where they say more, the numbers of Entra's error codes. */
function refusedToken(
  { error, error_description: said = '' }: ResponseBodyError,
  { redirectUri }: SignOnAddresses,
): string {
  const number = /AADSTS(\d+)/.exec(said)?.[1]
  const known = number === undefined ? undefined : entraAdvice[number]
  if (known !== undefined) return known
  if (error === 'invalid_client' || error === 'unauthorized_client')
    return "The provider refuses the client ID or the client secret. Enter the application's client ID, and the value of a secret that has not expired."
  if (error === 'redirect_uri_mismatch' || /redirect/i.test(said))
    return `The provider doesn't know the redirect URI. Register exactly ${redirectUri} for the application there.`
  if (error === 'invalid_grant')
    return `The provider refuses the code of this sign-in${saying(said)} Check that ${redirectUri} is registered for the application, and the clock of this server.`
  return `The provider gives no token (${error})${saying(said)}`
}

const entraAdvice: Readonly<Record<string, string>> = {
  7000215: "The provider refuses the client secret. Enter the secret's value, not its ID.",
  7000222: 'The client secret has expired. Create a new one in Entra, and enter its value here.',
  700016:
    'There is no application with this client ID in the directory. Enter the application (client) ID, not the object ID.',
}

/** What an answer has that it must not, or lacks: never a reason to sign anyone in. */
function wrongAnswer({ code = '', cause, message }: ClientError, { issuer }: SignOnAddresses): string | undefined {
  const { claim, attribute, expected, body } = (cause instanceof Error ? (cause.cause ?? {}) : (cause ?? {})) as {
    claim?: string
    attribute?: string
    expected?: unknown
    body?: { issuer?: unknown }
  }
  if (attribute === 'issuer')
    return `The provider at ${issuer} calls itself ${String(body?.issuer).slice(0, 300)}. Enter exactly that as the issuer URL.`
  if (claim === 'aud' || claim === 'azp')
    return 'The ID token is for another application. Compare the client ID with the one of the application at the provider.'
  if (claim === 'iss') return `The ID token is from another issuer than ${String(expected).slice(0, 300)}.`
  if (claim === 'nonce') return 'The ID token belongs to another sign-in: its nonce is another one.'
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
    return 'The ID token has expired or is not valid yet. If this repeats, the clock of this server or of the provider is wrong.'
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || code === 'OAUTH_RESPONSE_IS_NOT_JSON')
    return `${issuer} doesn't answer as an issuer of OpenID Connect: there is nothing at ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration, or one of its other addresses fails.`
  if (code.startsWith('OAUTH_') && code !== 'OAUTH_TIMEOUT' && code !== 'OAUTH_ABORT') {
    const [, inner] = causesOf(cause)
    return `The provider's answer can't be accepted: ${inner instanceof Error ? inner.message : cause instanceof Error ? cause.message : message}.`
  }
  return undefined
}

function unreachable(chain: readonly unknown[], { issuer }: SignOnAddresses): string {
  const codes = chain.flatMap((each) => (each instanceof Error && 'code' in each ? [String(each.code)] : []))
  if (codes.includes('ENOTFOUND') || codes.includes('EAI_AGAIN'))
    return `There is no server with the name in ${issuer}. Check the issuer URL.`
  if (codes.includes('ECONNREFUSED')) return `The provider at ${issuer} isn't running: the connection was refused.`
  const last = chain.at(-1)
  return `The provider at ${issuer} can't be reached: ${last instanceof Error ? last.message : String(last)}.`
}

/** Ends a sentence with what the provider said, which may be anything. */
function saying(said: string | undefined): string {
  const line = shortened(said?.split(/[\r\n]/, 1)[0]).replace(/\.$/, '')
  return line === '' ? '.' : `: ${line}.`
}

function shortened(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 300) : ''
}
