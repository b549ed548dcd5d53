import { sql } from 'kysely'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import type { Services } from '../../base/services.ts'
import { insert, plantFiling } from '../copies/test-filing.ts'

/** Addresses in one domain. */
export const addresses = (count: number, domain: string) => Array.from({ length: count }, (_, n) => `p${n}@${domain}`)

/** Plants a delivery of one filing to each address, and returns their IDs. */
export async function plantDeliveries(
  services: Services,
  firmId: number,
  emails: readonly string[],
): Promise<string[]> {
  const filing = await plantFiling(services, { firmId })
  const ids = emails.map(() => newId())
  await withSystem(services.database, async (trx) => {
    for (const [n, id] of ids.entries())
      await insert(trx, 'deliveries', {
        firm_id: firmId,
        id,
        envelope_id: filing.envelopeId,
        inbox_item_id: filing.itemId,
        email: emails[n],
        method: 'PDF',
        message_id: id,
        attempts: 0,
      })
  })
  return ids
}

export async function enqueue(services: Services, firmId: number, ids: readonly string[]): Promise<void> {
  await withSystem(services.database, (trx) =>
    services.jobs.enqueue(
      trx,
      'delivery',
      ids.map((id) => ({ firmId, id })),
    ),
  )
}

/** How many of a firm's deliveries have each status. */
export async function statuses(services: Services, firmId: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from deliveries where firm_id = ${firmId} group by 1`.execute(
    services.database.kysely,
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** How many of a firm's deliveries were attempted how often. */
export async function attempts(services: Services, firmId: number): Promise<{ attempts: number; count: number }[]> {
  const { rows } = await sql<{ attempts: number; count: number }>`
    select attempts, count(*)::int as count from deliveries where firm_id = ${firmId} group by 1 order by 1`.execute(
    services.database.kysely,
  )
  return rows
}
