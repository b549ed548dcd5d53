import { subjectAccess } from '@courtcrier/contract/access.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import type { Trx } from '../../base/db/database.ts'
import { behaviourOf } from '../behaviour.ts'
import { findActing } from '../find-acting.ts'
import { findRow } from '../read-row.ts'

/**
 * Whether the person who began a sign-in may still change what they sign in to: their role, a wall or their account may
 * be another since.
 */
export async function maySignIn(
  trx: Trx,
  resource: Resource,
  { firmId, userId, id }: { firmId: number; userId: string; id: string },
): Promise<boolean> {
  const acting = await findActing(trx, { firmId, userId })
  if (!acting || subjectAccess(resource.subject, acting.role) !== 'FULL') return false
  const scope = { ...acting, firmId, userId }
  if ((await behaviourOf(resource).whyNotWritten?.(trx, scope)) !== undefined) return false
  return (await findRow(trx, resource, { ...scope, id })) !== undefined
}

/** What the person reads who may no longer. */
export const noLongerAllowed =
  'You may no longer sign in to this, so nothing was saved. Ask an administrator of your firm.'
