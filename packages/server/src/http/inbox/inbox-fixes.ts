import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import type { FixKind } from '@courtcrier/contract/triage.ts'
import { seesWay, sightOf, type Way } from '@courtcrier/contract/ways.ts'
import type { Trx } from '../../base/db/database.ts'
import type { ItemState } from '../../notices/item-state.ts'
import { countCopies, countOthersMissing, countSiblings, countUnaddressed } from '../../notices/siblings.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { findNeeds } from './inbox-needs.ts'

/**
 * Returns the fixes that a stopped item needs and its reader may perform, and how many other items they would resolve
 * too.
 */
export async function readFixes(
  trx: Trx,
  scope: SearchScope,
  item: AnyRow,
): Promise<{ fixes: readonly FixKind[]; alsoWaiting: number }> {
  const [needed] = await findNeeds(trx, scope, [String(item.id)])
  if (!needed) return { fixes: [], alsoWaiting: 0 }
  const isCounted = seesWay(sightOf(scope.role), waysOfAlsoWaiting)
  const alsoWaiting = isCounted ? await countAlsoWaiting(trx, scope, { item, ...needed }) : 0
  return { fixes: needed.fixes, alsoWaiting }
}

/** The fields by which items are found that need the same; their number would reveal them. */
const waysOfAlsoWaiting: Way = (
  [
    ...(['status', 'nextStage', 'sender', 'senderFlag', 'reason', 'subject', 'snippet'] as const),
    ...(['caseName', 'docketNumber', 'ecfxJurisdictionId', 'envelopeId', 'caseId'] as const),
  ] as const
).map((key) => [inboxItem, key] as const)

async function countAlsoWaiting(
  trx: Trx,
  sight: SearchScope,
  { item, canTrust }: { item: AnyRow; canTrust: boolean },
): Promise<number> {
  const { status, nextStage, sender, caseName, docketNumber, ecfxJurisdictionId, envelopeId, caseId } =
    item as unknown as ItemState & AnyRow
  const key = { firmId: sight.firmId, itemId: String(item.id), sight }
  if (canTrust) return countCopies(trx, key)
  if (nextStage === 'address' && typeof caseId === 'string') return countUnaddressed(trx, { ...key, caseId })
  if (nextStage === null && envelopeId) return countOthersMissing(trx, { ...key, envelopeId })
  const courtId = typeof ecfxJurisdictionId === 'string' ? ecfxJurisdictionId : null
  const siblings = await countSiblings(trx, key, { status, nextStage, sender, caseName, docketNumber, courtId })
  return siblings || (nextStage === 'match' ? 0 : countCopies(trx, key))
}
