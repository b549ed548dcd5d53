import { mailProviders } from '@courtcrier/contract/mail-providers.ts'
import { utcMinute } from '@courtcrier/lib/utc-minute.ts'
import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import type { Check } from './check.ts'

interface MailboxHealth {
  firmId: number
  name: string
  health: string
  sentence: string | null
  checkedAt: Date | null
  lastMessageAt: Date | null
  isLate: boolean
}

/** A mailbox is read every minute and that is saved every five; one that a provider calls for waits for the next message. */
const lateMinutes = 10

/** How the mailboxes in use of all firms do, as last noted when each was read or called for; one check each. */
export async function checkMailboxes(database: Database): Promise<readonly Check[]> {
  const { rows: tables } = await sql<{ found: boolean }>`select to_regclass('mailboxes') is not null as found`.execute(
    database.kysely,
  )
  // An older schema, which another check reports.
  if (!tables[0]?.found) return []
  const { rows } = await withSystem(database, (trx) =>
    sql<MailboxHealth>`
      select firm_id as "firmId", name, health, sentence, checked_at as "checkedAt", last_message_at as "lastMessageAt",
        service <> all(${[...mailProviders]}::text[])
          and coalesce(checked_at, updated_at) < now() - make_interval(mins => ${lateMinutes}) as "isLate"
      from mailboxes where is_active order by firm_id, lower(name), id`.execute(trx),
  )
  return rows.map(checkOf)
}

function checkOf({ firmId, name: title, health, sentence, isLate, ...times }: MailboxHealth): Check {
  const name = `Mailbox "${title}" of firm ${firmId}`
  const read = whenRead(times)
  if (health === 'failing')
    return { name, state: 'failed', sentence: `Its notices wait there. ${sentence ?? ''} ${read}` }
  const late = isLate ? 'It should be read every minute: check that Courtcrier is running.' : ''
  const said = [sentence, read, late].filter((part) => part).join(' ')
  return { name, state: sentence || isLate ? 'warning' : 'ok', sentence: said }
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
