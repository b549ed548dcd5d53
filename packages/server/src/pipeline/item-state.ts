import { ApiError } from '@courtcrier/contract/errors.ts'
import { canTransition, type ItemStatus } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { Step } from './commit.ts'
import type { ResultName } from './stage.ts'

/** Who does it, and to which item. */
export interface ActionTarget {
  firmId: number
  itemId: string
  userId: string
}

/** What deciding about an item needs to know of it. */
export interface ItemState {
  status: ItemStatus
  receivedAt: Date
  sender: string | null
  envelopeId: string | null
  caseName: string | null
  docketNumber: string | null
  courtId: string | null
  nextStage: ResultName | null
  isHidden: boolean
}

/** The item, locked until the transaction ends. Throws `not_found`. */
export async function getItem(trx: Trx, { firmId, itemId }: Omit<ActionTarget, 'userId'>): Promise<ItemState> {
  const { rows } = await sql<ItemState>`
    select status, received_at as "receivedAt", sender, envelope_id as "envelopeId", case_name as "caseName",
      docket_number as "docketNumber", ecfx_jurisdiction_id as "courtId", next_stage as "nextStage", hidden as "isHidden"
    from inbox_items where firm_id = ${firmId} and id = ${itemId}::uuid for update`.execute(trx)
  const [row] = rows
  if (!row) throw new ApiError('not_found')
  return row
}

/** Throws `wrong_state` unless the state machine has this transition. */
export function refuseTransition(from: ItemStatus, to: ItemStatus): void {
  if (!canTransition(from, to)) refuse(from, to)
}

export function refuse(from: ItemStatus, to: ItemStatus): never {
  throw new ApiError('wrong_state', { sentence: `An item that is ${from} cannot become ${to}.` })
}

interface Deed {
  from: ItemStatus
  outcome: string
  sentence: string
  columns: Step['columns']
}

/** What a person did, as a step of the item's way. */
export function personStep({ firmId, itemId, userId }: ActionTarget, { from, outcome, sentence, columns }: Deed): Step {
  return { firmId, itemId, lines: [{ stage: 'person', outcome, sentence, userId }], expected: [from], columns }
}
