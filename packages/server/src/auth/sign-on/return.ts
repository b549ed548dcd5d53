import { timingSafeEqual } from 'node:crypto'
import { identityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { hashToken } from '@courtcrier/lib/secret-token.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Requester } from '../sign-ins/origin.ts'
import { type ReturnedAttempt, takeState } from './attempts.ts'
import { loginPage } from './begin.ts'
import { cookieOf } from './browser-cookie.ts'
import { describeSignOnProblem } from './describe-problem.ts'
import { demandFresh } from './fresh.ts'
import { type Identity, identityOf } from './identity.ts'
import { claimsOf } from './protocol.ts'
import { findProvider, type Provider } from './providers.ts'
import { recordReturnedTest } from './record-test.ts'
import { settle } from './settle.ts'
import { clientOf, redirectUriOf, type SignOnDeps } from './sign-on-deps.ts'
import { SignOnProblem } from './sign-on-problem.ts'

interface Returned {
  firmId: number
  /** The query of the request, as sent. */
  query: string
  /** The request's Cookie header. */
  cookies: string | undefined
  from: Requester
}

/** Takes a browser back from its provider, and returns where it continues. */
export async function returnSignOn(deps: SignOnDeps, { firmId, query, cookies, from }: Returned): Promise<string> {
  const parameters = new URLSearchParams(query)
  const state = parameters.get('state') ?? ''
  const found = await withFirmWrite(deps.database, firmId, async (trx) => {
    const attempt = await takeState(trx, { firmId, state, now: deps.now() })
    const provider = attempt && (await findProvider(trx, { firmId, id: attempt.providerId }))
    if (!attempt || provider?.row.protocol !== 'OIDC') return undefined
    return { attempt, provider, redirectUri: await redirectUriOf(trx, { ...deps, firmId }) }
  })
  // Used, too old, or of no sign-in of this firm.
  if (!found) return loginPage('late', '')
  const { attempt, provider, redirectUri } = found
  const url = new URL(`${redirectUri}?${query}`)
  const outcome = isSameBrowser(attempt, cookies)
    ? await identify(deps, { attempt, provider, url, redirectUri, state })
    : new SignOnProblem(
        'late',
        `The browser that returned isn't the one that started. Open the console at ${new URL(redirectUri).origin}.`,
      )
  if (attempt.testerId !== null) {
    const test = { provider, outcome, testerId: attempt.testerId, now: deps.now() }
    await withFirmWrite(deps.database, firmId, (trx) => recordReturnedTest(trx, attempt.id, test))
    return `${identityProvider.route}?id=${provider.row.id}`
  }
  await settle(deps, { attempt, provider, outcome, from })
  return loginPage(attempt.id, attempt.returnTo)
}

/** A state that another browser started must not sign this one in (RFC 9700, section 4.7). */
function isSameBrowser({ id, browserHash }: ReturnedAttempt, cookies: string | undefined): boolean {
  const given = Buffer.from(hashToken(cookieOf(cookies, id)))
  return timingSafeEqual(given, Buffer.from(browserHash))
}

interface Identifying {
  attempt: ReturnedAttempt
  provider: Provider
  url: URL
  redirectUri: string
  state: string
}

async function identify(
  deps: SignOnDeps,
  { attempt, provider, url, redirectUri, state }: Identifying,
): Promise<Identity | SignOnProblem> {
  const { nonce, verifier } = attempt
  const { groupsClaim } = provider.row
  const issuer = provider.row.issuer ?? ''
  try {
    const client = clientOf(deps, provider)
    const found = await claimsOf({ client, url, secrets: { state, nonce, verifier }, groupsClaim })
    const identity = identityOf(found, provider.row)
    if (attempt.isFresh) demandFresh(identity, attempt)
    return identity
  } catch (error) {
    return describeSignOnProblem(error, { issuer, redirectUri })
  }
}
