import type { TopEntry } from '@courtcrier/contract/calls/dashboard.ts'
import { topCount } from '@courtcrier/contract/dashboard.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { type RawBuilder, sql } from 'kysely'
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

type OfCases = 'matter' | 'client'

const resourcesOf = { matter, client } as const

/** The matters and clients, of those asked for, whose cases had the most notices in the period. */
export async function findTopOfCases(
  trx: Trx,
  scope: SearchScope,
  { of, period, seesCases }: { of: readonly OfCases[]; period: Period; seesCases: boolean },
): Promise<Partial<Record<OfCases, TopEntry[]>>> {
  if (of.length === 0) return {}
  const firm = sql`${scope.firmId}::integer`
  // As values, the case and the matter of each are looked up: a join may read all of the firm's.
  const { rows } = await sql<Ranked & { of: OfCases; place: number }>`
    with counted as materialized (
      select t.case_id, count(*)::int as n from ${firmRows(envelope)} t
      where t.firm_id = ${scope.firmId} and ${madeWithin('t', period.days, period.zone)} and t.case_id is not null
        and ${isVisible('t', envelope, scope)}
      group by 1
    ), placed as materialized (
      select case_id, n, (select c.matter_id from cases c where c.firm_id = ${firm} and c.id = counted.case_id limit 1) as matter
      from counted
    ), owned as materialized (
      select matter, (select m.client_id from matters m where m.firm_id = ${firm} and m.id = each.matter limit 1) as client
      from (select distinct matter from placed) each
    )
    ${sql.join(
      of.map((each) => topOf(each, scope)),
      sql` union all `,
    )}`.execute(trx)
  const entriesOf = (each: OfCases) =>
    rows
      .filter((row) => row.of === each)
      .toSorted((a, b) => a.place - b.place)
      .map(({ id, title, n, cases }) => ({
        id,
        title,
        count: n,
        ...(seesCases && cases.length <= mostCases ? { case_ids: cases } : {}),
      }))
  return Object.fromEntries(of.map((each) => [each, entriesOf(each)]))
}

/** Those with the most first, so that only their names are read, and of those that have as many as the last. */
function topOf(of: OfCases, scope: SearchScope): RawBuilder<unknown> {
  const resource = resourcesOf[of]
  const order = sql`top.n desc, top.title, top.id`
  return sql`(select ${of}::text as of, (row_number() over (order by ${order}))::int as place, top.* from (
    select t.id, t.name as title, summed.n, summed.cases from (
      select ${sql.ref(of)} as id, sum(n)::int as n, (array_agg(case_id::text order by case_id))[1:${mostCases + 1}::integer] as cases
      from placed join owned using (matter) where ${sql.ref(of)} is not null group by 1 order by 2 desc offset 0
    ) summed cross join lateral (
      select r.id, r.name from ${firmRows(resource)} r
      where r.firm_id = ${scope.firmId} and r.id = summed.id and ${isVisible('r', resource, scope)} limit 1
    ) t order by summed.n desc fetch first ${topCount} rows with ties
  ) top order by ${order} limit ${topCount})`
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
