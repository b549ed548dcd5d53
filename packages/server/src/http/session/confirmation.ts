import { beginConfirmation, confirmIdentity } from '@courtcrier/contract/calls/confirmation.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '../../auth/authenticate.ts'
import { beginConfirming, confirmCaller } from '../../auth/confirmation/confirm.ts'
import type { FactorDeps } from '../../auth/factors/factor-deps.ts'
import { serveCall } from '../server/serve-call.ts'
import { lockedError } from './session-json.ts'

/** Confirming that it is you, before something sensitive is changed. */
export function confirmationRoutes(api: FastifyInstance, deps: FactorDeps): void {
  const always = { worksWithoutFactor: true }
  const limited = { ...always, rateLimit: { max: 30, timeWindow: '1 minute', ipv6Subnet: 64 } }
  serveCall(api, beginConfirmation, ({ request }) => beginConfirming(deps, callerOf(request)), always)
  serveCall(
    api,
    confirmIdentity,
    async ({ request, reply, body }) => {
      const result = await confirmCaller(deps, callerOf(request), body)
      if (result === 'wrong') throw new ApiError('invalid_input', { problems: [problems[body.way]] })
      if (result !== 'confirmed') throw lockedError(deps, result.lockedUntil, reply)
    },
    limited,
  )
}

const problems = {
  password: { field: 'password', code: 'wrong_password' },
  totp: { field: 'code', code: 'wrong_code' },
  passkey: { field: 'passkey', code: 'wrong_passkey' },
} as const
