import { delegatedServices } from '@courtcrier/contract/mail-sign-in.ts'
import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import type { Check } from './check.ts'

/** Days before its end from which a sign-in is worth a warning. */
const soonDays = 14

/** The mailboxes and sending accounts in use that a person signs in to, of all firms: who hasn't yet, and which sign-in has ended or ends soon. */
export async function checkConsents(database: Database): Promise<readonly Check[]> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('mail_grants') is not null as found`.execute(database.kysely)
  // An older schema, which another check reports.
  if (!tables[0]?.found) return []
  const { rows } = await withSystem(database, (trx) =>
    sql<Consent>`
    select a.kind, a.firm_id as "firmId", a.address, a.signed_in_at as "signedInAt", g.refused,
      case when a.sign_in_ends_at < now() + make_interval(days => ${soonDays}) then a.sign_in_ends_at::date::text end as "endsOn"
    from (
      select 'Mailbox' as kind, firm_id, id, address, signed_in_at, sign_in_ends_at from mailboxes
      where is_active and service in (${sql.join([...delegatedServices])})
      union all
      select 'Sending account', firm_id, id, address, signed_in_at, sign_in_ends_at from mail_senders
      where is_active and service in (${sql.join([...delegatedServices])})
    ) a left join mail_grants g on g.firm_id = a.firm_id and g.id = a.id
    order by a.firm_id, a.kind, a.address`.execute(trx),
  )
  return rows.map(checkOf)
}

interface Consent {
  kind: string
  firmId: number
  address: string
  signedInAt: Date | null
  refused: string | null
  endsOn: string | null
}

function checkOf({ kind, firmId, address, signedInAt, refused, endsOn }: Consent): Check {
  const name = `Sign-in of the ${kind.toLowerCase()} ${address} of firm ${firmId}`
  if (!signedInAt)
    return {
      name,
      state: 'warning',
      sentence: 'No one has signed in yet. An administrator signs in on its page in the console.',
    }
  if (refused !== null) return { name, state: 'failed', sentence: refused }
  if (endsOn !== null) return { name, state: 'warning', sentence: `It ends on ${endsOn}. Sign in again before.` }
  return { name, state: 'ok', sentence: 'Someone has signed in.' }
}
