import { ApiError } from '@courtcrier/contract/errors.ts'
import { canArchive } from '@courtcrier/contract/triage.ts'
import type { Trx } from '../base/db/database.ts'
import { commitStep } from './commit.ts'
import { type ActionTarget, getItem, personStep } from './item-state.ts'

/** Puts an item that is over out of sight. */
export async function archiveItem(trx: Trx, target: ActionTarget): Promise<void> {
  const { status, isHidden } = await getItem(trx, target)
  if (isHidden) throw new ApiError('wrong_state', { sentence: 'This item is archived already.' })
  if (!canArchive(status)) {
    throw new ApiError('wrong_state', {
      sentence: `An item that is ${status} is not over yet, and archived it would be out of sight.`,
    })
  }
  const deed = { from: status, outcome: 'archived', sentence: 'Archived.', columns: { hidden: true } }
  await commitStep(trx, personStep(target, deed))
}

/** Brings an archived item back into sight. */
export async function unarchiveItem(trx: Trx, target: ActionTarget): Promise<void> {
  const { status, isHidden } = await getItem(trx, target)
  if (!isHidden) throw new ApiError('wrong_state', { sentence: 'This item is not archived.' })
  const sentence = 'Taken out of the archive.'
  await commitStep(
    trx,
    personStep(target, { from: status, outcome: 'unarchived', sentence, columns: { hidden: false } }),
  )
}
