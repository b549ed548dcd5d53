import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { ActionTarget, ItemState } from './item-state.ts'

type Waiting = Pick<ItemState, 'status' | 'nextStage' | 'caseName' | 'docketNumber' | 'courtId' | 'sender'>

/**
 * Other items that wait for the very answer that this one waits for: which case a docket is, or which court a sender's
 * messages are from, unless the sender is an e-filing service, which writes for many courts. Locked in the order of their ids, as all who lock several items do.
 */
export async function lockSiblings(
  trx: Trx,
  { firmId, itemId }: Omit<ActionTarget, 'userId'>,
  item: Waiting,
): Promise<readonly string[]> {
  const condition = sameQuestion(item)
  if (!condition) return []
  const { rows } = await sql<{ id: string }>`
    select i.id from inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id
    where i.firm_id = ${firmId} and i.id <> ${itemId}::uuid and ${condition} order by i.id for update of i`.execute(trx)
  return rows.map(({ id }) => id)
}

/** How many others the answer would also settle. */
export async function countSiblings(
  trx: Trx,
  { firmId, itemId }: Omit<ActionTarget, 'userId'>,
  item: Waiting,
): Promise<number> {
  const condition = sameQuestion(item)
  if (!condition) return 0
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id
    where i.firm_id = ${firmId} and i.id <> ${itemId}::uuid and ${condition}`.execute(trx)
  return rows[0]?.n ?? 0
}

/** A number under another name may be another case: who answered for the one did not answer for the other. */
function sameQuestion({ nextStage, caseName, docketNumber, courtId, sender }: Waiting) {
  if (docketNumber && courtId) {
    return sql`i.status = 'Action Required' and i.docket_number = ${docketNumber}
      and lower(i.case_name) is not distinct from lower(${caseName}::text)
      and i.ecfx_jurisdiction_id = ${courtId} and i.next_stage = 'match'`
  }
  if (nextStage !== 'parse' || !sender) return undefined
  return sql`i.status = 'Action Required' and i.sender = ${sender} and i.next_stage = 'parse' and ${lacksCourt}
    and p.outcomes #> '{review,courtHint}' is null`
}

/** Whether the progress `p` is that of a court's notice of which only the court is not known. */
export const lacksCourt = sql<boolean>`(p.outcomes #> '{review,understood,kind}' is not null
  and p.outcomes #> '{review,understood,courtId}' is null)`
