import { createHash } from 'node:crypto'
import { identityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { sql } from 'kysely'
import { withFirm } from '../../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../../base/db/firm-write.ts'
import { newId } from '../../../base/db/ids.ts'
import type { Requester } from '../../sign-ins/origin.ts'
import { beginAttempt, bindReturn, takeState } from '../attempts.ts'
import { loginPage } from '../begin.ts'
import { browserCookie, returnCookie } from '../browser-cookie.ts'
import { demandFresh } from '../fresh.ts'
import type { Identity } from '../identity.ts'
import { findProvider, listProviders, type Provider } from '../providers.ts'
import { recordReturnedTest } from '../record-test.ts'
import { settle } from '../settle.ts'
import { redirectUriOf, type SignOnDeps } from '../sign-on-deps.ts'
import { SignOnProblem } from '../sign-on-problem.ts'
import { checkAssertion, checkEnvelope } from './check-response.ts'
import { describeResponse, isUnknownSignature } from './describe-response.ts'
import { getMetadata } from './find-metadata.ts'
import { type IdpMetadata, parseXml } from './idp-metadata.ts'
import { type OwnNames, ownNames } from './own-metadata.ts'
import { verifyResponse } from './saml-client.ts'
import { samlIdentity } from './saml-identity.ts'

interface Posted {
  firmId: number
  /** Base64, as the browser posts it. */
  response: string
  relayState: string
  from: Requester
}

/** Where the browser continues, with the cookies it needs to collect the session there. */
interface Continued {
  location: string
  cookies?: readonly string[]
}

/**
 * Takes the response that a browser brings from its provider. The post comes from another site, so it has no cookie:
 * the browser gets a second one, and that it has both, and so is the one that began, is checked when the login page
 * collects the result.
 */
export async function returnSaml(deps: SignOnDeps, posted: Posted): Promise<Continued> {
  const { firmId, relayState, from } = posted
  const found = await withFirmWrite(deps.database, firmId, async (trx) => {
    const attempt = await takeState(trx, { firmId, state: relayState, now: deps.now() })
    const provider = attempt && (await findProvider(trx, { firmId, id: attempt.providerId }))
    const returned = attempt ? await bindReturn(trx, { firmId, id: attempt.id }) : ''
    return { own: ownNames(await redirectUriOf(trx, { ...deps, firmId })), attempt, provider, returned }
  })
  const { own, attempt, provider, returned } = found
  if (!attempt || provider?.row.protocol !== 'SAML') return takeUnsolicited(deps, own, posted)
  const outcome = await identify(deps, { provider, own, posted, requestId: `_${attempt.nonce}`, fresh: attempt })
  if (attempt.testerId !== null) {
    const test = { provider, outcome, testerId: attempt.testerId, now: deps.now() }
    await withFirmWrite(deps.database, firmId, (trx) => recordReturnedTest(trx, attempt.id, test))
    return { location: `${identityProvider.route}?id=${provider.row.id}` }
  }
  await settle(deps, { attempt, provider, outcome, from })
  const cookies = [returnCookie({ id: attempt.id, returned }, cookieOptions(deps))]
  return { location: loginPage(attempt.id, attempt.returnTo), cookies }
}

/** A sign-in that was begun at a provider, if one accepts that; anything else is too late or of no sign-in. */
async function takeUnsolicited(deps: SignOnDeps, own: OwnNames, posted: Posted): Promise<Continued> {
  const { firmId, from } = posted
  const provider = await findUnsolicited(deps, posted)
  if (!provider) return { location: loginPage('late', '') }
  const begun = { firmId, providerId: provider.row.id, returnTo: '', now: deps.now() }
  const { returned, ...attempt } = await withFirmWrite(deps.database, firmId, async (trx) => {
    const made = await beginAttempt(trx, begun)
    return { ...made, returned: await bindReturn(trx, { firmId, id: made.id }) }
  })
  const outcome = await identify(deps, { provider, own, posted, requestId: undefined })
  await settle(deps, { attempt: { id: attempt.id, isFresh: false }, provider, outcome, from })
  const options = cookieOptions(deps)
  const cookies = [browserCookie(attempt, options), returnCookie({ id: attempt.id, returned }, options)]
  return { location: loginPage(attempt.id, ''), cookies }
}

function cookieOptions({ config }: SignOnDeps): { isSecure: boolean } {
  return { isSecure: config.publicUrl.startsWith('https:') }
}

/** Finds the provider that the response names as its issuer; nothing is believed of it yet. */
async function findUnsolicited(deps: SignOnDeps, { firmId, response }: Posted): Promise<Provider | undefined> {
  const issuer = issuerOf(response)
  if (issuer === undefined) return undefined
  const providers = await withFirm(deps.database, firmId, (trx) => listProviders(trx, firmId))
  for (const provider of providers) {
    if (provider.row.protocol !== 'SAML' || !provider.row.acceptsUnsolicited) continue
    const metadata = await getMetadata(deps, provider).catch(() => undefined)
    if (metadata?.entityId === issuer) return provider
  }
  return undefined
}

function issuerOf(response: string): string | undefined {
  try {
    const { documentElement } = parseXml(xmlOf(response))
    const issuer = Array.from(documentElement?.childNodes ?? []).find(
      (node) => 'localName' in node && node.localName === 'Issuer',
    )
    return issuer?.textContent ?? undefined
  } catch (error) {
    // Not a response at all, so of no provider.
    if (error instanceof SignOnProblem) return undefined
    throw error
  }
}

interface Identifying {
  provider: Provider
  own: OwnNames
  posted: Posted
  requestId: string | undefined
  /** The sign-in that asked for it; undefined if it was begun at the provider. */
  fresh?: { isFresh: boolean; begunAt: Date }
}

async function identify(deps: SignOnDeps, asked: Identifying): Promise<Identity | SignOnProblem> {
  const { provider, own } = asked
  try {
    const idp = await getMetadata(deps, provider)
    return await accept(deps, asked, idp).catch(async (error: unknown) => {
      if (!isUnknownSignature(error) || !provider.row.metadataUrl) throw error
      // The provider may have changed its certificate since its metadata were read.
      return accept(deps, asked, await getMetadata(deps, provider, { isOutdated: true }))
    })
  } catch (error) {
    return describeResponse(error, own)
  }
}

async function accept(
  deps: SignOnDeps,
  { provider, own, posted: { response }, requestId, fresh }: Identifying,
  idp: IdpMetadata,
): Promise<Identity> {
  const now = deps.now()
  checkEnvelope(xmlOf(response), { idp, own })
  const assertion = await verifyResponse(idp, own, response)
  const { id, expiresAt } = checkAssertion(assertion, { idp, own, requestId, now })
  const identity = samlIdentity(assertion, idp, provider.row)
  if (fresh?.isFresh) demandFresh(identity, fresh)
  if (!(await isFirstUse(deps, { provider, id, expiresAt, now })))
    throw new SignOnProblem('late', 'The assertion was used before: someone sent it again.')
  return identity
}

/** Notes that an assertion was used; false if it was before. */
async function isFirstUse(
  { database }: SignOnDeps,
  { provider: { firmId, row }, id, expiresAt, now }: { provider: Provider; id: string; expiresAt: Date; now: Date },
): Promise<boolean> {
  const hash = createHash('sha256').update(id).digest('base64url')
  return withFirmWrite(database, firmId, async (trx) => {
    await sql`delete from saml_assertions where firm_id = ${firmId} and expires_at < ${now}::timestamptz`.execute(trx)
    const { rows } = await sql`
      insert into saml_assertions (firm_id, id, provider_id, assertion_hash, expires_at)
      values (${firmId}::integer, ${newId()}::uuid, ${row.id}::uuid, ${hash}, ${expiresAt}::timestamptz)
      on conflict (firm_id, provider_id, assertion_hash) do nothing returning id`.execute(trx)
    return rows.length > 0
  })
}

function xmlOf(response: string): string {
  return Buffer.from(response, 'base64').toString('utf8')
}
