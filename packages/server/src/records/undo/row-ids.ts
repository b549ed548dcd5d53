import type { Resource } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * IDs in the type of the resource's ID column: a number for the firm, UUIDs for all others. Sent as that type and never
 * cast from text: with row-level security the planner uses no index for a condition with a cast.
 */
export function idsOf(resource: Resource, ids: readonly string[]): RawBuilder<unknown> {
  return resource.idKind === 'number' ? sql`${ids.map(Number)}::integer[]` : sql`${[...ids]}::uuid[]`
}
