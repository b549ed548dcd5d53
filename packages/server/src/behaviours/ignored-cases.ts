import { numberingCourt } from '../courts/directory/directory.ts'
import { isUsableEntry } from '../notices/matching/ignored-entry.ts'
import type { Behaviour } from '../records/behaviour.ts'

/** An entry that is about no case would ignore nothing, and no one would notice. */
export const ignoredCaseBehaviour: Behaviour = {
  beforeSave: async (_, { values, current }) => {
    if (!('caseNumber' in values || 'ecfxJurisdictionId' in values)) return []
    const { caseNumber, ecfxJurisdictionId: courtId } = { ...current, ...values }
    if (typeof caseNumber !== 'string' || typeof courtId !== 'string') return []
    return isUsableEntry(caseNumber, numberingCourt(courtId)) ? [] : [{ field: 'caseNumber', code: 'not_case' }]
  },
}
