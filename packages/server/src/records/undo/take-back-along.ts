import type { RowOutcome } from '@courtcrier/contract/selection.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { Viewer } from '../viewer.ts'
import { getUndo, type Undo, whyTooLate } from './find-undo.ts'

/** A change that was made along with another one, and the row that one was about. */
interface Along {
  undo: Undo
  ownerId: string
}

/**
 * Undoes the changes that were made along with another one, last first, and returns their outcomes by the row that one was
 * about. What is refused stays in the journal.
 */
export async function takeBackAlong<
  Result extends { refused: number; unseen?: number; outcomes: readonly RowOutcome[] },
>(
  trx: Trx,
  { undoId, caller, takeBack }: { undoId: string; caller: Viewer; takeBack: (trx: Trx, undo: Undo) => Promise<Result> },
): Promise<readonly { ownerId: string; unseen: number; outcomes: readonly RowOutcome[] }[]> {
  const results = []
  for (const { undo, ownerId } of await findAlong(trx, { undoId, caller })) {
    if (whyTooLate(undo)) continue
    const { refused, unseen = 0, outcomes } = await takeBack(trx, undo)
    results.push({ ownerId, unseen, outcomes })
    if (refused + unseen === 0) await forget(trx, { undoId, caller, alongId: undo.id })
  }
  return results
}

async function findAlong(trx: Trx, { undoId, caller }: { undoId: string; caller: Viewer }): Promise<readonly Along[]> {
  const { rows } = await sql<{ id: string; ownerId: string }>`
    select row_id as id, owner_id as "ownerId" from undo_rows
    where firm_id = ${caller.firmId}::integer and undo_id = ${undoId}::uuid and table_name = 'undos'
    order by step desc`.execute(trx)
  const along: Along[] = []
  for (const { id, ownerId } of rows) along.push({ undo: await getUndo(trx, { id, caller }), ownerId })
  return along
}

async function forget(
  trx: Trx,
  { undoId, caller, alongId }: { undoId: string; caller: Viewer; alongId: string },
): Promise<void> {
  await sql`
    delete from undo_rows where firm_id = ${caller.firmId}::integer and undo_id = ${undoId}::uuid
      and table_name = 'undos' and row_id = ${alongId}`.execute(trx)
}
