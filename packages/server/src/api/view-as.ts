import { userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'
import type { Caller } from '../auth/caller.ts'
import { narrowCaller } from '../auth/view-as.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { recordEvent } from './audit.ts'
import { jsonContent, objectSchema, textSchema } from './operation.ts'
import { readTexts } from './read-texts.ts'

const tag = 'Session'
const operations = {
  begin: {
    tag,
    summary: 'Begin to look as another role: requests with its id in the header x-view-as see what both roles see',
    body: jsonContent(objectSchema({ role_id: textSchema })),
    refusals: [400, 403, 404],
  },
  end: { tag, summary: 'Tell that you no longer look as another role' },
}

/** Looking at Courtcrier as another role does. What it comes to is the header's matter; these two tell the firm's log. */
export function viewAsRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  api.post('/view-as', { config: { operation: operations.begin, worksWhileViewing: true } }, async (request, reply) => {
    const caller = callerOf(request)
    const { roleId } = readTexts(request, ['roleId'])
    const { role } = await narrowCaller(database, caller, roleId)
    await tell(database, caller, { action: 'viewing_began', roleId, role: role.name })
    return reply.code(204).send()
  })
  api.delete('/view-as', { config: { operation: operations.end, worksWhileViewing: true } }, async (request, reply) => {
    const caller = callerOf(request)
    const roleId = caller.viewedRoleId
    if (roleId) await tell(database, caller, { action: 'viewing_ended', roleId, role: caller.role.name })
    return reply.code(204).send()
  })
}

const told = { viewing_began: 'began to look at Courtcrier as', viewing_ended: 'no longer looks as' } as const

async function tell(
  database: Services['database'],
  { firmId, user }: Caller,
  { action, roleId, role }: { action: keyof typeof told; roleId: string; role: string },
): Promise<void> {
  await withFirm(database, firmId, (trx) =>
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
