import { sql } from 'kysely'
import { withSystem } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'

interface Seen {
  status: string
  trust: string | null
  file: string
  ip: string | null
  again: number
  history: string
}

/** An item as it is now, with its history in one text. */
export async function seenItem({ database }: Pick<Services, 'database'>, id: string): Promise<Seen> {
  return withSystem(database, async (trx) => {
    const { rows } = await sql<Seen>`
      select i.status, i.trust, i.raw_content as file, p.outcomes #>> '{receive,ip}' as ip,
        coalesce(jsonb_array_length(p.outcomes #> '{receive,again}'), 0) as again,
        (select string_agg(sentence, E'\n' order by at, h.id) from history h where h.inbox_item_id = i.id) as history
      from inbox_items i join item_progress p using (firm_id, id) where i.id = ${id}::uuid`.execute(trx)
    const [row] = rows
    if (!row) throw new Error('the item is gone')
    return row
  })
}
