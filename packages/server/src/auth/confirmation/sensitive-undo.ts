import { isUuid } from '@courtcrier/contract/uuid.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { isSensitiveRecord } from './sensitive-routes.ts'

/** Whether an undo takes back, itself or along with others, a change that asks for confirmation. */
export async function isSensitiveUndo(trx: Trx, { firmId, id }: { firmId: number; id: string }): Promise<boolean> {
  const { rows } = await sql<{ entity: string }>`
    with recursive along as (
      select id, entity from undos where firm_id = ${firmId}::integer and id = ${isUuid(id) ? id : null}::uuid
      union
      select u.id, u.entity from along a
        join undo_rows r on r.firm_id = ${firmId}::integer and r.undo_id = a.id and r.table_name = 'undos'
        join undos u on u.firm_id = r.firm_id and u.id = r.row_id::uuid
    )
    select distinct entity from along`.execute(trx)
  return rows.some(({ entity }) => isSensitiveRecord(entity))
}
