import type { NoticeTrial, Tried } from '@courtcrier/contract/calls/trials.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import type { Way } from '@courtcrier/contract/ways.ts'
import { courtAndWider, numberingCourt } from '../../courts/directory/directory.ts'
import { domainsFrom } from '../../mail/believed.ts'
import { isEntryOf } from '../matching/ignored-entry.ts'
import { isFrom, isSameStatus } from '../pipeline/why-ignored.ts'
import { type LookBack, openTally } from './look-back.ts'
import { besideSteps, lookAtNotices, type PastNotice } from './past-notices.ts'

/** What it reveals of the firm's records. */
export const waysOfIgnoredCase: Way = [[courtCase, 'status']]

/** A draft of an ignored case. */
export interface IgnoredDraft {
  /** The saved one it would replace. */
  id: string | null
  caseNumber: string
  name: string | null
  courtId: string
  status: string | null
  domain: string | null
}

/** The past notices that the firm would have ignored, and those that it would no longer ignore. */
export async function tryIgnoredCase(looking: LookBack<NoticeTrial>, draft: IgnoredDraft): Promise<NoticeTrial> {
  const tally = openTally<Omit<Tried, 'did'>>()
  const { scope } = looking
  const look = (notices: readonly PastNotice[]) => {
    for (const past of notices) {
      const { id, title, at, ignoredBy } = past
      const isCaught = isIgnored(past, draft)
      const wasCaught = draft.id !== null && ignoredBy.includes(draft.id)
      if (isCaught || wasCaught) tally.add({ id, title, at, would: isCaught ? ignored : processed }, isCaught)
    }
  }
  return lookAtNotices(looking, look, async (extent) => {
    const caught = await looking.within((trx) => besideSteps(trx, scope, { stage: 'match', tried: tally.shown() }))
    return { ...extent, count: tally.count(), caught }
  })
}

export const ignored = 'It would be saved, and no one would be notified.'
export const processed = 'It would be processed like any other notice.'

/** A notice that also names another case isn't ignored. */
function isIgnored({ notice, sender, believed, caseStatus }: PastNotice, draft: IgnoredDraft): boolean {
  if (!courtAndWider(notice.courtId.value).includes(draft.courtId) || notice.cases.length === 0) return false
  const court = numberingCourt(notice.courtId.value)
  const entry = { caseNumber: draft.caseNumber, name: draft.name ?? '' }
  const domains = domainsFrom(sender ?? undefined, believed)
  return (
    notice.cases.every(
      ({ docketNumber, name }) =>
        isEntryOf(entry, { number: docketNumber.value, name: name?.value }, court) !== undefined,
    ) &&
    isFrom(domains, draft.domain) &&
    (draft.status === null || (caseStatus !== null && isSameStatus(caseStatus, draft.status)))
  )
}
