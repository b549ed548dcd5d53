import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'

/**
 * Notes that a problem is reported. Returns false if it was within the last day: what fails goes on failing with every
 * message.
 */
export async function isFirstToday(
  trx: Trx,
  { alerts, firmId, id }: { alerts: 'chat_alerts' | 'mail_sender_alerts'; firmId: number; id: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into ${sql.table(alerts)} as a (firm_id, id, told_at) values (${firmId}, ${id}::uuid, now())
    on conflict (firm_id, id) do update set told_at = excluded.told_at where a.told_at < now() - interval '1 day'
    returning 1`.execute(trx)
  return rows.length > 0
}
