import { lagOf, mailboxBehindSince } from '@courtcrier/contract/mailbox-lag.ts'
import { counted } from '@courtcrier/lib/counted.ts'
import { utcMinute } from '@courtcrier/lib/utc-minute.ts'
import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import type { Check } from './check.ts'

interface MailboxHealth {
  firmId: number
  name: string
  service: string
  health: string
  sentence: string | null
  updatedAt: Date
  checkedAt: Date | null
  behindSince: Date | null
  lastMessageAt: Date | null
  now: Date
}

/** How the mailboxes in use of all firms do, as last noted when each was read or called for; one check each. */
export async function checkMailboxes(database: Database): Promise<readonly Check[]> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select exists (select from information_schema.columns
      where table_name = 'mailboxes' and column_name = 'behind_since') as found`.execute(database.kysely)
  // An older schema, which another check reports.
  if (!tables[0]?.found) return []
  const { rows } = await withSystem(database, (trx) =>
    sql<MailboxHealth>`
      select firm_id as "firmId", name, service, health, sentence, updated_at as "updatedAt", checked_at as "checkedAt",
        behind_since as "behindSince", last_message_at as "lastMessageAt", now() as now
      from mailboxes where is_active order by firm_id, lower(name), id`.execute(trx),
  )
  return rows.map(checkOf)
}

function checkOf(row: MailboxHealth): Check {
  const { firmId, name: title, health, sentence, now } = row
  const name = `Mailbox "${title}" of firm ${firmId}`
  const behind = mailboxBehindSince(
    {
      service: row.service,
      updatedAt: row.updatedAt.toISOString(),
      checkedAt: row.checkedAt?.toISOString() ?? null,
      behindSince: row.behindSince?.toISOString() ?? null,
    },
    now,
  )
  const lag = behind && lagOf(behind.since, now)
  const times = `${whenRead(row)}${lag ? ` Lag: ${counted(lag.count, lag.unit)}.` : ''}`
  if (health === 'failing')
    return { name, state: 'failed', sentence: `Its notices wait there. ${sentence ?? ''} ${times}` }
  const late = behind?.isUnread ? 'It should be read every minute: check that Courtcrier is running.' : ''
  const said = [sentence, times, late].filter((part) => part).join(' ')
  return { name, state: sentence || behind ? 'warning' : 'ok', sentence: said }
}

function whenRead({ checkedAt, lastMessageAt }: Pick<MailboxHealth, 'checkedAt' | 'lastMessageAt'>): string {
  const last = lastMessageAt === null ? 'No message has been received yet.' : `Last message: ${at(lastMessageAt)}.`
  if (checkedAt === null) return `It has not been read since it was entered. ${last}`
  return `Last read: ${at(checkedAt)}. ${last}`
}

/** To the minute: `2026-11-28 10:15 UTC`. */
function at(time: Date): string {
  return `${utcMinute(time)} UTC`
}
