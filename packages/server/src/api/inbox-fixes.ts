import { permittedField, subjectAccess } from '@courtcrier/contract/access.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { ignoredCase } from '@courtcrier/contract/resources/ignored-case.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import type { FixKind } from '@courtcrier/contract/triage.ts'
import type { Trx } from '../base/db/database.ts'
import { isWithoutCourt } from '../pipeline/fixes.ts'
import type { ItemState } from '../pipeline/item-state.ts'
import { countSiblings } from '../pipeline/siblings.ts'
import type { SearchScope } from '../resources/viewer.ts'

interface Stopped {
  item: AnyRow
  candidates: readonly string[]
  /** Whether something contradicts all of them, so that the case may not be here yet. */
  isDoubted: boolean
  canTrust: boolean
}

/** The answers that a stopped item waits for and that its reader may give, and how many others each would settle too. */
export async function readFixes(
  trx: Trx,
  { firmId, role }: SearchScope,
  { item, candidates, isDoubted, canTrust }: Stopped,
): Promise<{ fixes: readonly FixKind[]; also_waiting: number }> {
  const { status, nextStage, sender, caseName, docketNumber, ecfxJurisdictionId } = item as unknown as ItemState &
    AnyRow
  const key = { firmId, itemId: String(item.id) }
  if (status !== 'Action Required') return { fixes: [], also_waiting: 0 }
  const courtId = typeof ecfxJurisdictionId === 'string' ? ecfxJurisdictionId : null
  const waiting = { status, nextStage, sender, caseName, docketNumber, courtId }
  const isMatching = nextStage === 'match' && !canTrust
  const lacksCourt = await isWithoutCourt(trx, key, waiting)
  const possible: Record<FixKind, boolean> = {
    'choose-case': isMatching && subjectAccess(courtCase.subject, role) !== 'DENY',
    'create-case':
      isMatching && (candidates.length === 0 || isDoubted) && subjectAccess(courtCase.subject, role) === 'FULL',
    'ignore-case': isMatching && docketNumber !== null && subjectAccess(ignoredCase.subject, role) === 'FULL',
    'choose-court': lacksCourt,
    trust: canTrust,
    requeue: !isMatching && !lacksCourt && !canTrust,
  }
  const mayAct =
    subjectAccess(inboxItem.subject, role) === 'FULL' && permittedField(inboxItem.subject, 'status', role) === 'FULL'
  const fixes = (Object.keys(possible) as FixKind[]).filter((kind) => mayAct && possible[kind])
  return { fixes, also_waiting: isMatching || lacksCourt ? await countSiblings(trx, key, waiting) : 0 }
}
