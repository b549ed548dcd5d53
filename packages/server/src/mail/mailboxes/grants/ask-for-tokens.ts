import { decodeJwt } from 'jose'
import {
  type ClientAuth,
  type CustomFetch,
  genericGrantRequest,
  None,
  refreshTokenGrant,
  type TokenEndpointResponse,
} from 'openid-client'
import { MailboxProblem } from '../mailbox-problem.ts'
import { placeOf, proofOf } from '../request-token.ts'
import { consents, type DelegatedSignIn, type Purpose, scopesOf, tokenUrlOf } from './consents.ts'
import { grantProblem } from './grant-problem.ts'
import type { GivenTokens } from './grant-rows.ts'

interface Asking {
  purpose: Purpose
  fetch: CustomFetch
}

interface Code extends Asking {
  code: string
  verifier: string
  redirectUri: string
}

/** What a person's consent gives, and whose it is as far as the service says so. */
interface Consented {
  tokens: GivenTokens & { refreshToken: string }
  signedInAs: string
}

/** Exchanges the code that the browser brought back. Throws a `GrantProblem` or another `MailboxProblem`. */
export async function exchangeCode(account: DelegatedSignIn, asking: Code): Promise<Consented> {
  const { code, verifier, redirectUri, purpose, fetch } = asking
  const named: Named = {}
  const parameters = { code, redirect_uri: redirectUri, code_verifier: verifier }
  const answer = await ask(account, withoutIdToken(fetch, named), (config) =>
    genericGrantRequest(config, 'authorization_code', parameters),
  )
  const { provider, isPartial } = consents[account.service]
  const { needed } = scopesOf(account, purpose)
  if (isPartial && answer.scope !== undefined && !answer.scope.split(' ').includes(needed))
    throw new MailboxProblem(
      `${provider} didn't let Courtcrier use the mailbox, because its box wasn't checked. Sign in again, and check the box for email.`,
      { isRefusal: true },
    )
  const refreshToken = answer.refresh_token
  if (!refreshToken)
    throw new MailboxProblem(
      `${provider} let Courtcrier in for an hour only: it gave no refresh token. Allow the application offline access there, and sign in again.`,
      { isRefusal: true },
    )
  return { tokens: { ...tokensOf(account, answer), refreshToken }, signedInAs: named.account ?? '' }
}

/** Renews a token. Throws a `GrantProblem` if it was refused because the consent has ended, or a `MailboxProblem`. */
export async function renewTokens(
  account: DelegatedSignIn,
  { refreshToken, fetch }: { refreshToken: string; fetch: CustomFetch },
): Promise<GivenTokens> {
  const answer = await ask(account, withoutIdToken(fetch, {}), (config) =>
    // Without a scope, it is for what was granted (RFC 6749, section 6).
    refreshTokenGrant(config, refreshToken),
  )
  return tokensOf(account, answer)
}

async function ask(
  account: DelegatedSignIn,
  fetch: CustomFetch,
  run: (config: ReturnType<typeof placeOf>) => Promise<TokenEndpointResponse>,
): Promise<TokenEndpointResponse> {
  const url = tokenUrlOf(account)
  try {
    const { clientId, clientSecret, clientCertificate } = account
    const proof: ClientAuth = clientSecret || clientCertificate ? await proofOf(account) : None()
    return await run(placeOf({ url, fetch, clientId: clientId ?? '', proof }))
  } catch (error) {
    throw grantProblem(error, { settings: account, url })
  }
}

/** Access tokens last an hour, unless the service says otherwise. */
const usualSeconds = 3600
const dayMs = 24 * 3600_000

function tokensOf({ service }: DelegatedSignIn, answer: TokenEndpointResponse): GivenTokens {
  const now = Date.now()
  const { idleDays } = consents[service]
  // Google says it of sign-ins that end, such as those of applications in testing; others by the second name.
  const seconds = Number(answer.refresh_token_expires_in ?? answer.refresh_expires_in ?? 0)
  const endsAt = seconds > 0 ? now + seconds * 1000 : idleDays && now + idleDays * dayMs
  return {
    accessToken: answer.access_token,
    accessEndsAt: new Date(now + (answer.expires_in ?? usualSeconds) * 1000),
    ...(answer.refresh_token ? { refreshToken: answer.refresh_token } : {}),
    ...(endsAt ? { endsAt: new Date(endsAt) } : {}),
  }
}

interface Named {
  account?: string | undefined
}

/**
 * Takes the ID token out of answers: it is only used to show which account signed in, and the issuer that openid-client
 * would check it against is another one in each directory. It comes from the token endpoint itself (OpenID Connect Core
 * 1.0, section 3.1.3.7), and whether the account may use the mailbox is for the mail server to decide.
 */
function withoutIdToken(fetch: CustomFetch, named: Named): CustomFetch {
  return async (url, options) => {
    const answer = await fetch(url, options)
    const text = await answer.text()
    const { id_token: idToken, ...rest } = parseObject(text)
    if (typeof idToken !== 'string') return new Response(text, answer)
    named.account = accountIn(idToken)
    return new Response(JSON.stringify(rest), answer)
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    // openid-client says what is wrong with such an answer.
    return {}
  }
}

function accountIn(idToken: string): string | undefined {
  try {
    const { email, preferred_username: name, upn } = decodeJwt(idToken)
    return [name, upn, email].find((each) => typeof each === 'string' && each.includes('@')) as string | undefined
  } catch {
    // The service doesn't say it in a way that can be read.
    return undefined
  }
}
