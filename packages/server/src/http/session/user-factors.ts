import { readUserFactors, resetUserFactors } from '@courtcrier/contract/calls/second-factors.ts'
import { describeExcess, findExcess } from '@courtcrier/contract/covers.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { describeProblem } from '@courtcrier/contract/messages.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { isFactorRequired } from '../../auth/factors/duty.ts'
import { tellOfFactor } from '../../auth/factors/factor-mail.ts'
import { findFactors } from '../../auth/factors/find-factors.ts'
import { resetFactors } from '../../auth/factors/reset-factors.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import type { Services } from '../../base/services.ts'
import type { SendMail } from '../../outbox/mail/system-mail.ts'
import type { Caller } from '../../records/caller.ts'
import { demand } from '../resources.ts'
import { serveCall } from '../server/serve-call.ts'
import { pendingMails } from './pending-mails.ts'

interface UserFactorDeps extends Pick<Services, 'database' | 'log'> {
  sendMail: SendMail
  now: () => Date
}

/** The second factors of other users, for people who manage users. */
export function userFactorRoutes(api: FastifyInstance, deps: UserFactorDeps): void {
  const mails = pendingMails(api, deps.log)
  serveCall(api, readUserFactors, async ({ request, params: { id: userId } }) => {
    const { firmId } = demand(request, user, 'READ')
    return withFirm(deps.database, firmId, async (trx) => {
      await findUser(trx, { firmId, userId })
      const { totpSince, passkeys, recoveryCodesLeft } = await findFactors(trx, { firmId, userId })
      return { hasTotp: totpSince !== null, passkeys: passkeys.length, recoveryCodesLeft }
    })
  })
  serveCall(api, resetUserFactors, async ({ request, params: { id: userId } }) => {
    const caller = demand(request, user, 'FULL')
    const { firmId } = caller
    await withFirmWrite(deps.database, firmId, (trx) => reset(trx, { caller, userId, now: deps.now() }))
    mails.add(tellOfFactor(deps, { firmId, userId, news: { kind: 'reset' } }))
  })
}

async function reset(trx: Trx, { caller, userId, now }: { caller: Caller; userId: string; now: Date }): Promise<void> {
  const { firmId, user: by } = caller
  const { fullName, securityRoleId } = await findUser(trx, { firmId, userId })
  // Someone who lost theirs asks another person: the time to add one begins again, so no one gives it to themselves.
  if (userId.toLowerCase() === caller.userId && (await isFactorRequired(trx, caller)))
    throw new ApiError('wrong_state', { sentence: notOwn })
  await refuseStronger(trx, { caller, roleId: securityRoleId })
  await resetFactors(trx, { firmId, userId, fullName, by: { userId: caller.userId, fullName: by.fullName }, now })
}

/** Someone who could take the factors of a stronger account away would be halfway in it. */
async function refuseStronger(trx: Trx, { caller, roleId }: { caller: Caller; roleId: string }): Promise<void> {
  const { rows } = await sql<DatabaseRecord>`
    select * from user_security_roles where firm_id = ${caller.firmId} and id = ${roleId}::uuid`.execute(trx)
  const excess = findExcess(caller.role, roleFromRow(rowOf(userSecurityRole, rows[0] ?? {})))
  if (excess) throw new ApiError('forbidden', { sentence: describeProblem(`stronger_user:${describeExcess(excess)}`) })
}

async function findUser(trx: Trx, { firmId, userId }: { firmId: number; userId: string }) {
  const { rows } = await sql<{ fullName: string; securityRoleId: string }>`
    select full_name as "fullName", security_role_id as "securityRoleId" from users
    where firm_id = ${firmId} and id = ${userId}::uuid`.execute(trx)
  if (!rows[0]) throw new ApiError('not_found')
  return rows[0]
}

const notOwn = 'Your role requires a second factor, so someone else who manages users has to remove yours.'
