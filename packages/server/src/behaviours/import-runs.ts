import { type RawBuilder, sql } from 'kysely'
import type { Behaviour } from '../records/behaviour.ts'
import type { Viewer } from '../records/viewer.ts'
import { allWalled } from '../records/walls/leads.ts'
import { isAnyKeepingOut } from '../records/walls/walls.ts'

/**
 * The name of a file, and how many of its rows were new, tell of what is behind a wall, and it isn't known which of them
 * are: someone whom any wall excludes sees other people's imports only of what no wall can be around.
 */
export const importRunBehaviour: Behaviour = { visible: isOwnOrOpen }

/** Whether a row of the alias `t` is about the viewer's own file, or about one that reveals nothing; undefined if all are. */
export function isOwnOrOpen(t: string, { firmId, userId, timekeeperId }: Viewer): RawBuilder<boolean> | undefined {
  if (timekeeperId === undefined) return undefined
  const walled = allWalled().map(({ resource }) => resource.name)
  return sql<boolean>`(${sql.ref(`${t}.user_id`)} is not distinct from ${userId}::uuid
    or ${sql.ref(`${t}.entity`)} <> all(${walled}::text[]) or not ${isAnyKeepingOut(firmId, timekeeperId)})`
}
