import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import { walledOf } from './leads.ts'

/** What a wall is around, saved or not, by its columns. */
export interface WallTarget {
  firmId: number
  /** The ID in each column, such as `matter_id`; absent or null if it is around no such record. */
  around: Readonly<Record<string, string | null | undefined>>
}

/**
 * Returns whether the wall would be around a row of the alias `t` or around anything it leads to. The same rows as
 * `isAround` returns, found from the wall down: a wall that isn't saved has no stamps, and trying every row against it
 * takes too long. Undefined if no row can be behind it.
 */
export function isReached(t: string, resource: Resource, target: WallTarget): RawBuilder<boolean> | undefined {
  const { wallColumn, leads } = walledOf(resource)
  const around = wallColumn === undefined ? undefined : target.around[wallColumn]
  const here = around ? [sql`${sql.ref(`${t}.id`)} = ${around}::uuid`] : []
  const led = leads.flatMap(({ column, isList, target: next }) => {
    const alias = `${t}l`
    const inner = isReached(alias, next, target)
    if (!inner) return []
    const ids = sql`(select ${sql.ref(`${alias}.id`)} from ${sql.table(tableOf(next))} ${sql.ref(alias)}
      where ${sql.ref(`${alias}.firm_id`)} = ${target.firmId}::integer and ${inner})`
    const field = sql.ref(`${t}.${column}`)
    return [isList ? sql`${field} && array${ids}` : sql`${field} in ${ids}`]
  })
  return here.length + led.length > 0 ? sql<boolean>`(${sql.join([...here, ...led], sql` or `)})` : undefined
}
