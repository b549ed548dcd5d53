import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import type { Check } from './check.ts'

/** The firms in which no one would be notified that a mailbox, a sign-in or a credential has ended; one check each. */
export async function checkErrorReports(database: Database): Promise<readonly Check[]> {
  const { rows: tables } = await sql<{ found: boolean }>`select to_regclass('firms') is not null as found`.execute(
    database.kysely,
  )
  // An empty database, which another check reports.
  if (!tables[0]?.found) return []
  const { rows } = await withSystem(database, (trx) =>
    sql<{ firmId: number }>`select firm_id as "firmId" from firms
      where error_notification_emails = '{}' order by firm_id`.execute(trx),
  )
  return rows.map(({ firmId }) => ({
    name: `Error reports of firm ${firmId}`,
    state: 'warning',
    sentence:
      'No one is notified when a mailbox can\'t be read, emails can\'t be sent, or a sign-in ends. An administrator enters "Error notification emails" under Firm information in the console.',
  }))
}
