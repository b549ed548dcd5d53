import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import {
  beginPasskeySignIn,
  finishSecondFactor as finishCall,
  finishPasskeySignIn,
} from '@courtcrier/contract/calls/second-factors.ts'
import type { logIn } from '@courtcrier/contract/calls/session.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { networkOf } from '@courtcrier/lib/networks.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { firmOf } from '../../auth/authenticate.ts'
import type { SignedIn } from '../../auth/complete-sign-in.ts'
import type { FactorAsked } from '../../auth/factors/ask-for-factor.ts'
import { challengeCookie, endedChallengeCookie } from '../../auth/factors/challenge-cookie.ts'
import type { FactorDeps } from '../../auth/factors/factor-deps.ts'
import { tellOfFactor } from '../../auth/factors/factor-mail.ts'
import { finishSecondFactor } from '../../auth/factors/finish-second-factor.ts'
import { beginPasskeyOnly, finishPasskeyOnly } from '../../auth/factors/passkey-sign-in.ts'
import { signingOptions } from '../../auth/factors/passkeys.ts'
import { findRelyingParty } from '../../auth/factors/relying-party.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { SendMail } from '../../outbox/mail/system-mail.ts'
import { type CallInput, serveCall } from '../server/serve-call.ts'
import type { PendingMails } from './pending-mails.ts'
import { lockedError, sessionJson } from './session-json.ts'

interface StepDeps extends FactorDeps {
  sendMail: SendMail
  mails: PendingMails
  /** How the routes are open to anyone, and how often. */
  open: { auth: 'none'; rateLimit: object }
}

/** The second step of signing in after a right password, and signing in with a passkey alone. */
export function secondStepRoutes(api: FastifyInstance, { open, ...deps }: StepDeps): void {
  serveCall(api, finishCall, (asked) => answerSecond(deps, asked), open)
  serveCall(api, beginPasskeySignIn, (asked) => answerBegin(deps, asked), open)
  serveCall(api, finishPasskeySignIn, (asked) => answerPasskey(deps, asked), open)
}

type Deps = Omit<StepDeps, 'open'>

/** Answers a right password with the question for the second factor. */
export async function secondFactorJson(
  { database, config }: Pick<FactorDeps, 'database' | 'config'>,
  asked: FactorAsked,
  { firmId, reply }: { firmId: number; reply: FastifyReply },
): Promise<AnswerOf<typeof logIn>> {
  const { publicUrl } = config
  const party = await withFirm(database, firmId, (trx) => findRelyingParty(trx, { firmId, publicUrl }))
  const { id, challenge, ways, passkeys: among } = asked
  const options = party && among.length > 0 ? await signingOptions({ party, challenge, among }) : null
  reply.header('set-cookie', challengeCookie(asked, { isSecure: isSecure(config) }))
  return { second_factor: { challenge: id, ways: [...ways], passkey_options: options } }
}

async function answerSecond(
  deps: Deps,
  { body: { challenge: id, ...answer }, request, reply }: CallInput<typeof finishCall>,
): Promise<AnswerOf<typeof finishCall>> {
  const firmId = firmOf(request)
  const { cookie: cookies, 'user-agent': userAgent } = request.headers
  const network = networkOf(request.ip)
  const result = await finishSecondFactor(deps, { firmId, id, answer, userAgent, network, cookies })
  if (result === 'late') throw new ApiError('login_failed', { sentence: late })
  if (result === 'wrong') throw new ApiError('login_failed', { sentence: wrongSentences[answer.way] })
  if ('lockedUntil' in result) throw lockedError(deps, result.lockedUntil, reply)
  if (answer.way === 'recovery') {
    const news = { kind: 'recovery_used' } as const
    deps.mails.add(tellOfFactor(deps, { firmId, userId: result.user.id, news }))
  }
  return answerSignedIn(result, { id, reply })
}

async function answerBegin(
  deps: Deps,
  { request, reply }: CallInput<typeof beginPasskeySignIn>,
): Promise<AnswerOf<typeof beginPasskeySignIn>> {
  const begun = await beginPasskeyOnly(deps, firmOf(request))
  if (!begun) throw new ApiError('not_found', { sentence: noHost })
  reply.header('set-cookie', challengeCookie(begun.asked, { isSecure: isSecure(deps.config) }))
  return { challenge: begun.asked.id, passkey_options: { ...begun.options } }
}

async function answerPasskey(
  deps: Deps,
  { body: { challenge: id, passkey }, request, reply }: CallInput<typeof finishPasskeySignIn>,
): Promise<AnswerOf<typeof finishPasskeySignIn>> {
  const firmId = firmOf(request)
  const { cookie: cookies, 'user-agent': userAgent } = request.headers
  const result = await finishPasskeyOnly(deps, {
    firmId,
    id,
    passkey,
    userAgent,
    network: networkOf(request.ip),
    cookies,
  })
  if (typeof result === 'string') throw new ApiError('login_failed', { sentence: aloneSentences[result] })
  return answerSignedIn(result, { id, reply })
}

function answerSignedIn(result: SignedIn, { id, reply }: { id: string; reply: FastifyReply }) {
  reply.header('set-cookie', [result.browserCookie, endedChallengeCookie(id)])
  return sessionJson(result)
}

function isSecure({ publicUrl }: { publicUrl: string }): boolean {
  return publicUrl.startsWith('https:')
}

const late =
  'This sign-in was already used, took longer than ten minutes, or was started in another browser. Log in again.'

const noHost = "Passkeys work only where Courtcrier's address is a host name, and this one is an IP address."

const wrongSentences = {
  totp: 'This code is wrong or was already used. Enter the one that your app shows now.',
  passkey: "This passkey isn't one of your account here.",
  recovery: 'This recovery code is wrong or was already used.',
} as const

const aloneSentences = {
  late,
  wrong: 'This passkey belongs to no account here, or to one that may not log in.',
  sign_on: 'Your firm uses single sign-on. Only its administrators can log in with a passkey.',
} as const
