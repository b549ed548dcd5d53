import { authorizeUrl } from '@courtcrier/connectors/authorize.ts'
import type { GrantPlace } from '@courtcrier/connectors/ways/grants.ts'
import { calculatePKCECodeChallenge } from 'openid-client'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { NewAttempt } from '../../records/sign-ins/attempts.ts'
import type { DmsSignInDeps } from './sign-in-deps.ts'
import { dmsAttempts, findSignInPlace } from './sign-in-place.ts'

/** Where a browser continues, or why it can't. */
type Begun = { url: string; attempt: NewAttempt } | { problem: string }

/** Begins a sign-in at the service of a credential. Undefined if there is no such credential. */
export async function beginDmsSignIn(
  deps: DmsSignInDeps,
  { userId, ...place }: GrantPlace & { userId: string },
): Promise<Begun | undefined> {
  const { firmId, credentialId } = place
  const found = await withFirm(deps.database, firmId, (trx) => findSignInPlace(trx, deps.secrets, place))
  if (!found) return undefined
  if ('problem' in found) return { problem: found.sentence }
  const { authorization, settings, sealedFor } = found
  const redirectUri = await deps.redirectUriOf(firmId)
  const begun = { firmId, column: 'credential_id', recordId: credentialId, userId, place: sealedFor } as const
  const attempt = await withFirmWrite(deps.database, firmId, (trx) =>
    dmsAttempts.begin(trx, { ...begun, now: deps.now() }),
  )
  const challenge = await calculatePKCECodeChallenge(attempt.verifier)
  const url = authorizeUrl(authorization, settings, { redirectUri, state: attempt.state, challenge })
  return { attempt, url: throughGateway(url, deps.gateway).href }
}

/** A fake takes the place of every service, for browsers as for this server (store-http.ts). */
function throughGateway(url: URL, gateway: string | undefined): URL {
  return gateway === undefined ? url : new URL(url.pathname + url.search, gateway)
}
