import { isDelegated } from '@courtcrier/contract/mail-sign-in.ts'
import { calculatePKCECodeChallenge } from 'openid-client'
import { withFirm } from '../../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../../base/db/firm-write.ts'
import type { NewAttempt } from '../../../records/sign-ins/attempts.ts'
import { MailboxProblem } from '../mailbox-problem.ts'
import { openAccount } from '../sign-in.ts'
import { type AccountKey, accountKinds, findAccount, mailAttempts, signedInTo } from './accounts.ts'
import { authorizationUrlOf, consents, type DelegatedSignIn, scopesOf } from './consents.ts'
import type { MailSignInDeps } from './sign-in-deps.ts'

/** Where a browser continues, or why it can't. */
type Begun = { url: string; attempt: NewAttempt } | { problem: string }

/** Begins a sign-in at the service of an account. Undefined if there is no such account. */
export async function beginMailSignIn(
  deps: MailSignInDeps,
  { userId, ...key }: AccountKey & { userId: string },
): Promise<Begun | undefined> {
  const { kind, firmId } = key
  const { resource, purpose, column } = accountKinds[kind]
  const found = await withFirm(deps.database, firmId, (trx) => findAccount(trx, key))
  if (!found) return undefined
  if (!isDelegated(found.plain.service))
    return { problem: 'Choose a mail service "by signing in", and save. This one needs no one to sign in.' }
  try {
    const settings = openAccount(resource, found, deps.secrets) as DelegatedSignIn
    const redirectUri = await deps.redirectUriOf(firmId)
    const of = { firmId, column, recordId: key.id, userId }
    const begun = { ...of, place: signedInTo(kind, found.plain), now: deps.now() }
    const attempt = await withFirmWrite(deps.database, firmId, (trx) => mailAttempts.begin(trx, begun))
    const scope = scopesOf(settings, purpose).asked
    return { attempt, url: await addressOf(settings, { attempt, scope, redirectUri }) }
  } catch (error) {
    if (error instanceof MailboxProblem) return { problem: error.message }
    throw error
  }
}

interface AuthorizationParts {
  attempt: NewAttempt
  scope: string
  redirectUri: string
}

async function addressOf(
  settings: DelegatedSignIn,
  { attempt, scope, redirectUri }: AuthorizationParts,
): Promise<string> {
  const url = new URL(authorizationUrlOf(settings))
  const parameters = {
    client_id: settings.clientId ?? '',
    response_type: 'code',
    redirect_uri: redirectUri,
    scope,
    state: attempt.state,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    login_hint: settings.address,
    ...consents[settings.service].parameters,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
