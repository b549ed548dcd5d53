import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import {
  changePassword as changePasswordCall,
  forgetPassword,
  logIn as logInCall,
  logOut,
  ping,
  readMe,
  renewTokens,
  resetPassword as resetPasswordCall,
} from '@courtcrier/contract/calls/session.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { networkOf } from '@courtcrier/lib/networks.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { AuthDeps } from '../../auth/auth-deps.ts'
import { callerOf, firmOf } from '../../auth/authenticate.ts'
import { changePassword } from '../../auth/change-password.ts'
import type { KnownBrowsers } from '../../auth/known-browsers.ts'
import { logIn } from '../../auth/log-in.ts'
import { lookUpForgotten, resetPassword, sendResetLink } from '../../auth/password-reset.ts'
import { passwordProblem } from '../../auth/passwords.ts'
import { renewSession, revokeSessions } from '../../auth/sessions.ts'
import type { Config } from '../../base/config.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { SendMail } from '../../outbox/mail/system-mail.ts'
import { recordEvent } from '../../records/audit.ts'
import type { Caller } from '../../records/caller.ts'
import { sessionUserJson } from '../../records/session-user.ts'
import { type CallInput, serveCall } from '../server/serve-call.ts'
import { confirmationRoutes } from './confirmation.ts'
import { type PendingMails, pendingMails } from './pending-mails.ts'
import { secondFactorRoutes } from './second-factors.ts'
import { secondFactorJson, secondStepRoutes } from './second-step.ts'
import { lockedError, sessionJson, tokenJson } from './session-json.ts'

/** How many attempts one network address has per minute. */
export interface AttemptLimits {
  logIn: number
  /** For requesting a link, and for using one. */
  forgot: number
  renew: number
}

/** A whole office may have one address on Monday morning; pauses protect single accounts from guessing. */
export const usualLimits: AttemptLimits = { logIn: 30, forgot: 10, renew: 300 }

export interface SessionDeps extends AuthDeps {
  config: Config
  log: Logger
  sendMail: SendMail
  limits: AttemptLimits
  browsers: KnownBrowsers
  secrets: SealingBox
}

/** Logging in and out, renewing sessions, and passwords (specification, section 7). */
export function sessionRoutes(api: FastifyInstance, deps: SessionDeps): void {
  const open = (max: number) => ({ auth: 'none' as const, rateLimit: { max, timeWindow: '1 minute', ipv6Subnet: 64 } })
  const { logIn: logInLimit, forgot, renew } = deps.limits
  const mails = pendingMails(api, deps.log)

  serveCall(api, logInCall, (asked) => answerLogIn(deps, asked), open(logInLimit))
  serveCall(api, renewTokens, (asked) => answerRenewal(deps, asked), open(renew))
  const always = { worksWithoutFactor: true }
  serveCall(api, logOut, ({ request }) => noteLogOut(deps, callerOf(request)), { ...always, worksWhileViewing: true })
  serveCall(api, readMe, async ({ request }) => sessionUserJson(callerOf(request).user), always)
  serveCall(api, ping, async () => ({ ok: true }) as const, always)
  serveCall(api, changePasswordCall, (asked) => answerChange(deps, asked))
  serveCall(api, forgetPassword, (asked) => answerForgot(deps, mails, asked), open(forgot))
  serveCall(api, resetPasswordCall, (asked) => answerReset(deps, asked), open(forgot))
  secondStepRoutes(api, { ...deps, mails, open: open(logInLimit) })
  secondFactorRoutes(api, { ...deps, mails })
  confirmationRoutes(api, deps)
}

async function answerLogIn(
  deps: SessionDeps,
  { body: { username, password }, request, reply }: CallInput<typeof logInCall>,
): Promise<AnswerOf<typeof logInCall>> {
  const result = await logIn(deps, {
    firmId: firmOf(request),
    email: username,
    password,
    userAgent: request.headers['user-agent'],
    network: networkOf(request.ip),
    cookies: request.headers.cookie,
  })
  if (result === 'refused') throw new ApiError('login_failed')
  if (result === 'sign_on') throw new ApiError('login_failed', { sentence: passwordsOfAdministrators })
  if ('lockedUntil' in result) throw lockedError(deps, result.lockedUntil, reply)
  if ('asked' in result) return secondFactorJson(deps, result.asked, { firmId: firmOf(request), reply })
  reply.header('set-cookie', result.browserCookie)
  return sessionJson(result)
}

const passwordsOfAdministrators =
  'Your firm uses single sign-on. A password works only for its administrators, and this was not the address and password of one.'

async function answerRenewal(
  deps: SessionDeps,
  { body, request }: CallInput<typeof renewTokens>,
): Promise<AnswerOf<typeof renewTokens>> {
  const tokens = await renewSession(deps, firmOf(request), body.refreshToken)
  if (!tokens) throw new ApiError('session_expired')
  return tokenJson(tokens)
}

async function noteLogOut(deps: SessionDeps, { firmId, userId, sessionId, user }: Caller): Promise<void> {
  await withFirmWrite(deps.database, firmId, async (trx) => {
    await revokeSessions(trx, { firmId, userId, now: deps.now(), only: sessionId })
    await recordEvent(trx, {
      firmId,
      level: 'AUDIT',
      type: 'other',
      sentence: `${user.fullName} signed out.`,
      userId,
      entity: 'user',
      entityId: userId,
      action: 'signed_out',
      recordTitle: user.fullName,
    })
  })
}

async function answerChange(
  deps: SessionDeps,
  { request, reply, params, body }: CallInput<typeof changePasswordCall>,
): Promise<void> {
  const caller = callerOf(request)
  // This call doesn't reveal whether another user exists.
  if (params.userId !== caller.userId)
    throw new ApiError('forbidden', { sentence: 'You can only change your own password.' })
  refusePassword(body.newPassword)
  const result = await changePassword(deps, caller, { current: body.currentPassword, next: body.newPassword })
  if (result === 'refused') {
    throw new ApiError('invalid_input', { problems: [{ field: 'currentPassword', code: 'wrong_password' }] })
  }
  if (result !== 'changed') throw lockedError(deps, result.lockedUntil, reply)
}

async function answerForgot(
  deps: SessionDeps,
  mails: PendingMails,
  { body: { email }, request }: CallInput<typeof forgetPassword>,
): Promise<void> {
  const found = await lookUpForgotten(deps, firmOf(request), email)
  if (!found.account && !found.hidesUnknownEmails) {
    throw new ApiError('email_unknown', { problems: [{ field: 'email', code: 'email_unknown' }] })
  }
  // Not awaited: the time the answer takes must not reveal whether an email was sent.
  mails.add(sendResetLink({ ...deps, publicUrl: deps.config.publicUrl }, firmOf(request), found))
}

async function answerReset(deps: SessionDeps, { body, request }: CallInput<typeof resetPasswordCall>): Promise<void> {
  const { email, token, newPassword } = body
  refusePassword(newPassword)
  const network = networkOf(request.ip)
  const isSet = await resetPassword(deps, firmOf(request), { email, token, password: newPassword, network })
  if (!isSet) throw new ApiError('invalid_input', { sentence: 'This link is no longer valid. Ask for a new one.' })
}

function refusePassword(password: string): void {
  const code = passwordProblem(password)
  if (code) throw new ApiError('invalid_input', { problems: [{ field: 'newPassword', code }] })
}
