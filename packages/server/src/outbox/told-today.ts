import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { isNewReason, type LoggedProblem } from '../records/new-reason.ts'

/**
 * Notes that a problem is reported. Returns false if it was within the last day, for the same reason: what fails goes on
 * failing with every message.
 */
export async function isFirstToday(
  trx: Trx,
  { alerts, ...problem }: LoggedProblem & { alerts: 'chat_alerts' | 'mail_sender_alerts' },
): Promise<boolean> {
  const { rows } = await sql<{ since: Date }>`
    insert into ${sql.table(alerts)} as a (firm_id, id, told_at) values (${problem.firmId}, ${problem.id}::uuid, now())
    on conflict (firm_id, id) do update set told_at =
      case when a.told_at < now() - interval '1 day' then excluded.told_at else a.told_at end
    returning told_at as since`.execute(trx)
  return rows[0] !== undefined && isNewReason(trx, problem, rows[0].since)
}
