import { findCourt } from '../../courts/directory.ts'
import { asSentence } from '../../lib/sentence.ts'
import { findCases } from '../../matching/find-cases.ts'
import { ignoreReasons } from '../ignore-reasons.ts'
import type { Stage } from '../stage.ts'

/** The firm's case of the filing: by the court's own case id, then by docket number. Several or none ask a person. */
export const matchStage: Stage<'match'> = {
  name: 'match',
  run: async (work, deps) => {
    const notice = work.results.parse?.notice
    if (!notice) throw new Error('an item reached matching without its notice')
    const court = findCourt(notice.courtId.value)
    const found = await deps.read((trx) => findCases(trx, work.firmId, notice))
    const [first] = found.matched
    if (found.candidates.length > 0 && !first) {
      const count = found.candidates.length === 2 ? 'Two' : String(found.candidates.length)
      return {
        kind: 'review',
        sentence: `${count} cases have this number: choose one.`,
        result: { candidates: found.candidates.map(({ id }) => id) },
      }
    }
    if (!first)
      return {
        kind: 'review',
        sentence: asSentence(`No case has this number in ${court?.citation ?? notice.courtId.value}`),
      }
    const ignored = found.matched.find((entry) => work.firm.ignoredCaseStatuses.includes(entry.status))
    if (ignored && found.matched.length === 1) {
      return {
        kind: 'ignore',
        sentence: ignoreReasons.ignoredStatus(ignored.name, ignored.status.toLowerCase()),
      }
    }
    const names = found.matched.map((entry) => entry.name).join(', ')
    return {
      kind: 'done',
      sentence: `Matched to ${names} by ${first.by}.`,
      result: { caseIds: found.matched.map(({ id }) => id) },
    }
  },
}
