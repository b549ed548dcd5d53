import { sql } from 'kysely'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'

export interface ItemSeen {
  id: string
  subject: string
  source_type: string
  raw_content: string
  size: number
  outcomes: { receive: { recipients?: string[]; ip?: string; helo?: string; mailFrom?: string; authserv?: string } }
}

/** The items that a firm received, oldest first. */
export async function itemsOf(services: Services, firmId: number): Promise<ItemSeen[]> {
  return withFirm(services.database, firmId, async (trx) => {
    const { rows } = await sql<ItemSeen>`
      select i.id, i.subject, i.source_type, i.raw_content, i.size, p.outcomes
      from inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id order by i.id`.execute(trx)
    return rows
  })
}
