import { beginViewing, endViewing } from '@courtcrier/contract/calls/session.ts'
import { userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '../../auth/authenticate.ts'
import { narrowCaller } from '../../auth/view-as.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Services } from '../../base/services.ts'
import { recordEvent } from '../../records/audit.ts'
import type { Caller } from '../../records/caller.ts'
import { type CallInput, serveCall } from '../server/serve-call.ts'

/**
 * Viewing Courtcrier as another role. Its effect comes from the header; these two calls record it in the firm's log.
 */
export function viewAsRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  const config = { worksWhileViewing: true }
  const begin = async ({ body: { roleId }, request }: CallInput<typeof beginViewing>) => {
    const caller = callerOf(request)
    const { role } = await narrowCaller(database, caller, roleId)
    await tell(database, caller, { action: 'viewing_began', roleId, role: role.name })
  }
  serveCall(api, beginViewing, begin, config)
  const end = async ({ request }: CallInput<typeof endViewing>) => {
    const caller = callerOf(request)
    const roleId = caller.viewedRoleId
    if (roleId) await tell(database, caller, { action: 'viewing_ended', roleId, role: caller.role.name })
  }
  serveCall(api, endViewing, end, config)
}

const told = { viewing_began: 'started viewing Courtcrier as', viewing_ended: 'stopped viewing as' } as const

async function tell(
  database: Services['database'],
  { firmId, user }: Caller,
  { action, roleId, role }: { action: keyof typeof told; roleId: string; role: string },
): Promise<void> {
  await withFirmWrite(database, firmId, (trx) =>
    recordEvent(trx, {
      firmId,
      level: 'AUDIT',
      type: 'other',
      sentence: `${user.fullName} ${told[action]} "${role}".`,
      userId: user.id,
      entity: userSecurityRole.name,
      entityId: roleId,
      action,
      recordTitle: role,
    }),
  )
}
