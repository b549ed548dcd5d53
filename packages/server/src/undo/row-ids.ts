import type { Resource } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Ids as the column of the resource's table has them: the firm's is a number, all others are UUIDs. Sent as that, and
 * never cast from text: with row-level security the planner uses no index for a condition that casts.
 */
export function idsOf(resource: Resource, ids: readonly string[]): RawBuilder<unknown> {
  return resource.idKind === 'number' ? sql`${ids.map(Number)}::integer[]` : sql`${[...ids]}::uuid[]`
}
