import { termInSentence } from '@courtcrier/contract/dictionary.ts'
import type { EventAction } from '@courtcrier/contract/event-actions.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import type { Trx } from '../base/db/database.ts'
import { dictionaryOf } from '../firm/dictionary.ts'
import { recordEvent } from './audit.ts'

const deeds = {
  import_uploaded: 'was sent for an import of',
  import_started: 'began to be imported into',
  import_canceled: 'was called off as an import into',
  export_started: 'began to be filled with',
  export_canceled: 'was called off as an export of',
  export_deleted: 'was removed as an export of',
} as const satisfies Partial<Record<EventAction, string>>

interface Transfer {
  firmId: number
  /** Nobody when a program does it. */
  userId: string | undefined
  /** The resource whose records go in or out. */
  entity: string
  fileName: string
  action: keyof typeof deeds
}

/** Tells the log of a file with records that comes in or goes out. */
export async function recordTransfer(trx: Trx, { firmId, userId, entity, fileName, action }: Transfer): Promise<void> {
  const records = termInSentence(getResource(entity), 'many', await dictionaryOf(trx, firmId))
  await recordEvent(trx, {
    firmId,
    level: 'AUDIT',
    type: 'other',
    sentence: `The file "${fileName}" ${deeds[action]} ${records}.`,
    userId,
    entity,
    action,
    facts: { file: fileName.slice(-255) },
  })
}
