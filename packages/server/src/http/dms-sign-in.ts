import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import { dmsSignIns, finishDmsSignIn as finishCall, readDmsSignIn } from '@courtcrier/contract/calls/dms-sign-in.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { firmOf } from '../auth/authenticate.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { refuseUnseen } from '../records/read-row.ts'
import { enteredToken } from '../stores/grant-place.ts'
import { openServiceHttp } from '../stores/open-stores.ts'
import { beginDmsSignIn } from '../stores/sign-in/begin-sign-in.ts'
import { finishDmsSignIn } from '../stores/sign-in/finish-sign-in.ts'
import { readSignIn } from '../stores/sign-in/saved-sign-in.ts'
import type { DmsSignInDeps } from '../stores/sign-in/sign-in-deps.ts'
import { dmsAttempts, findSignInPlace } from '../stores/sign-in/sign-in-place.ts'
import { demand } from './resources.ts'
import { type CallInput, serveCall } from './server/serve-call.ts'
import {
  dmsCookie,
  readOwnAttempt,
  redirectUriOf,
  resultLimit,
  returnedParameters,
  returnLimit,
  signInCookie,
  signInCookieOf,
} from './sign-in-elsewhere.ts'

type RouteServices = Pick<Services, 'config' | 'database' | 'secrets' | 'log'>
type SignInCalls = (typeof dmsSignIns)[number]

/** Signing in to a DMS at its service (authorization code flow). Anyone who may change a credential may sign in with it. */
export function dmsSignInRoutes(api: FastifyInstance, services: RouteServices): void {
  const deps = depsOf(services)
  const { publicUrl } = services.config
  for (const { kind, begin, read } of dmsSignIns) {
    const resource = getResource(kind)
    serveCall(api, begin, async ({ request, reply, params: { id } }) => {
      const caller = await demandCredential(deps, request, { resource, id })
      const begun = await beginDmsSignIn(deps, { ...caller, credentialId: id })
      if (!begun) throw new ApiError('not_found')
      if ('problem' in begun) return { attempt: null, url: null, sentence: begun.problem }
      reply.header('set-cookie', signInCookie(dmsCookie, begun.attempt, { publicUrl }))
      return { attempt: begun.attempt.id, url: begun.url, sentence: null }
    })
    serveCall(api, read, async ({ request, params: { id } }) => {
      const { firmId } = await demandCredential(deps, request, { resource, id })
      return showSignIn(deps, { firmId, credentialId: id })
    })
  }
  serveCall(api, finishCall, (asked) => answerReturn(deps, asked), {
    ...{ auth: 'none', rateLimit: returnLimit },
    // Reading it ends a sign-in.
    ...{ exposeHeadRoute: false, takesAnyParameter: true },
  })
  const ofBrowser = { attempts: dmsAttempts, cookie: dmsCookie }
  serveCall(api, readDmsSignIn, ({ request, params: { id } }) => readOwnAttempt(deps, { request, id }, ofBrowser), {
    ...{ auth: 'none', rateLimit: resultLimit },
  })
}

function depsOf(services: RouteServices): DmsSignInDeps {
  return {
    ...services,
    http: openServiceHttp(services),
    gateway: services.config.storeGateway,
    now: () => new Date(),
    redirectUriOf: (firmId) => redirectUriOf(services, { firmId, path: finishCall.path }),
  }
}

async function demandCredential(
  { database }: DmsSignInDeps,
  request: FastifyRequest,
  { resource, id }: { resource: Resource; id: string },
): Promise<{ firmId: number; userId: string }> {
  const caller = demand(request, resource, 'FULL')
  await withFirm(database, caller.firmId, (trx) => refuseUnseen(trx, resource, { ...caller, id }))
  return { firmId: caller.firmId, userId: caller.userId }
}

async function showSignIn(
  deps: DmsSignInDeps,
  place: { firmId: number; credentialId: string },
): Promise<AnswerOf<SignInCalls['read']>> {
  const redirectUri = await deps.redirectUriOf(place.firmId)
  return withFirm(deps.database, place.firmId, async (trx) => {
    const found = await findSignInPlace(trx, deps.secrets, place)
    if (!found) throw new ApiError('not_found')
    if ('problem' in found) return { provider: null, redirectUri, signedInAt: null, signedInAs: null, isEntered: false }
    const isEntered = found.settings[enteredToken(found.kind)] !== null
    const { signedInAt, signedInAs } = await readSignIn(trx, place, { isEntered })
    const { provider } = found.authorization
    return { provider, redirectUri, signedInAt: signedInAt?.toISOString() ?? null, signedInAs, isEntered }
  })
}

async function answerReturn(deps: DmsSignInDeps, { request, reply }: CallInput<typeof finishCall>): Promise<void> {
  const browserOf = (attempt: string) => signInCookieOf(dmsCookie, request, attempt)
  const returned = { firmId: firmOf(request), parameters: returnedParameters(request), browserOf }
  const attempt = await finishDmsSignIn(deps, returned)
  reply.header('location', `/dms-sign-in?attempt=${attempt ?? 'late'}`)
}
