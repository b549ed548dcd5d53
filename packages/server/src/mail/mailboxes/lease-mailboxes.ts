import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { jsonRows } from '../../base/db/json-rows.ts'
import type { Holding } from './holding.ts'
import type { MailboxRow } from './mailbox-rows.ts'

/** How long a process may read a mailbox without renewing its lease, in seconds; the next one waits as long. */
const leaseSeconds = 90

/** A mailbox in the hands of this process. */
export type LeasedMailbox = MailboxRow & Pick<Holding, 'term'>

/**
 * Leases mailboxes to this process, or renews the leases, and returns those it may read: no other process reads them. Each
 * time that a mailbox changes hands it gets another term.
 */
export async function leaseMailboxes(
  trx: Trx,
  { process, rows }: { process: string; rows: readonly MailboxRow[] },
): Promise<readonly LeasedMailbox[]> {
  if (rows.length === 0) return []
  const keys = jsonRows(rows.map(({ firmId, id }) => ({ firm_id: firmId, id })))
  const { rows: leased } = await sql<{ firmId: number; id: string; term: number }>`
    insert into mailbox_readers as r (firm_id, id, process, until)
      select g.firm_id, g.id, ${process}::uuid, now() + make_interval(secs => ${leaseSeconds})
      from jsonb_to_recordset(${keys}::text::jsonb) as g(firm_id integer, id uuid)
      on conflict (firm_id, id) do update set process = excluded.process, until = excluded.until,
          term = r.term + case when r.process = excluded.process then 0 else 1 end
        where r.process = excluded.process or r.until < now()
      returning r.firm_id as "firmId", r.id, r.term`.execute(trx)
  const terms = new Map(leased.map(({ firmId, id, term }) => [`${firmId}:${id}`, term]))
  return rows.flatMap((row) => {
    const term = terms.get(`${row.firmId}:${row.id}`)
    return term === undefined ? [] : [{ ...row, term }]
  })
}

/** Gives the leases up, so that another process can go on at once. */
export async function endLeases(trx: Trx, process: string): Promise<void> {
  await sql`update mailbox_readers set until = now() where process = ${process}::uuid`.execute(trx)
}
