import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import type { Check } from './check.ts'

/** How the sending accounts in use of all firms do, as last noted when an email was sent; one check each. */
export async function checkSenders(database: Database): Promise<readonly Check[]> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('mail_senders') is not null as found`.execute(
    database.kysely,
  )
  // An older schema, which another check reports.
  if (!rows[0]?.found) return []
  const senders = await withSystem(database, async (trx) => {
    const found = await sql<{ firmId: number; address: string; health: string; sentence: string | null }>`
      select firm_id as "firmId", address, health, sentence from mail_senders where is_active order by firm_id`.execute(
      trx,
    )
    return found.rows
  })
  return senders.map(({ firmId, address, health, sentence }) => {
    const name = `Sending account ${address} of firm ${firmId}`
    if (health === 'failing') return { name, state: 'failed', sentence: `Its emails wait. ${sentence ?? ''}`.trim() }
    if (health === 'healthy') return { name, state: 'ok', sentence: 'Its mail server accepts mail.' }
    return { name, state: 'ok', sentence: 'It has not been used since it was entered.' }
  })
}
