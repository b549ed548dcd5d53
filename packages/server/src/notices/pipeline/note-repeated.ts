import { sql } from 'kysely'
import { announceLater } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { statement } from '../../base/db/statement.ts'
import { insertEvents } from '../../records/insert-events.ts'

interface Repeated {
  firmId: number
  /** The notice. */
  itemId: string
}

/** Logs that a notice brought only documents that the firm already had. */
export async function noteRepeated(trx: Trx, repeated: Repeated): Promise<void> {
  await addEvent(trx, repeated)
  await announceLater(trx, { firmId: repeated.firmId, entity: 'system_event', ids: [] })
}

const addEvent = statement<Repeated, object, void>({
  columns: 'id uuid, item_id uuid',
  row: ({ itemId }) => ({ id: newId(), item_id: itemId }),
  write: ({ firmId, rows }) =>
    insertEvents({
      firmId,
      columns: ['id', 'level', 'type', 'sentence', 'entity', 'entity_id'],
      from: sql`select r.id, 'INFO', 'duplicate document',
          'The documents were already retrieved with another notice of this filing.', 'inbox_item', r.item_id::text
        from ${rows}`,
    }),
  answer: () => undefined,
})
