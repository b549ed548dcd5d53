import { subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { type EventLine, recordEvent } from '../../records/audit.ts'
import type { Caller } from '../../records/caller.ts'

/** Throws `forbidden` unless the caller may change the firm. */
export function refuseUnlessFull(caller: Caller): void {
  if (subjectAccess(firm.subject, caller.role) !== 'FULL') throw new ApiError('forbidden')
}

/** Records a change of the firm in the log, and announces it to every console that is watching. */
export async function recordFirmChange(
  trx: Trx,
  { firmId, userId }: Caller,
  line: Pick<EventLine, 'sentence' | 'details' | 'action'>,
): Promise<void> {
  const entityId = String(firmId)
  const about = { firmId, userId, entity: firm.name, entityId }
  await recordEvent(trx, { level: 'AUDIT', type: 'object update', ...about, ...line })
  await announce(trx, { firmId, entity: firm.name, ids: [entityId] })
}
