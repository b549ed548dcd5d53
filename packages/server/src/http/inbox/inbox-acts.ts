import { permittedField } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import type { ItemAct } from '@courtcrier/contract/triage.ts'
import type { FastifyRequest } from 'fastify'
import type { Trx } from '../../base/db/database.ts'
import type { JobQueue } from '../../base/db/jobs.ts'
import {
  archiveItem,
  cancelItem,
  finishItem,
  moveToManual,
  requeueItem,
  trustItem,
  unarchiveItem,
} from '../../notices/actions.ts'
import { approveItem, dismissItem, retrieveAgain } from '../../notices/continue.ts'
import { type CopyTarget, cancelDms, requeueDms } from '../../notices/dms-actions.ts'
import type { Answered } from '../../notices/fixes.ts'
import type { Caller } from '../../records/caller.ts'
import { demand } from '../resources.ts'

type Act<Result = Answered> = (trx: Trx, target: CopyTarget, jobs: JobQueue) => Promise<Result>

/** Returns an action that resolves no other item. */
function alone(act: Act<void>): Act {
  return async (trx, target, jobs) => {
    await act(trx, target, jobs)
    return { siblings: 0 }
  }
}

/** Actions that need only the item, by the last part of their path. */
export const itemActs = {
  requeue: alone((trx, target, jobs) => requeueItem(trx, jobs, target)),
  trust: (trx, target, jobs) => trustItem(trx, jobs, target),
  cancel: alone((trx, target, jobs) => cancelItem(trx, jobs, target)),
  manual: alone(moveToManual),
  finish: alone(finishItem),
  archive: alone(archiveItem),
  unarchive: alone(unarchiveItem),
  'cancel-dms': alone((trx, target, jobs) => cancelDms(trx, jobs, target)),
  'requeue-dms': alone((trx, target, jobs) => requeueDms(trx, jobs, target)),
  retrieve: (trx, target, jobs) => retrieveAgain(trx, jobs, target),
  approve: (trx, target, jobs) => approveItem(trx, jobs, target),
  'not-needed': dismissItem,
} as const satisfies Readonly<Record<string, Act>> & Readonly<Record<ItemAct, Act>>

/** The first field an action changes; a role that may not change it may not perform the action. */
const changedFields: Partial<Record<string, string>> = {
  archive: 'hidden',
  unarchive: 'hidden',
  'cancel-dms': 'dms_status',
  'requeue-dms': 'dms_status',
}

/** Returns the caller if the role may perform the action on items. Throws `forbidden`. */
export function demandAct(request: FastifyRequest, name: string): Caller {
  const caller = demand(request, inboxItem, 'FULL')
  if (permittedField(inboxItem.subject, changedFields[name] ?? 'status', caller.role) !== 'FULL')
    throw new ApiError('forbidden')
  return caller
}
