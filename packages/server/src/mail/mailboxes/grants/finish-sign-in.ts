import type { Trx } from '../../../base/db/database.ts'
import { withFirm } from '../../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../../base/db/firm-write.ts'
import { keepTrying } from '../../../base/db/keep-trying.ts'
import { isSameBrowser } from '../../../records/sign-ins/attempts.ts'
import { readReturn } from '../../../records/sign-ins/describe-return.ts'
import { maySignIn, noLongerAllowed } from '../../../records/sign-ins/may-sign-in.ts'
import { MailboxProblem } from '../mailbox-problem.ts'
import { openAccount } from '../sign-in.ts'
import {
  type AccountKey,
  type AccountKind,
  accountKinds,
  findAccount,
  mailAttempts,
  placeOf,
  type StoredAccount,
  signedInTo,
} from './accounts.ts'
import { exchangeCode } from './ask-for-tokens.ts'
import { consents, type DelegatedSignIn } from './consents.ts'
import { refusalOf } from './grant-problem.ts'
import { saveGrant } from './grant-rows.ts'
import { announceAccount, noteFailure, noteSuccess } from './note-sign-in.ts'
import type { MailSignInDeps } from './sign-in-deps.ts'

interface Returned {
  firmId: number
  /** What the service added to the redirect URL. */
  parameters: URLSearchParams
  /** Returns the value of the browser's cookie for an attempt. */
  browserOf: (attempt: string) => string
}

/** Takes a browser back from the service. Returns the attempt, whose result is saved; undefined if there is none. */
export async function finishMailSignIn(
  deps: MailSignInDeps,
  { firmId, parameters, browserOf }: Returned,
): Promise<string | undefined> {
  const state = parameters.get('state') ?? ''
  const attempt = await withFirmWrite(deps.database, firmId, (trx) =>
    mailAttempts.take(trx, { firmId, state, now: deps.now() }),
  )
  // Used, too old, or of no sign-in of this firm.
  if (!attempt) return undefined
  const returned = { firmId, attempt, parameters, isSame: isSameBrowser(attempt, browserOf(attempt.id)) }
  const problem = await tryToFinish(deps, returned)
  if (problem === undefined) return attempt.id
  await withFirmWrite(deps.database, firmId, async (trx) => {
    await mailAttempts.settle(trx, { firmId, id: attempt.id, state: 'failed', sentence: problem })
    await noteFailure(trx, { key: keyOf(firmId, attempt), userId: attempt.userId, problem })
  })
  return attempt.id
}

type ReturnedAttempt = NonNullable<Awaited<ReturnType<typeof mailAttempts.take>>>

function keyOf(firmId: number, { mailbox_id, sender_id }: ReturnedAttempt): AccountKey {
  const kind: AccountKind = mailbox_id === null ? 'mail_sender' : 'mailbox'
  return { kind, firmId, id: mailbox_id ?? sender_id ?? '' }
}

interface Finishing {
  firmId: number
  attempt: ReturnedAttempt
  parameters: URLSearchParams
  isSame: boolean
}

/** Returns why nothing was saved. */
async function tryToFinish(deps: MailSignInDeps, finishing: Finishing): Promise<string | undefined> {
  const { firmId, attempt, parameters, isSame } = finishing
  if (!isSame) return "The browser that returned isn't the one that started. Sign in again."
  const key = keyOf(firmId, attempt)
  const found = await withFirm(deps.database, firmId, (trx) => findUnchanged(trx, { key, attempt }))
  if (!found) return changed
  try {
    const settings = openAccount(accountKinds[key.kind].resource, found, deps.secrets) as DelegatedSignIn
    const redirectUri = await deps.redirectUriOf(firmId)
    const returned = readReturn(parameters)
    if ('refused' in returned) return refusalOf(returned.refused, { settings, redirectUri })
    const { code } = returned
    const { purpose } = accountKinds[key.kind]
    const consented = await exchangeCode(settings, {
      ...{ code, verifier: attempt.verifier, redirectUri, purpose, fetch: deps.fetch },
    })
    return await keepTrying(() =>
      withFirmWrite(deps.database, firmId, (trx) => save(trx, deps, { key, attempt, consented })),
    )
  } catch (error) {
    if (error instanceof MailboxProblem) return error.message
    throw error
  }
}

const changed = 'The settings were changed while you signed in, so nothing was saved. Sign in again.'

/** With other settings, what the service gives is for another application or server. */
async function findUnchanged(
  trx: Trx,
  { key, attempt, isLocked = false }: { key: AccountKey; attempt: ReturnedAttempt; isLocked?: boolean },
): Promise<StoredAccount | undefined> {
  const found = await findAccount(trx, key, { isLocked })
  return found && signedInTo(key.kind, found.plain) === attempt.place ? found : undefined
}

interface Saving {
  key: AccountKey
  attempt: ReturnedAttempt
  consented: Awaited<ReturnType<typeof exchangeCode>>
}

/** Returns why nothing was saved. */
async function save(trx: Trx, deps: MailSignInDeps, { key, attempt, consented }: Saving): Promise<string | undefined> {
  const { kind, firmId } = key
  const found = await findUnchanged(trx, { key, attempt, isLocked: true })
  if (!found) return changed
  const { resource } = accountKinds[kind]
  if (!(await maySignIn(trx, resource, { firmId, userId: attempt.userId, id: key.id }))) return noLongerAllowed
  const { tokens, signedInAs } = consented
  const place = placeOf(kind, found.plain)
  await saveGrant(trx, key, { tokens, signedInAs, now: deps.now(), box: deps.secrets, place })
  await announceAccount(trx, key)
  const sentence = describeSignIn(
    { signedInAs, endsAt: tokens.endsAt, now: deps.now() },
    found.plain as DelegatedSignIn,
  )
  await mailAttempts.settle(trx, { firmId, id: attempt.id, state: 'done', sentence })
  await noteSuccess(trx, { key, userId: attempt.userId, result: sentence })
  return undefined
}

const dayMs = 24 * 3600_000

interface SignedIn {
  signedInAs: string
  endsAt: Date | undefined
  now: Date
}

function describeSignIn(
  { signedInAs, endsAt, now }: SignedIn,
  { service, address }: Pick<DelegatedSignIn, 'service' | 'address'>,
): string {
  const { provider } = consents[service]
  const isOther = signedInAs !== '' && signedInAs.toLowerCase() !== address.toLowerCase()
  const who = signedInAs === '' ? `Signed in at ${provider}.` : `Signed in at ${provider} as ${signedInAs}.`
  const other = isOther
    ? `${address} is another mailbox: if it is a shared one that this account has full access to, the test says so.`
    : ''
  const isShort = endsAt !== undefined && endsAt.getTime() - now.getTime() < 30 * dayMs
  const short = isShort
    ? `${provider} ends this sign-in on ${endsAt.toISOString().slice(0, 10)}; an application in testing at Google must be published for a lasting one.`
    : ''
  return [who, other, short].filter(Boolean).join(' ')
}
