import { findOwnPath } from '@courtcrier/contract/own-path.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import { originOf, type Requester } from '../sign-ins/origin.ts'
import { beginAttempt, type NewAttempt, settleAttempt } from './attempts.ts'
import { browserCookie } from './browser-cookie.ts'
import { describeSignOnProblem } from './describe-problem.ts'
import { noteFailure } from './note-failure.ts'
import { authorizationUrl, discover } from './protocol.ts'
import { findProvider, type Provider } from './providers.ts'
import { recordTest } from './record-test.ts'
import { getMetadata } from './saml/find-metadata.ts'
import { ownNames } from './saml/own-metadata.ts'
import { signInAddress } from './saml/saml-client.ts'
import { clientOf, redirectUriOf, type SignOnDeps } from './sign-on-deps.ts'
import { publicSentences, type SignOnProblem } from './sign-on-problem.ts'

/** Where a browser continues, with the cookie it needs. */
interface Begun {
  location: string
  cookie?: string
}

interface Wish {
  firmId: number
  providerId: string
  /** The page of the console to open afterwards, as the browser says. */
  wantedPage: string | undefined
  /** Whether the provider is to have its user log in again. */
  isFresh: boolean
  from: Requester
}

/** Begins a sign-in by one of the firm's providers in use. A problem is shown by the login page. */
export async function beginSignOn(
  deps: SignOnDeps,
  { firmId, providerId, wantedPage, isFresh, from }: Wish,
): Promise<Begun> {
  const returnTo = returnPath(wantedPage)
  const found = await withFirm(deps.database, firmId, (trx) => readSetup(trx, deps, { firmId, id: providerId }))
  if (!found?.provider.row.isActive) return { location: loginPage('unknown', returnTo) }
  const prepared = await prepare(deps, found, { returnTo, isFresh })
  const { attempt, cookie } = prepared
  if ('url' in prepared) return { location: prepared.url, cookie }
  const { problem } = prepared
  const now = deps.now()
  const origin = await originOf(from)
  await withFirmWrite(deps.database, firmId, async (trx) => {
    await settleAttempt(trx, { firmId, id: attempt, now, sentence: publicSentences[problem.kind] })
    await noteFailure(trx, { provider: found.provider, problem, origin, now })
  })
  return { location: loginPage(attempt, returnTo), cookie }
}

/** Begins a test of a provider, in use or not, by one of the firm's administrators. Undefined if there is no such provider. */
export async function beginTest(
  deps: SignOnDeps,
  { firmId, providerId, testerId }: { firmId: number; providerId: string; testerId: string },
): Promise<{ url: string; cookie: string } | { problem: SignOnProblem } | undefined> {
  const found = await withFirm(deps.database, firmId, (trx) => readSetup(trx, deps, { firmId, id: providerId }))
  if (!found) return undefined
  const prepared = await prepare(deps, found, { returnTo: '', testerId })
  if ('problem' in prepared)
    await withFirmWrite(deps.database, firmId, (trx) =>
      recordTest(trx, { provider: found.provider, outcome: prepared.problem, testerId, now: deps.now() }),
    )
  return prepared
}

/** Returns the address of the login page, which collects the result of the sign-in and then opens the page. */
export function loginPage(attempt: string, returnTo: string): string {
  return `/login?${new URLSearchParams({ sso: attempt, ...(returnTo ? { from: returnTo } : {}) })}`
}

interface Setup {
  provider: Provider
  redirectUri: string
}

async function readSetup(
  trx: Trx,
  { config }: SignOnDeps,
  { firmId, id }: { firmId: number; id: string },
): Promise<Setup | undefined> {
  const provider = await findProvider(trx, { firmId, id })
  return provider && { provider, redirectUri: await redirectUriOf(trx, { config, firmId }) }
}

/** Asks the provider outside of a transaction, and remembers the sign-in. */
async function prepare(
  deps: SignOnDeps,
  { provider, redirectUri }: Setup,
  { returnTo, testerId, isFresh = false }: { returnTo: string; testerId?: string; isFresh?: boolean },
) {
  const { firmId, row } = provider
  const begun = { firmId, providerId: row.id, returnTo, isFresh, now: deps.now(), ...(testerId ? { testerId } : {}) }
  const attempt = await withFirmWrite(deps.database, firmId, (trx) => beginAttempt(trx, begun))
  const isSecure = deps.config.publicUrl.startsWith('https:')
  const made = { attempt: attempt.id, cookie: browserCookie(attempt, { isSecure }) }
  try {
    const addressOf = row.protocol === 'SAML' ? samlAddress : oidcAddress
    return { ...made, url: await addressOf(deps, { provider, redirectUri }, { ...attempt, isFresh }) }
  } catch (error) {
    return { ...made, problem: describeSignOnProblem(error, { issuer: row.issuer ?? '', redirectUri }) }
  }
}

/** What is asked of the provider, with the secrets of the sign-in. */
type Asked = NewAttempt & { isFresh: boolean }

async function oidcAddress(
  deps: SignOnDeps,
  { provider, redirectUri }: Setup,
  { isFresh, ...secrets }: Asked,
): Promise<string> {
  const client = clientOf(deps, provider)
  const metadata = await discover(client)
  return authorizationUrl({ client, metadata, scopes: provider.row.scopes, redirectUri, secrets, isFresh })
}

async function samlAddress(deps: SignOnDeps, { provider, redirectUri }: Setup, attempt: Asked): Promise<string> {
  const metadata = await getMetadata(deps, provider)
  // The first character of an XML ID is no digit.
  const request = { requestId: `_${attempt.nonce}`, relayState: attempt.state, isFresh: attempt.isFresh }
  return signInAddress(metadata, ownNames(redirectUri), request)
}

/** Returns a path of the console to open after signing in; '' for anything that might lead elsewhere. */
function returnPath(wanted: string | undefined): string {
  // Browsers drop control characters.
  if (wanted === undefined || wanted.length > 2000 || !/^[\x21-\x7e]*$/.test(wanted)) return ''
  return findOwnPath(wanted) ?? ''
}
