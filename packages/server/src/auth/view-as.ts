import { intersectRoles, type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { isUuid, storedId } from '@courtcrier/contract/uuid.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import type { Caller } from '../records/caller.ts'

/** Header with the ID of the role the sender is viewing as. */
const viewAsHeader = 'x-view-as'

/**
 * Returns the caller with only what both their own and the named role allow. Throws `forbidden` for someone who doesn't
 * manage roles, and `not_found` if the role doesn't exist or was removed meanwhile.
 */
export async function narrowCaller(database: Database, caller: Caller, roleId: string): Promise<Caller> {
  if (subjectAccess(userSecurityRole.name, caller.role) !== 'FULL')
    throw new ApiError('forbidden', { sentence: notYours })
  const viewed = await findRole(database, { firmId: caller.firmId, roleId })
  if (!viewed) throw new ApiError('not_found', { sentence: 'The role you are viewing as no longer exists.' })
  return { ...caller, role: intersectRoles(caller.role, viewed), viewedRoleId: roleId }
}

/** Returns the role ID in a request's header; undefined if the caller isn't viewing as another role. */
export function viewedRoleOf(request: FastifyRequest): string | undefined {
  const value = request.headers[viewAsHeader]
  const roleId = Array.isArray(value) ? value.join() : value
  return roleId === undefined ? undefined : storedId(roleId)
}

/** Throws `viewing_role` for a request that may change something while its sender is viewing as another role. */
export function refuseWriting(request: FastifyRequest): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return
  if (!request.routeOptions.config.worksWhileViewing) throw new ApiError('viewing_role')
}

const notYours = 'Only users who manage roles can view Courtcrier as another role.'

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
