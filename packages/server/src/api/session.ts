import { ApiError } from '@courtcrier/contract/errors.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { AuthDeps } from '../auth/auth-deps.ts'
import { callerOf, firmOf } from '../auth/authenticate.ts'
import { changePassword } from '../auth/change-password.ts'
import { logIn } from '../auth/log-in.ts'
import { lookUpForgotten, resetPassword, sendResetLink } from '../auth/password-reset.ts'
import { passwordProblem } from '../auth/passwords.ts'
import { sessionUserJson } from '../auth/session-user.ts'
import { renewSession, revokeSessions, type TokenPair } from '../auth/sessions.ts'
import type { Config } from '../base/config.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { recordEvent } from './audit.ts'
import { decodePasswords } from './password-message.ts'
import { readTexts, requireTexts } from './read-texts.ts'
import { sessionOperations as operations } from './session-operations.ts'
import type { SendMail } from './system-mail.ts'

/** How many attempts one address of the network has in a minute. */
export interface AttemptLimits {
  logIn: number
  /** For asking for a link, and for using one. */
  forgot: number
  renew: number
}

/** A whole office may come from one address on Monday morning; guessing one account is the lock-out's matter. */
export const usualLimits: AttemptLimits = { logIn: 30, forgot: 10, renew: 300 }

export interface SessionDeps extends AuthDeps {
  config: Config
  log: Logger
  sendMail: SendMail
  limits: AttemptLimits
}

/** Signing in and out, staying signed in, and passwords (specification, section 7). */
export function sessionRoutes(api: FastifyInstance, deps: SessionDeps): void {
  const open = (max: number) => ({ auth: 'none' as const, rateLimit: { max, timeWindow: '1 minute', ipv6Subnet: 64 } })
  const { logIn: logInLimit, forgot, renew } = deps.limits
  const mails = pendingMails(api, deps.log)

  api.post('/auth/login', { config: { ...open(logInLimit), operation: operations.logIn } }, (request, reply) =>
    answerLogIn(deps, request, reply),
  )
  api.post('/oauth/access_token', { config: { ...open(renew), operation: operations.renew } }, (request) =>
    answerRenewal(deps, request),
  )
  api.post('/auth/logout', { config: { operation: operations.logOut, worksWhileViewing: true } }, (request, reply) =>
    answerLogOut(deps, request, reply),
  )
  api.get('/auth/me.json', { config: { operation: operations.me } }, async (request) =>
    sessionUserJson(callerOf(request).user),
  )
  api.get('/ping', { config: { operation: operations.ping } }, async () => ({ ok: true }))
  api.put('/auth/:userId/change-password', { config: { operation: operations.changePassword } }, (request, reply) =>
    answerChange(deps, request, reply),
  )
  api.post('/auth/forgot', { config: { ...open(forgot), operation: operations.forgot } }, (request, reply) =>
    answerForgot(deps, mails, { request, reply }),
  )
  api.post('/auth/reset', { config: { ...open(forgot), operation: operations.reset } }, (request, reply) =>
    answerReset(deps, request, reply),
  )
}

async function answerLogIn(deps: SessionDeps, request: FastifyRequest, reply: FastifyReply): Promise<AnyRow> {
  const { username, password } = readTexts(request, ['username', 'password'])
  const result = await logIn(deps, {
    firmId: firmOf(request),
    email: username,
    password,
    userAgent: request.headers['user-agent'],
  })
  if (result === 'refused') throw new ApiError('login_failed')
  if ('lockedUntil' in result) throw lockedError(deps, result.lockedUntil, reply)
  return { user: sessionUserJson(result.user), ...tokenJson(result.tokens) }
}

async function answerRenewal(deps: SessionDeps, request: FastifyRequest): Promise<AnyRow> {
  const { refreshToken, grantType } = readTexts(request, ['refreshToken', 'grantType'])
  if (grantType !== 'refresh_token') {
    throw new ApiError('invalid_input', { problems: [{ field: 'grantType', code: 'not_choice:refresh_token' }] })
  }
  const tokens = await renewSession(deps, firmOf(request), refreshToken)
  if (!tokens) throw new ApiError('session_expired')
  return tokenJson(tokens)
}

async function answerLogOut(deps: SessionDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { firmId, userId, sessionId, user } = callerOf(request)
  await withFirm(deps.database, firmId, async (trx) => {
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
  return reply.code(204).send()
}

async function answerChange(deps: SessionDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const caller = callerOf(request)
  const { userId } = request.params as { userId: string }
  // Whether another user exists is no business of this call.
  if (userId !== caller.userId) throw new ApiError('forbidden', { sentence: 'You can only change your own password.' })
  const { currentPassword, newPassword } = readPasswords(request)
  refusePassword(newPassword)
  const result = await changePassword(deps, caller, { current: currentPassword, next: newPassword })
  if (result === 'refused') {
    throw new ApiError('invalid_input', { problems: [{ field: 'currentPassword', code: 'wrong_password' }] })
  }
  if (result !== 'changed') throw lockedError(deps, result.lockedUntil, reply)
  return reply.code(204).send()
}

function readPasswords(request: FastifyRequest): Record<'currentPassword' | 'newPassword', string> {
  const names = ['currentPassword', 'newPassword'] as const
  if (!Buffer.isBuffer(request.body)) return readTexts(request, names)
  return requireTexts(decodePasswords(request.body), names)
}

async function answerForgot(
  deps: SessionDeps,
  mails: PendingMails,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const { email } = readTexts(request, ['email'])
  const found = await lookUpForgotten(deps, firmOf(request), email)
  if (!found.account && !found.hidesUnknownEmails) {
    throw new ApiError('email_unknown', { problems: [{ field: 'email', code: 'email_unknown' }] })
  }
  // Not waited for: how long the answer takes must not tell whether a mail went out.
  mails.add(sendResetLink({ ...deps, publicUrl: deps.config.publicUrl }, firmOf(request), found))
  return reply.code(204).send()
}

async function answerReset(deps: SessionDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { email, token, newPassword } = readTexts(request, ['email', 'token', 'newPassword'])
  refusePassword(newPassword)
  const isSet = await resetPassword(deps, firmOf(request), { email, token, password: newPassword })
  if (isSet) return reply.code(204).send()
  throw new ApiError('invalid_input', { sentence: 'This link is no longer valid. Ask for a new one.' })
}

function refusePassword(password: string): void {
  const code = passwordProblem(password)
  if (code) throw new ApiError('invalid_input', { problems: [{ field: 'newPassword', code }] })
}

function lockedError(deps: SessionDeps, lockedUntil: Date, reply: FastifyReply): ApiError {
  reply.header('retry-after', Math.ceil((lockedUntil.getTime() - deps.now().getTime()) / 1000))
  return new ApiError('too_many_requests')
}

function tokenJson(tokens: TokenPair): AnyRow {
  return {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    token_type: 'Bearer',
    expires_in: tokens.expiresIn,
  }
}

interface PendingMails {
  add: (mail: Promise<void>) => void
}

/** Mails under way; the server waits for them when it closes. */
function pendingMails(api: FastifyInstance, log: Logger): PendingMails {
  const pending = new Set<Promise<void>>()
  api.addHook('onClose', async () => {
    await Promise.all(pending)
  })
  return {
    add: (mail) => {
      const settled = mail
        .catch((err: unknown) => log.error({ err }, 'a link to set a new password could not be sent'))
        .finally(() => pending.delete(settled))
      pending.add(settled)
    },
  }
}
