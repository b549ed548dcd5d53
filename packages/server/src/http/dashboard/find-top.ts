import type { TopEntry } from '@courtcrier/contract/calls/dashboard.ts'
import { topCount } from '@courtcrier/contract/dashboard.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { madeWithin, type Period } from './period.ts'

/** An address can list this many cases and still be accepted by browsers and servers. */
const mostCases = 100

interface Ranked {
  id: string
  title: string
  n: number
  cases: string[]
}

/** The matters or clients whose cases had the most notices in the period. */
export async function findTopOfCases(
  trx: Trx,
  scope: SearchScope,
  { of, period, seesCases }: { of: 'matter' | 'client'; period: Period; seesCases: boolean },
): Promise<TopEntry[]> {
  const resource = of === 'matter' ? matter : client
  const id = sql.ref(of === 'matter' ? 'm.id' : 'm.client_id')
  const { rows } = await sql<Ranked>`
    with counted as materialized (
      select t.case_id, count(*)::int as n from ${firmRows(envelope)} t
      where t.firm_id = ${scope.firmId} and ${madeWithin('t', period.days, period.zone)} and t.case_id is not null
        and ${isVisible('t', envelope, scope)}
      group by 1
    ), summed as (
      select ${id} as id, sum(counted.n)::int as n, (array_agg(c.id::text order by c.id))[1:${mostCases + 1}::integer] as cases
      from counted join cases c on c.firm_id = ${scope.firmId} and c.id = counted.case_id
        join matters m on m.firm_id = ${scope.firmId} and m.id = c.matter_id
      group by 1
    )
    select t.id, t.name as title, summed.n, summed.cases
    from summed join ${firmRows(resource)} t on t.firm_id = ${scope.firmId} and t.id = summed.id
    where ${isVisible('t', resource, scope)} order by summed.n desc, t.name, t.id limit ${topCount}`.execute(trx)
  return rows.map(({ id, title, n, cases }) => ({
    id,
    title,
    count: n,
    ...(seesCases && cases.length <= mostCases ? { case_ids: cases } : {}),
  }))
}

/** The timekeepers who were notified of the most filings in the period. */
export async function findTopTimekeepers(trx: Trx, scope: SearchScope, { days, zone }: Period): Promise<TopEntry[]> {
  const { rows } = await sql<Ranked>`
    with counted as materialized (
      select t.timekeeper_id as id, count(*)::int as n from ${firmRows(delivery)} t
      where t.firm_id = ${scope.firmId} and ${madeWithin('t', days, zone)} and t.timekeeper_id is not null
        and ${isVisible('t', delivery, scope)}
      group by 1
    )
    select t.id, t.full_name as title, counted.n
    from counted join ${firmRows(timekeeper)} t on t.firm_id = ${scope.firmId} and t.id = counted.id
    where ${isVisible('t', timekeeper, scope)} order by counted.n desc, t.full_name, t.id limit ${topCount}`.execute(
    trx,
  )
  return rows.map(({ id, title, n }) => ({ id, title, count: n }))
}
