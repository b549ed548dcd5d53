import { exchangeCode, readAccount } from '@courtcrier/connectors/authorize.ts'
import { StoreProblemError } from '@courtcrier/connectors/problems.ts'
import type { GrantPlace } from '@courtcrier/connectors/ways/grants.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import { keepTrying } from '../../base/db/keep-trying.ts'
import { recordDirectors } from '../../records/directors/record-directors.ts'
import { isSameBrowser } from '../../records/sign-ins/attempts.ts'
import { describeReturn, readReturn } from '../../records/sign-ins/describe-return.ts'
import { maySignIn, noLongerAllowed } from '../../records/sign-ins/may-sign-in.ts'
import { enteredToken } from '../grant-place.ts'
import { noteFailure, noteSuccess } from './note-sign-in.ts'
import { saveSignIn } from './saved-sign-in.ts'
import type { DmsSignInDeps } from './sign-in-deps.ts'
import { dmsAttempts, findSignInPlace, lockCredential, type SignInPlace } from './sign-in-place.ts'

interface Returned {
  firmId: number
  /** What the service added to the redirect URL. */
  parameters: URLSearchParams
  /** Returns the value of the browser's cookie for an attempt. */
  browserOf: (attempt: string) => string
}

type Attempt = NonNullable<Awaited<ReturnType<typeof dmsAttempts.take>>>

/** Takes a browser back from the service. Returns the attempt, whose result is saved; undefined if there is none. */
export async function finishDmsSignIn(
  deps: DmsSignInDeps,
  { firmId, parameters, browserOf }: Returned,
): Promise<string | undefined> {
  const taken = { firmId, state: parameters.get('state') ?? '', now: deps.now() }
  const attempt = await withFirmWrite(deps.database, firmId, (trx) => dmsAttempts.take(trx, taken))
  // Used, too old, or of no sign-in of this firm.
  if (!attempt) return undefined
  const place = { firmId, credentialId: attempt.credential_id ?? '' }
  const isSame = isSameBrowser(attempt, browserOf(attempt.id))
  const problem = await tryToFinish(deps, { place, attempt, parameters, isSame })
  if (problem === undefined) return attempt.id
  await withFirmWrite(deps.database, firmId, async (trx) => {
    await dmsAttempts.settle(trx, { firmId, id: attempt.id, state: 'failed', sentence: problem })
    await noteFailure(trx, { place, userId: attempt.userId, result: problem })
  })
  return attempt.id
}

interface Finishing {
  place: GrantPlace
  attempt: Attempt
  parameters: URLSearchParams
  isSame: boolean
}

/** Returns why nothing was saved. */
async function tryToFinish(
  deps: DmsSignInDeps,
  { place, attempt, parameters, isSame }: Finishing,
): Promise<string | undefined> {
  if (!isSame) return "The browser that returned isn't the one that started. Sign in again."
  const found = await withFirm(deps.database, place.firmId, (trx) => findUnchanged(trx, deps, { place, attempt }))
  if (!found) return changed
  const { authorization, settings } = found
  const redirectUri = await deps.redirectUriOf(place.firmId)
  const returned = readReturn(parameters)
  if ('refused' in returned) return describeReturn(returned.refused, { provider: authorization.provider, redirectUri })
  const reaching = { http: deps.http, place: { ...place, settings } }
  try {
    const { code } = returned
    const renewed = await exchangeCode(authorization, reaching, { code, redirectUri, verifier: attempt.verifier })
    const { refreshToken } = renewed
    if (!refreshToken) return noOfflineAccess(authorization.provider)
    const signedInAs = await readAccount(authorization, reaching, renewed)
    const saving = { place, attempt, refreshToken, signedInAs }
    return await keepTrying(() => withFirmWrite(deps.database, place.firmId, (trx) => save(trx, deps, saving)))
  } catch (error) {
    if (error instanceof StoreProblemError) return error.message
    throw error
  }
}

const changed = 'The settings were changed while you signed in, so nothing was saved. Sign in again.'

function noOfflineAccess(provider: string): string {
  return `${provider} let Courtcrier in for an hour only: it gave no refresh token. Allow the application offline access there, and sign in again.`
}

/** With other settings, what the service gives is for another application or service. */
async function findUnchanged(
  trx: Trx,
  { secrets }: DmsSignInDeps,
  { place, attempt }: { place: GrantPlace; attempt: Attempt },
): Promise<SignInPlace | undefined> {
  const found = await findSignInPlace(trx, secrets, place)
  return found && 'authorization' in found && found.sealedFor === attempt.place ? found : undefined
}

interface Saving {
  place: GrantPlace
  attempt: Attempt
  refreshToken: string
  signedInAs: string | undefined
}

/** Returns why nothing was saved. */
async function save(
  trx: Trx,
  deps: DmsSignInDeps,
  { place, attempt, refreshToken, signedInAs }: Saving,
): Promise<string | undefined> {
  const { firmId } = place
  const before = await findUnchanged(trx, deps, { place, attempt })
  if (!before) return changed
  await lockCredential(trx, place, before.kind)
  const found = await findUnchanged(trx, deps, { place, attempt })
  if (!found) return changed
  const { kind, sealedFor, authorization } = found
  const asked = { firmId, userId: attempt.userId, id: place.credentialId }
  if (!(await maySignIn(trx, getResource(kind), asked))) return noLongerAllowed
  await saveSignIn(trx, deps.secrets, { place, kind, sealedFor, refreshToken, signedInAs, now: deps.now() })
  await noteDirector(trx, { ...place, kind, userId: attempt.userId })
  const { provider } = authorization
  const result = signedInAs === undefined ? `Signed in at ${provider}.` : `Signed in at ${provider} as ${signedInAs}.`
  await dmsAttempts.settle(trx, { firmId, id: attempt.id, state: 'done', sentence: result })
  await noteSuccess(trx, { place, userId: attempt.userId, result })
  return undefined
}

/** The account that signed in decides where documents go, as a token entered by hand does. */
async function noteDirector(
  trx: Trx,
  { firmId, credentialId: id, kind, userId }: GrantPlace & { kind: string; userId: string },
): Promise<void> {
  const changes = [{ id, changes: { [enteredToken(kind)]: 'signed in' }, isRestored: false }]
  await recordDirectors(trx, getResource(kind), { changes, by: { firmId, userId } })
}
