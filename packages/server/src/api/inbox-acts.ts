import { permittedField } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import type { BulkAct } from '@courtcrier/contract/triage.ts'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../auth/caller.ts'
import type { Trx } from '../base/db/database.ts'
import type { JobQueue } from '../base/db/jobs.ts'
import { cancelItem, finishItem, moveToManual, requeueItem, trustItem } from '../pipeline/actions.ts'
import { archiveItem, unarchiveItem } from '../pipeline/archive.ts'
import { type CopyTarget, cancelDms, requeueDms } from '../pipeline/dms-actions.ts'
import { demand } from './resources.ts'

type Act = (trx: Trx, target: CopyTarget, jobs: JobQueue) => Promise<void>

/** Acts that need no more than the item, by the last part of their address. */
export const itemActs = {
  requeue: (trx, target, jobs) => requeueItem(trx, jobs, target),
  trust: (trx, target, jobs) => trustItem(trx, jobs, target),
  cancel: cancelItem,
  manual: moveToManual,
  finish: finishItem,
  archive: archiveItem,
  unarchive: unarchiveItem,
  'cancel-dms': cancelDms,
  'requeue-dms': (trx, target, jobs) => requeueDms(trx, jobs, target),
} as const satisfies Readonly<Record<string, Act>> & Readonly<Record<BulkAct, Act>>
export type ItemActName = keyof typeof itemActs

/** The field that an act changes first; a role that may not change it may not act. */
const changedFields: Partial<Record<string, string>> = {
  archive: 'hidden',
  unarchive: 'hidden',
  'cancel-dms': 'dms_status',
  'requeue-dms': 'dms_status',
}

/** The caller, when the role may do this to items. Throws `forbidden`. */
export function demandAct(request: FastifyRequest, name: string): Caller {
  const caller = demand(request, inboxItem, 'FULL')
  if (permittedField(inboxItem.subject, changedFields[name] ?? 'status', caller.role) !== 'FULL')
    throw new ApiError('forbidden')
  return caller
}
