import { covers } from '@courtcrier/contract/covers.ts'
import type { Trx } from '../../base/db/database.ts'
import { type Acting, findActing } from '../find-acting.ts'

/**
 * Whether a person may still do all that they might when their import or export began: they are active, their role grants
 * no less, and the ethical walls of the same timekeeper apply.
 */
export async function stillMay(
  trx: Trx,
  { firmId, userId, role, timekeeperId }: Acting & { firmId: number; userId: string },
): Promise<boolean> {
  const now = await findActing(trx, { firmId, userId })
  return now !== undefined && covers(now.role, role) && now.timekeeperId === timekeeperId
}
