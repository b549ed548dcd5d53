import { isAdmin } from '@courtcrier/contract/access.ts'
import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import {
  collectSession,
  finishSaml,
  finishSignOn,
  formType,
  listSignOnProviders,
  readSamlMetadata,
  startSignOn,
  testProvider,
} from '@courtcrier/contract/calls/sign-on.ts'
import { readRedirectUri } from '@courtcrier/contract/calls/sign-on-addresses.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { identityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { networkOf } from '@courtcrier/lib/networks.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { firmOf } from '../../auth/authenticate.ts'
import type { Requester } from '../../auth/sign-ins/origin.ts'
import { beginSignOn, beginTest } from '../../auth/sign-on/begin.ts'
import { endedCookies } from '../../auth/sign-on/browser-cookie.ts'
import { collectSignOn } from '../../auth/sign-on/collect.ts'
import { listProviders } from '../../auth/sign-on/providers.ts'
import { returnSignOn } from '../../auth/sign-on/return.ts'
import { ownMetadata, ownNames } from '../../auth/sign-on/saml/own-metadata.ts'
import { returnSaml } from '../../auth/sign-on/saml/return-saml.ts'
import { openSignOnFetch, redirectUriOf, type SignOnDeps } from '../../auth/sign-on/sign-on-deps.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { demand } from '../resources.ts'
import { type CallInput, serveCall } from '../server/serve-call.ts'
import { sessionJson } from './session-json.ts'

interface RouteDeps extends Omit<SignOnDeps, 'fetch'> {
  /** How many sign-ins one network address may begin per minute. */
  limit: number
}

/**
 * Signing in by an identity provider (OpenID Connect, authorization code flow with PKCE; SAML 2.0, web browser profile),
 * and testing one.
 */
export function signOnRoutes(api: FastifyInstance, { limit, ...given }: RouteDeps): void {
  const deps: SignOnDeps = { ...given, fetch: openSignOnFetch(given) }
  const open = { auth: 'none' as const, rateLimit: { max: limit, timeWindow: '1 minute', ipv6Subnet: 64 } }
  // Reading one begins or ends a sign-in.
  const once = { ...open, exposeHeadRoute: false }
  serveCall(
    api,
    listSignOnProviders,
    async ({ request }) => {
      const providers = await withFirm(deps.database, firmOf(request), (trx) => listProviders(trx, firmOf(request)))
      return { providers: providers.map(({ row: { id, name } }) => ({ id, name })) }
    },
    { auth: 'none' },
  )
  serveCall(api, startSignOn, (asked) => answerStart(deps, asked), once)
  serveCall(api, finishSignOn, (asked) => answerReturn(deps, asked), { ...once, takesAnyParameter: true })
  api.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) => done(null, body))
    serveCall(scope, finishSaml, (asked) => answerSaml(deps, asked), { ...open, bodyLimit: mostResponseBytes })
  })
  serveCall(api, readSamlMetadata, (asked) => answerMetadata(deps, asked), { auth: 'none' })
  serveCall(api, collectSession, (asked) => answerCollect(deps, asked), open)
  serveCall(api, testProvider, (asked) => answerTest(deps, asked))
  serveCall(api, readRedirectUri, async ({ request }) => {
    const { firmId } = demand(request, identityProvider, 'READ')
    const uri = await withFirm(deps.database, firmId, (trx) => redirectUriOf(trx, { config: deps.config, firmId }))
    const { entityId, acsUrl } = ownNames(uri)
    return { redirect_uri: uri, entity_id: entityId, acs_url: acsUrl }
  })
}

async function answerStart(
  deps: SignOnDeps,
  { request, reply, params: { id }, query }: CallInput<typeof startSignOn>,
): Promise<void> {
  const wish = {
    firmId: firmOf(request),
    providerId: id,
    wantedPage: query.return_to,
    isFresh: query.fresh === 'true',
    from: requesterOf(request),
  }
  const begun = await beginSignOn(deps, wish)
  if (begun.cookie) reply.header('set-cookie', begun.cookie)
  reply.header('location', begun.location)
}

async function answerReturn(deps: SignOnDeps, { request, reply }: CallInput<typeof finishSignOn>): Promise<void> {
  const address = request.raw.url ?? ''
  const mark = address.indexOf('?')
  const query = mark < 0 ? '' : address.slice(mark + 1)
  const { cookie: cookies } = request.headers
  const returned = { firmId: firmOf(request), query, cookies, from: requesterOf(request) }
  const location = await returnSignOn(deps, returned)
  reply.header('location', location)
}

function requesterOf({ ip, headers }: FastifyRequest): Requester {
  return { network: networkOf(ip), userAgent: headers['user-agent'] }
}

/** In base64, with the groups of someone who is in many; most have a fifth of it. */
const mostResponseBytes = 64_000

async function answerSaml(deps: SignOnDeps, { request, reply }: CallInput<typeof finishSaml>): Promise<void> {
  const posted = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
  const response = posted.get('SAMLResponse')
  if (!response)
    throw new ApiError('invalid_input', { problems: [{ field: 'SAMLResponse', code: 'required', isAsSent: true }] })
  const relayState = posted.get('RelayState') ?? ''
  const brought = { firmId: firmOf(request), response, relayState, from: requesterOf(request) }
  const { location, cookies } = await returnSaml(deps, brought)
  if (cookies) reply.header('set-cookie', cookies)
  reply.header('location', location)
}

async function answerMetadata(
  deps: SignOnDeps,
  { request, reply }: CallInput<typeof readSamlMetadata>,
): Promise<FastifyReply> {
  const firmId = firmOf(request)
  const uri = await withFirm(deps.database, firmId, (trx) => redirectUriOf(trx, { config: deps.config, firmId }))
  return reply.type(readSamlMetadata.answer.mediaType).send(ownMetadata(ownNames(uri)))
}

async function answerCollect(
  deps: SignOnDeps,
  { request, reply, body: { attempt } }: CallInput<typeof collectSession>,
): Promise<AnswerOf<typeof collectSession>> {
  const { cookie: cookies } = request.headers
  const collecting = { firmId: firmOf(request), attempt, cookies, ...requesterOf(request) }
  const collected = await collectSignOn(deps, collecting)
  if ('sentence' in collected) throw new ApiError('login_failed', { sentence: collected.sentence })
  reply.header('set-cookie', [...collected.browserCookies, ...endedCookies(attempt)])
  return sessionJson(collected)
}

async function answerTest(
  deps: SignOnDeps,
  { request, reply, params: { id } }: CallInput<typeof testProvider>,
): Promise<AnswerOf<typeof testProvider>> {
  const { firmId, userId, role } = demand(request, identityProvider, 'FULL')
  if (!isAdmin(role))
    throw new ApiError('forbidden', { sentence: 'Only administrators can test an identity provider.' })
  const begun = await beginTest(deps, { firmId, providerId: id, testerId: userId })
  if (!begun) throw new ApiError('not_found')
  if ('problem' in begun) return { url: null, sentence: begun.problem.message }
  reply.header('set-cookie', begun.cookie)
  return { url: begun.url, sentence: null }
}
