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
export function isStepSeen(t: string, { timekeeperId, ...viewer }: SearchScope): RawBuilder<boolean> {
  if (viewer.userId === undefined || timekeeperId === undefined) return sql<boolean>`true`
  const { firmId } = viewer
  const column = (name: string) => sql.ref(`${t}.${name}`)
  const isSeen = isThisSide('formerly', courtCase, { ...viewer, timekeeperId }) ?? sql`true`
  return sql<boolean>`(${column('stage')} <> all(${ofCase}::text[]) or not exists (
    select from former_cases f left join cases formerly on formerly.firm_id = f.firm_id and formerly.id = f.case_id
    where f.firm_id = ${firmId}::integer and f.inbox_item_id = ${column('inbox_item_id')} and ${column('at')} <= f.until
      and case when formerly.id is null then ${isAnyKeepingOut(firmId, timekeeperId)} else not ${isSeen} end))`
}
