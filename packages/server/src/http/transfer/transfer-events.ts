import { termInSentence } from '@courtcrier/contract/dictionary.ts'
import type { EventAction } from '@courtcrier/contract/event-actions.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import type { Trx } from '../../base/db/database.ts'
import { recordEvent } from '../../records/audit.ts'
import { dictionaryOf } from '../../records/dictionary.ts'

const deeds = {
  import_uploaded: 'was uploaded to import',
  import_started: 'started to be imported into',
  import_canceled: 'was canceled as an import into',
  export_started: 'was started as an export of',
  export_canceled: 'was canceled as an export of',
  export_deleted: 'was deleted as an export of',
} as const satisfies Partial<Record<EventAction, string>>

interface Transfer {
  firmId: number
  /** Undefined for a program. */
  userId: string | undefined
  /** The resource whose records are imported or exported. */
  entity: string
  fileName: string
  action: keyof typeof deeds
}

/**
 * Of calls that cancel: on the embedded database, claiming a key would wait for the very import or export to end. What is
 * canceled twice is canceled.
 */
export const withoutKey = { canBeRepeated: true } as const

/** Logs a file with records that is imported or exported. */
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
