import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import type { renewTokens, sessionAnswer } from '@courtcrier/contract/calls/session.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import type { FactorDuty } from '../../auth/factors/duty.ts'
import type { TokenPair } from '../../auth/sessions.ts'
import { type SessionUser, sessionUserJson } from '../../records/session-user.ts'

interface Opened {
  user: SessionUser
  tokens: TokenPair
  due?: FactorDuty | undefined
}

/** A session that was just opened, as the calls that open one answer it. */
export function sessionJson({ user, tokens, due }: Opened): z.output<typeof sessionAnswer> {
  return {
    user: sessionUserJson(user),
    ...tokenJson(tokens),
    ...(due ? { second_factor_due: { at: due.at.toISOString(), is_over: due.isOver } } : {}),
  }
}

/** The tokens of a session, as its calls return them. */
export function tokenJson(tokens: TokenPair): AnswerOf<typeof renewTokens> {
  return {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    token_type: 'Bearer',
    expires_in: tokens.expiresIn,
  }
}

/** The refusal of an attempt during a pause. */
export function lockedError({ now }: { now: () => Date }, lockedUntil: Date, reply: FastifyReply): ApiError {
  reply.header('retry-after', Math.ceil((lockedUntil.getTime() - now().getTime()) / 1000))
  return new ApiError('too_many_requests')
}
