import { sql } from 'kysely'
import type { Config } from '../base/config.ts'
import type { Database } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import type { Check } from './check.ts'

const name = 'Incoming mail'

/** What the settings say of receiving notices; nothing if only firms' own mailboxes can. */
export function checkIncoming({ smtpPort, smtpCertificate, imapAccounts }: Config): readonly Check[] {
  if (smtpPort === undefined && imapAccounts.length === 0) return []
  if (smtpPort === undefined || smtpCertificate) return [{ name, state: 'ok', sentence: 'Notices can be received.' }]
  const sentence = 'The listener offers no encryption: set COURTCRIER_SMTP_CERT and COURTCRIER_SMTP_KEY.'
  return [{ name, state: 'warning', sentence }]
}

/** Without a listener and a mailbox in the settings, firms' own mailboxes receive. */
export async function checkFirmMailboxes(
  database: Database,
  { smtpPort, imapAccounts }: Config,
): Promise<readonly Check[]> {
  if (smtpPort !== undefined || imapAccounts.length > 0) return []
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('mailboxes') is not null as found`.execute(database.kysely)
  // An older schema, which another check reports.
  if (!tables[0]?.found) return []
  const { rows } = await withSystem(database, (trx) =>
    sql<{ active: number }>`select count(*)::integer as active from mailboxes where is_active`.execute(trx),
  )
  const active = rows[0]?.active ?? 0
  if (active === 0) return [{ name, state: 'failed', sentence: nowhere }]
  const which = active === 1 ? 'a mailbox of a firm' : `${active} mailboxes of firms`
  return [{ name, state: 'ok', sentence: `Notices are received from ${which}.` }]
}

const nowhere =
  'No notices can be received: set COURTCRIER_SMTP_PORT for a listener or COURTCRIER_IMAP for a mailbox, or add a mailbox in the console.'
