import { intersectRoles, type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import type { Caller } from './caller.ts'

/** Names the role as which the sender of a request looks at the firm. */
const viewAsHeader = 'x-view-as'

/**
 * The caller as one who has no more than both the own and the named role. Throws `forbidden` for whoever does not manage
 * roles, and `not_found` when there is no such role, as when it was removed meanwhile.
 */
export async function narrowCaller(database: Database, caller: Caller, roleId: string): Promise<Caller> {
  if (subjectAccess(userSecurityRole.name, caller.role) !== 'FULL')
    throw new ApiError('forbidden', { sentence: notYours })
  const viewed = await findRole(database, { firmId: caller.firmId, roleId })
  if (!viewed) throw new ApiError('not_found', { sentence: 'The role you look as is no longer there.' })
  return { ...caller, role: intersectRoles(caller.role, viewed), viewedRoleId: roleId }
}

/** The role that a request's header names; undefined when it comes as what the caller is. */
export function viewedRoleOf(request: FastifyRequest): string | undefined {
  const value = request.headers[viewAsHeader]
  return Array.isArray(value) ? value.join() : value
}

/** Refuses a request that may change something, while its sender only looks. */
export function refuseWriting(request: FastifyRequest): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return
  if (!request.routeOptions.config.worksWhileViewing) throw new ApiError('viewing_role')
}

const notYours = 'Only those who manage the roles may look at Courtcrier as another role does.'

async function findRole(
  database: Database,
  { firmId, roleId }: { firmId: number; roleId: string },
): Promise<Role | undefined> {
  if (!isUuid(roleId)) return undefined
  const { rows } = await withFirm(database, firmId, (trx) =>
    sql<DatabaseRecord>`select * from user_security_roles where id = ${roleId}::uuid`.execute(trx),
  )
  return rows[0] && roleFromRow(rowOf(userSecurityRole, rows[0]))
}
