import { directedBy, directsElsewhere } from '@courtcrier/contract/directs.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { jsonRows } from '../../base/db/json-rows.ts'
import type { UsedKey } from '../caller.ts'
import type { UndoJournal } from '../undo/journal.ts'
import { keepDirectors } from './keep-directors.ts'

/** A change that was written. */
interface Change {
  id: string
  before?: AnyRow
  changes: AnyRow
  /** Whether it undoes another change. */
  isRestored: boolean
}

interface By {
  firmId: number
  /** Absent for the program itself, which may see everything. */
  userId: string | undefined
  /** The API key it was done with, which may see less than its owner. */
  key?: UsedKey | undefined
  /** Where those who directed it before are kept. */
  undo?: UndoJournal | undefined
}

/**
 * Records who directed something elsewhere with these changes. The person who changes it is responsible for it from then
 * on; a value that stays is still its director's, and so is one that comes back with its record or into a list.
 */
export async function recordDirectors(
  trx: Trx,
  resource: Resource,
  { changes, by: { firmId, userId, key, undo } }: { changes: readonly Change[]; by: By },
): Promise<void> {
  if (!directsElsewhere(resource)) return
  const rows = changes.flatMap(({ id, before, changes: values, isRestored }) =>
    directedBy(resource, { before, values }).map((directing) => ({
      ...directing,
      id,
      // The director of any other value is the last one's.
      isRestored: isRestored && (!before || directing.value !== ''),
    })),
  )
  if (rows.length === 0) return
  const table = sql`jsonb_to_recordset(${jsonRows(rows)}::text::jsonb) as r (id text, field text, value text, "isRestored" boolean)`
  await keepDirectors(trx, undo, { entity: resource.name, table })
  const scopes = sql`${key ? JSON.stringify(key.scopes) : null}::text::jsonb`
  await (userId === undefined
    ? sql`delete from directors d using ${table} where d.firm_id = ${firmId}::integer and d.entity = ${resource.name}
        and d.record_id = r.id and d.field = r.field and d.value = r.value`
    : sql`insert into directors as d (firm_id, entity, record_id, field, value, user_id, scopes)
        select ${firmId}::integer, ${resource.name}, r.id, r.field, r.value, ${userId}::uuid, ${scopes} from ${table}
        where not r."isRestored" or not exists (select from directors k where k.firm_id = ${firmId}::integer
          and k.entity = ${resource.name} and k.record_id = r.id and k.field = r.field and k.value = r.value)
        on conflict (firm_id, entity, record_id, field, value)
          do update set user_id = excluded.user_id, scopes = excluded.scopes, set_at = excluded.set_at`
  ).execute(trx)
}
