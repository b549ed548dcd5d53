import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'

/** Forgets what can no longer be taken back, in all firms. */
export async function forgetExpired(database: Database): Promise<void> {
  await withSystem(database, async (trx) => {
    const { rows } = await sql<{ firm: number; id: string }>`
      delete from undos where expires_at <= now() returning firm_id as firm, id`.execute(trx)
    for (const { firm, id } of rows)
      await sql`delete from undo_rows where firm_id = ${firm}::integer and undo_id = ${id}::uuid`.execute(trx)
  })
}
