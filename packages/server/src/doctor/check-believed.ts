import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { findBelievedBy } from '../mail/mailboxes/believed.ts'
import type { Check } from './check.ts'

interface Unconfirmed {
  firmId: number
  name: string
  service: string
  server: string | null
  authserv: string | null
}

/** The mailboxes in use whose mail server would be believed about senders if an administrator confirmed it. */
export async function checkBelieved(database: Database): Promise<readonly Check[]> {
  const { rows: columns } = await sql`
    select from information_schema.columns where table_name = 'mailboxes' and column_name = 'is_believed'`.execute(
    database.kysely,
  )
  // An older schema, which another check reports.
  if (columns.length === 0) return []
  const { rows } = await withSystem(database, (trx) =>
    sql<Unconfirmed>`select firm_id as "firmId", name, service, server, authserv from mailboxes
      where is_active and not is_believed order by firm_id, name`.execute(trx),
  )
  return rows
    .filter((row) => findBelievedBy({ ...row }) !== undefined)
    .map(({ firmId, name }) => ({
      name: `Mailbox "${name}" of firm ${firmId}`,
      state: 'warning',
      sentence: unconfirmed,
    }))
}

const unconfirmed =
  "Its mail server's word about senders isn't believed, because no administrator has confirmed it: notices that nothing else proves wait for a person. If the mailbox is the firm's own, an administrator turns on \"Believed about senders\" under Mailboxes in the console."
