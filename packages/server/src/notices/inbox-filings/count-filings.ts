import { type ItemStatus, itemStatuses } from '@courtcrier/contract/notice.ts'
import type { SearchQuery } from '@courtcrier/contract/query.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { isAnyBeingApplied, isStampedBarred } from '../../records/walls/stamped-bars.ts'
import { isUnreadFor } from '../unread-messages.ts'
import { firstOf } from './keep-filings.ts'

/** A part of the inbox with one row per filing: filings whose message has one of these statuses, archived or not. */
export interface FilingsWanted {
  statuses: readonly ItemStatus[]
  hidden: readonly boolean[]
}

/**
 * Changed filings that a count looks up itself, and messages behind a wall whose filings it does; with more of them, it
 * costs less to count all there are.
 */
const [mostChanged, mostBarred] = [500, 1000]

/**
 * Counts the filings of each of these parts up to `most` or more, as a search with the fold of the inbox finds them, from
 * what is kept about them. Undefined where that doesn't tell: for a role that may not see by what a filing is counted,
 * while many filings have just changed, and for a viewer whom a wall bars from many messages or is about to bar.
 */
export async function countFilings(
  trx: Trx,
  scope: SearchScope,
  { wanted, most }: { wanted: readonly FilingsWanted[]; most: number },
): Promise<readonly number[] | undefined> {
  if (inboxItem.list.fold?.first.some(({ field }) => fieldAccess(inboxItem, field, scope.role) === 'DENY'))
    return undefined
  const cells = [true, false].flatMap((hidden) => itemStatuses.map((status) => ({ status, hidden })))
  const asked = cells.filter((cell) => wanted.some((part) => isIn(cell, part)))
  const counts = await countCells(trx, scope, { asked, most })
  return (
    counts && wanted.map((part) => asked.reduce((sum, cell, n) => sum + (isIn(cell, part) ? (counts[n] ?? 0) : 0), 0))
  )
}

/** The part of the inbox that a search is about; undefined for one that is narrowed by anything else, or isn't folded. */
export function filingsWantedBy({
  filters,
  freeText,
  fold,
}: Pick<SearchQuery, 'filters' | 'freeText' | 'fold'>): FilingsWanted | undefined {
  if (fold === undefined || freeText !== '') return undefined
  const wanted = { statuses: new Set<string>(itemStatuses), hidden: new Set(['true', 'false']) }
  for (const filter of filters) {
    const { field } = filter
    if (!('in' in filter) || (field !== 'status' && field !== 'hidden')) return undefined
    const key = field === 'status' ? 'statuses' : 'hidden'
    wanted[key] = wanted[key].intersection(new Set(filter.in))
  }
  return {
    statuses: itemStatuses.filter((status) => wanted.statuses.has(status)),
    hidden: [true, false].filter((hidden) => wanted.hidden.has(String(hidden))),
  }
}

interface Cell {
  status: ItemStatus
  hidden: boolean
}

function isIn({ status, hidden }: Cell, wanted: FilingsWanted): boolean {
  return wanted.statuses.includes(status) && wanted.hidden.includes(hidden)
}

/**
 * What is kept of a filing is left out if it has changed since, or has a message that the viewer may not see; its present
 * one is looked up. All of it by what one statement sees.
 */
async function countCells(
  trx: Trx,
  scope: SearchScope,
  { asked, most }: { asked: readonly Cell[]; most: number },
): Promise<readonly number[] | undefined> {
  const firm = sql`${scope.firmId}::integer`
  const isCell = (t: string) => sql`${sql.ref(`${t}.hidden`)} = cell.hidden and ${sql.ref(`${t}.status`)} = cell.status`
  const counted = most + mostChanged + (scope.timekeeperId === undefined ? 0 : 2 * mostBarred)
  const { rows } = await sql<{ counts: number[] | null }>`
    with noted as materialized (
      select envelope_id from firm_rows.inbox_filings_changed where firm_id = ${firm} limit ${mostChanged + 1}
    ), ${unseenBy(scope, firm)}, changed as materialized (
      select envelope_id from noted union select envelope_id from touched where envelope_id is not null
    ), former as materialized (
      select f.hidden, f.status from changed c
        join firm_rows.inbox_filings f on f.firm_id = ${firm} and f.envelope_id = c.envelope_id
    ), present as materialized (
      select first.hidden, first.status from changed c
        cross join lateral ${firstOf(firm, sql`c.envelope_id`, isVisible('i', inboxItem, scope))}
    )
    select case when not ${isAnyBeingApplied(scope)} and (select count(*) from noted) <= ${mostChanged}
        and (select count(*) from barred) <= ${mostBarred} then (
      select array_agg(kept.n - former.n + present.n + unfiled.n - unseen.n order by cell.n)
      from unnest(${asked.map(({ status }) => status)}::text[], ${asked.map(({ hidden }) => hidden)}::boolean[])
          with ordinality as cell (status, hidden, n),
        lateral (select count(*)::int as n from (select from firm_rows.inbox_filings f
          where f.firm_id = ${firm} and ${isCell('f')} limit ${counted}) counted) kept,
        lateral (select count(*)::int as n from former where ${isCell('former')}) former,
        lateral (select count(*)::int as n from present where ${isCell('present')}) present,
        lateral (select count(*)::int as n from (select from firm_rows.inbox_items t
          where t.firm_id = ${firm} and t.envelope_id is null and ${isCell('t')} limit ${counted}) counted) unfiled,
        lateral (select count(*)::int as n from unseen where ${isCell('unseen')}) unseen
    ) end as counts`.execute(trx)
  return rows[0]?.counts ?? undefined
}

/**
 * The messages behind walls that bar the viewer, or that may be since they are being read, those that were split into such
 * a one, as `touched`, and what the viewer doesn't see of those without a filing, as `unseen`.
 */
function unseenBy(scope: SearchScope, firm: RawBuilder<unknown>): RawBuilder<unknown> {
  const barred = (condition: RawBuilder<boolean>) => sql`(
    select t.id, t.envelope_id, t.parent_id from firm_rows.inbox_items t
    where t.firm_id = ${firm} and ${condition} limit ${mostBarred + 1})`
  const unread = isUnreadFor('t', scope)
  return sql`barred as materialized (
      ${barred(isStampedBarred('t', scope))} ${unread ? sql`union ${barred(unread)}` : sql``}
    ), touched as materialized (
      select id, envelope_id from barred
      union select t.id, t.envelope_id from barred b join firm_rows.inbox_items t on t.firm_id = ${firm} and t.id = b.parent_id
    ), unseen as materialized (
      select t.hidden, t.status from touched join firm_rows.inbox_items t on t.firm_id = ${firm} and t.id = touched.id
      where touched.envelope_id is null and not ${isVisible('t', inboxItem, scope)}
    )`
}
