import { subjectAccess } from '@courtcrier/contract/access.ts'
import { mailSender } from '@courtcrier/contract/resources/mail-sender.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { dayIn } from '@courtcrier/lib/zoned-time.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '../../base/db/database.ts'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { accountActions } from '../../stores/expiring-kinds.ts'
import type { Due } from './claim.ts'
import { dailyTimeOf } from './daily-time.ts'
import { gatherMs } from './due-reports.ts'

/** The mail accounts that administrators mend. */
const accounts = [mailbox, mailSender]

interface Reader {
  firmId: number
  email: string
  timeZone: string | null
  since: Date
  role: DatabaseRecord
}

/**
 * Finds the people who may mend the firm's mail accounts, once a day each, when the sign-in of one ends soon or was
 * refused, and they weren't notified of it as one of the firm's addresses for error notifications.
 */
export async function findDueAccounts(database: Database, now: Date): Promise<readonly Due[]> {
  const begin = new Date(Math.floor(now.getTime() / gatherMs) * gatherMs)
  const readers = await withSystem(database, async (trx) => {
    const since = sql`greatest(${now}::timestamptz - interval '3 days', u.created_at)`
    const { rows } = await sql<Reader>`
      select distinct on (u.firm_id, lowered(u.email)) u.firm_id as "firmId", lowered(u.email) as email,
        f.default_time_zone as "timeZone", ${since} as since, to_jsonb(s.*) as role
      from users u join firms f on f.firm_id = u.firm_id
        join user_security_roles s on s.firm_id = u.firm_id and s.id = u.security_role_id
      where u.is_active and not u.is_service_account and u.email <> ''
        -- While one can't be sent, what happens gathers for the next.
        and not exists (select from digests g where g.firm_id = u.firm_id and g.kind = 'accounts'
          and g.email = lowered(u.email) and g.status in ('waiting', 'sending'))
        and exists (select from system_events e where e.firm_id = u.firm_id and e.created_at < ${begin}::timestamptz
          and ${isToBeTold(sql`lowered(u.email)`, since)})
      order by 1, 2`.execute(trx)
    return rows
  })
  return readers.filter(mayMend).map(({ firmId, email, since, ...firm }) => {
    const { timeZone } = dailyTimeOf(firm)
    // The unique key of a message keeps an address from getting two for one day.
    const day = dayIn(timeZone, now)
    return { firmId, kind: 'accounts' as const, email, day, timeZone, since: new Date(since), until: now }
  })
}

function mayMend({ role }: Reader): boolean {
  const { subject } = mailbox
  return subjectAccess(subject, roleFromRow(rowOf(userSecurityRole, role))) === 'FULL'
}

/** Assigns to new messages about mail accounts what their addresses weren't notified of. */
export async function fillAccounts(trx: Trx, firmId: number, ids: readonly string[]): Promise<void> {
  await sql`
    insert into digest_events (firm_id, event_id, email, digest_id)
    select g.firm_id, e.id, g.email, g.id from digests g join system_events e on e.firm_id = g.firm_id
    where g.firm_id = ${firmId} and g.id = any(${ids}::uuid[]) and ${isToBeTold(sql`g.email`, sql`g.since`)}
    on conflict (firm_id, event_id, email) do nothing`.execute(trx)
}

/** The event `e`: the end of an account's sign-in, before it or as its service refuses it, that the address doesn't know. */
function isToBeTold(email: RawBuilder<unknown>, since: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`e.entity = any(${accounts.map(({ name }) => name)}::text[]) and e.created_at > ${since}
    and (e.action = any(${[...accountActions]}::text[]) or e.facts ? 'refused')
    and not exists (select from digest_events i where i.firm_id = e.firm_id and i.event_id = e.id and i.email = ${email})`
}
