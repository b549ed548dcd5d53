import type { Problem } from '@courtcrier/contract/messages.ts'
import { numberingCourt } from '../courts/directory/directory.ts'
import { isUsableEntry } from '../notices/matching/ignored-entry.ts'
import type { Behaviour, Save } from '../records/behaviour.ts'

/** An entry that is about no case would ignore nothing, and no one would notice. */
export const ignoredCaseBehaviour: Behaviour = { beforeSave: async (_, save) => findUnusable(save) }

/** The court says how its numbers are written, so either may make the other unusable. */
function findUnusable({ values, current }: Save): Problem[] {
  if (!('caseNumber' in values || 'ecfxJurisdictionId' in values)) return []
  const { caseNumber, ecfxJurisdictionId: courtId } = { ...current, ...values }
  if (typeof caseNumber !== 'string' || typeof courtId !== 'string') return []
  return isUsableEntry(caseNumber, numberingCourt(courtId)) ? [] : [{ field: 'caseNumber', code: 'not_case' }]
}
