import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { type RawBuilder, sql } from 'kysely'
import type { SearchScope } from '../records/viewer.ts'
import { isAnyKeepingOut, isThisSide } from '../records/walls/walls.ts'

/** The stages whose steps name the case of a notice, its people or its folders. */
const ofCase = ['match', 'address', 'deliver', 'store', 'settle', 'person']

/**
 * Returns whether the viewer may see a step of a notice's history, of the alias `t`. One from when the notice was taken for
 * another case names that case; of a deleted case it can't be known which walls it was behind.
 */
export function isStepSeen(t: string, scope: SearchScope): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${t}.${name}`)
  const isOpen = isOpenSince({ itemId: column('inbox_item_id'), at: column('at') }, scope)
  return isOpen ? sql<boolean>`(${column('stage')} <> all(${ofCase}::text[]) or ${isOpen})` : sql<boolean>`true`
}

/** Returns whether the viewer may see a note on a notice, of the alias `t`: people write what they know of its case. */
export function isNoteSeen(t: string, scope: SearchScope): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${t}.${name}`)
  const isOpen = isOpenSince({ itemId: column('inbox_item_id'), at: column('created_at') }, scope)
  return isOpen ? sql<boolean>`(${column('author_id')} = ${scope.userId}::uuid or ${isOpen})` : sql<boolean>`true`
}

/** Returns whether the viewer may see a message to a chat channel, of the alias `t`, whose group is of a case's people. */
export function isChatSeen(t: string, scope: SearchScope): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${t}.${name}`)
  const when = { itemId: column('inbox_item_id'), at: column('created_at') }
  return isOpenSince(when, scope) ?? sql<boolean>`true`
}

/**
 * Returns whether the viewer may see what was written about a notice at a time: no case that it was taken for then is
 * behind a wall for them. Undefined for a viewer whom none can bar.
 */
function isOpenSince(
  { itemId, at }: Record<'itemId' | 'at', RawBuilder<unknown>>,
  { timekeeperId, ...viewer }: SearchScope,
): RawBuilder<boolean> | undefined {
  if (viewer.userId === undefined || timekeeperId === undefined) return undefined
  const { firmId } = viewer
  const isSeen = isThisSide('formerly', courtCase, { ...viewer, timekeeperId }) ?? sql`true`
  return sql<boolean>`not exists (
    select from former_cases f left join cases formerly on formerly.firm_id = f.firm_id and formerly.id = f.case_id
    where f.firm_id = ${firmId}::integer and f.inbox_item_id = ${itemId} and ${at} <= f.until
      and case when formerly.id is null then ${isAnyKeepingOut(firmId, timekeeperId)} else not ${isSeen} end)`
}
