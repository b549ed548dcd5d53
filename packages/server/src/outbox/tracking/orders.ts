import { ApiError } from '@courtcrier/contract/errors.ts'
import type { TrackingAction, TrackingTerms } from '@courtcrier/contract/tracking.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'

/** One order for one case, kept permanently because it is about money. */
export interface KeptOrder {
  id: string
  at: Date
  action: TrackingAction
  monthlyFee: string | null
  documentCost: string | null
  userId: string | null
  status: 'asked' | 'done' | 'refused'
  sentence: string | null
}

export interface NewOrder {
  firmId: number
  caseId: string
  userId: string
  action: TrackingAction
  agreed: TrackingTerms
}

const columns = sql`id, created_at as at, action, monthly_fee as "monthlyFee", document_cost as "documentCost",
  user_id as "userId", status, sentence`

/** After this long, the answer is considered lost. */
const lostAfterMinutes = 2

/**
 * Records an order before it is placed, and returns the ID by which the provider will know it. An order whose answer
 * was lost is continued under its own ID, so that nothing is charged twice. Throws `wrong_state` while another order is
 * in progress.
 */
export async function beginOrder(trx: Trx, { firmId, caseId, userId, action, agreed }: NewOrder): Promise<string> {
  const { rows } = await sql<KeptOrder & { isLost: boolean }>`
    select ${columns}, created_at < now() - make_interval(mins => ${lostAfterMinutes}::integer) as "isLost"
    from tracking_orders
    where firm_id = ${firmId} and case_id = ${caseId}::uuid and status = 'asked' for update`.execute(trx)
  const [open] = rows
  if (open) {
    const isSame =
      open.action === action && open.monthlyFee === agreed.monthlyFee && open.documentCost === agreed.documentCost
    if (open.isLost && isSame) return open.id
    throw new ApiError('wrong_state', { sentence: `An order to ${action} is under way for this case.` })
  }
  const id = newId()
  await sql`insert into tracking_orders (firm_id, id, case_id, action, monthly_fee, document_cost, user_id)
    values (${firmId}, ${id}::uuid, ${caseId}::uuid, ${action}, ${agreed.monthlyFee}, ${agreed.documentCost},
      ${userId}::uuid)`.execute(trx)
  return id
}

/**
 * Records the result of an order. Returns false if it has one: another request continued it while this one stood still.
 */
export async function endOrder(
  trx: Trx,
  { firmId, id }: { firmId: number; id: string },
  { status, sentence }: { status: 'done' | 'refused'; sentence?: string },
): Promise<boolean> {
  const { rows } = await sql`update tracking_orders set status = ${status}, sentence = ${sentence ?? null}
    where firm_id = ${firmId} and id = ${id}::uuid and status = 'asked' returning id`.execute(trx)
  return rows.length > 0
}

/** Returns the latest orders of a case, newest first. */
export async function listOrders(
  trx: Trx,
  { firmId, caseId }: { firmId: number; caseId: string },
): Promise<readonly KeptOrder[]> {
  const { rows } = await sql<KeptOrder>`
    select ${columns} from tracking_orders where firm_id = ${firmId} and case_id = ${caseId}::uuid
    order by created_at desc, id desc limit 20`.execute(trx)
  return rows
}
