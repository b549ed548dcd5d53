import { isAdmin } from '@courtcrier/contract/access.ts'
import { describeExcess, fieldOfExcess, findExcess } from '@courtcrier/contract/covers.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { roleFromRow } from '@courtcrier/contract/resources/user-security-role.ts'
import { peopleOf } from '@courtcrier/contract/role-rules.ts'
import type { Trx } from '../base/db/database.ts'
import { type Touch, touchedFields } from './touch.ts'
import { whyMembersBeyond } from './user-reach.ts'

/**
 * A role is made, changed, given and removed only by somebody whose own covers all that it grants, before and after; and
 * nobody changes the role they have. What an administrator is, is fixed: they may share that.
 */
export async function whyRoleBeyond(trx: Trx, touch: Touch): Promise<readonly Problem[]> {
  const { id, before, after, writer } = touch
  const fields = touchedFields(touch)
  if (after && fields.length === 0) return []
  const isShared = isAdmin(writer.role) && fields.every((key) => key === 'userIds')
  if (before && id === writer.role.id && !isShared)
    return (after ? fields : ['id']).map((field) => ({ field, code: 'own_role' }))
  const former = before && findExcess(writer.role, roleFromRow({ ...before, id }))
  if (former) return [{ field: fieldOfExcess(former), code: `stronger_role:${describeExcess(former)}` }]
  const next = after && findExcess(writer.role, roleFromRow({ ...after, id }))
  if (next) return [{ field: fieldOfExcess(next), code: `grants_more:${describeExcess(next)}` }]
  const { joining } = after ? peopleOf(after, before) : { joining: [] }
  return joining.length === 0 ? [] : whyMembersBeyond(trx, touch, joining)
}
