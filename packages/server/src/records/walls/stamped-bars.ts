import { type RawBuilder, sql } from 'kysely'
import type { SearchScope } from '../viewer.ts'

// What the stamps of rows alone tell of what a wall hides from a viewer, and when they don't tell it.

/** Returns whether, by its stamp, a row of the alias `t` is behind a wall that bars the viewer. */
export function isStampedBarred(t: string, viewer: SearchScope): RawBuilder<boolean> {
  const who = whoOf(viewer)
  const set = sql.ref(`${t}.wall_set`)
  return who
    ? sql<boolean>`(${set} <> 0 and ${set} = any((select barred_wall_sets(${who}))::integer[]))`
    : sql<boolean>`false`
}

/** Returns whether a wall that bars the viewer is being applied, so that stamps alone don't tell what is behind it. */
export function isAnyBeingApplied(viewer: SearchScope): RawBuilder<boolean> {
  const who = whoOf(viewer)
  return who ? sql<boolean>`cardinality((select walls_held_by_leads(${who}))) > 0` : sql<boolean>`false`
}

/** The arguments by which the database looks up a viewer's walls; undefined for a viewer whom none can bar. */
function whoOf({ firmId, userId, timekeeperId }: SearchScope): RawBuilder<unknown> | undefined {
  return userId === undefined || timekeeperId === undefined ? undefined : sql`${firmId}::integer, ${timekeeperId}::uuid`
}
