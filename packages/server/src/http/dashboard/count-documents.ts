import type { Dashboard } from '@courtcrier/contract/calls/dashboard.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { madeWithin, type Period } from './period.ts'

/** The results of the period's documents. */
export async function countDocuments(
  trx: Trx,
  scope: SearchScope,
  { days, zone }: Period,
): Promise<NonNullable<Dashboard['documents']>> {
  const { rows } = await sql<{ verdict: string; n: number; pages: number; bytes: number }>`
    select t.verdict, count(*)::int as n, coalesce(sum(t.pages), 0)::float8 as pages, coalesce(sum(t.size), 0)::float8 as bytes
    from ${firmRows(courtDocument)} t
    where t.firm_id = ${scope.firmId} and ${madeWithin('t', days, zone)} and ${isVisible('t', courtDocument, scope)}
    group by 1 order by 2 desc, 1`.execute(trx)
  const fetched = rows.find(({ verdict }) => verdict === 'fetched')
  return {
    total: rows.reduce((total, { n }) => total + n, 0),
    fetched: fetched?.n ?? 0,
    pages: fetched?.pages ?? 0,
    bytes: fetched?.bytes ?? 0,
    by_verdict: Object.fromEntries(rows.map(({ verdict, n }) => [verdict, n])),
  }
}

/** The number of notifications about filings in the period. */
export async function countDeliveries(trx: Trx, scope: SearchScope, { days, zone }: Period): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${firmRows(delivery)} t
    where t.firm_id = ${scope.firmId} and ${madeWithin('t', days, zone)} and ${isVisible('t', delivery, scope)}`.execute(
    trx,
  )
  return rows[0]?.n ?? 0
}
