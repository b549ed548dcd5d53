import { ApiError } from '@courtcrier/contract/errors.ts'
import { canTransition, type ItemStatus } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { UndoJournal } from '../records/undo/journal.ts'
import type { SearchScope } from '../records/viewer.ts'
import type { CommittedStep } from './commit.ts'
import type { ResultName } from './pipeline/stage.ts'

/** The item of an action, and the user who takes it. */
export interface ActionTarget {
  firmId: number
  itemId: string
  userId: string
  /** What they see: the action is for no other item that they don't. Absent for Courtcrier itself. */
  sight?: SearchScope
  /** Records what the action changes, so that it can be undone. */
  undo?: UndoJournal | undefined
}

/** The parts of an item that actions depend on. */
export interface ItemState {
  status: ItemStatus
  /** When it ended; when it was received, while it hasn't. */
  endedAt: Date
  sender: string | null
  envelopeId: string | null
  caseName: string | null
  docketNumber: string | null
  courtId: string | null
  nextStage: ResultName | null
  isHidden: boolean
}

/** Returns the item, locked until the transaction ends. Throws `not_found`. */
export async function getItem(trx: Trx, { firmId, itemId }: Omit<ActionTarget, 'userId'>): Promise<ItemState> {
  const { rows } = await sql<ItemState>`
    select status, coalesce(finished_at, received_at) as "endedAt", sender, envelope_id as "envelopeId", case_name as "caseName",
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
  throw new ApiError('wrong_state', { sentence: `An item that is ${from} can't become ${to}.` })
}

interface Deed {
  from: ItemStatus
  outcome: string
  sentence: string
  columns: CommittedStep['columns']
}

/** A person's action as a step of the item. */
export function personStep(
  { firmId, itemId, userId }: ActionTarget,
  { from, outcome, sentence, columns }: Deed,
): CommittedStep {
  return { firmId, itemId, lines: [{ stage: 'person', outcome, sentence, userId }], expected: [from], columns }
}
