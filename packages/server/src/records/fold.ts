import type { SearchQuery } from '@courtcrier/contract/query.ts'
import { type FoldSpec, fieldAccess, type Resource } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import { firmRows } from '../base/db/firm-rows.ts'
import { column } from './column.ts'
import type { SearchScope } from './viewer.ts'

/** Folded rows are counted up to this number: each of them costs a look at the others, so fewer are counted than plain ones. */
export const mostFolded = 1000

interface Folding {
  query: Pick<SearchQuery, 'filters' | 'fold'>
  scope: SearchScope
  /** The conditions of the search on the table of this alias, with other filters than its own. */
  conditionsFor: (alias: string, filters: SearchQuery['filters']) => RawBuilder<unknown>
}

/**
 * Whether a row of the table `alias` stands for all that share its value: no other row that the viewer sees and the search finds comes
 * before it. The database looks the others up in the index over the shared value, row by row; it can't join them
 * instead, which would read every match before the first page.
 */
export function standsForOthers(
  alias: string,
  resource: Resource,
  { query, scope, conditionsFor }: Folding,
): readonly RawBuilder<boolean>[] {
  const { fold } = resource.list
  if (!fold || query.fold !== fold.by) return []
  const first = fold.first.filter(({ field }) => fieldAccess(resource, field, scope.role) !== 'DENY')
  const placesIn = (of: string) => placesBy(of, first)
  const others = query.filters.filter(({ field }) => !fold.first.some((each) => each.field === field))
  const by = column(alias, fold.by)
  return [
    sql<boolean>`(${by} is null or not exists (
      select from ${firmRows(resource)} other
      where other.firm_id = ${scope.firmId} and ${column('other', fold.by)} = ${by}
        and (${placesIn('other')}) < (${placesIn(alias)}) and ${conditionsFor('other', others)}))`,
  ]
}

/** What the rows of the table `alias` that share a value are ordered by, for a role that sees every field: the first stands for them. */
export function placesInFold(alias: string, { list: { fold } }: Resource): RawBuilder<unknown> {
  return placesBy(alias, fold?.first ?? [])
}

function placesBy(alias: string, first: FoldSpec['first']): RawBuilder<unknown> {
  return sql.join([...first.map((each) => placeOf(alias, each)), column(alias, 'id')])
}

/** The place of a row's value among all the field's values. */
function placeOf(alias: string, { field, order }: FoldSpec['first'][number]): RawBuilder<number> {
  const values = order.map((value, n) => sql`when ${sql.lit(value)} then ${sql.lit(n)}`)
  return sql<number>`(case ${column(alias, field)} ${sql.join(values, sql` `)} end)`
}
