import { sql } from 'kysely'
import { findCourt } from '../../courts/directory.ts'
import type { Trx } from '../../db/database.ts'
import { asSentence } from '../../lib/sentence.ts'
import { findCases } from '../../matching/find-cases.ts'
import { findIgnored, type IgnoredDocket } from '../../matching/find-ignored.ts'
import type { Outcome, Results, Stage, Work } from '../stage.ts'
import { whyIgnored } from '../why-ignored.ts'

/**
 * The firm's case of the filing: by the court's own case id, then by docket number. Several or none ask a person,
 * unless the firm ignores the case.
 */
export const matchStage: Stage<'match'> = {
  name: 'match',
  run: async (work, deps) => {
    const notice = work.results.parse?.notice
    if (!notice) throw new Error('an item reached matching without its notice')
    const chosen = work.origin.entered?.caseId && (await deps.read((trx) => findChosen(trx, work)))
    if (chosen) return chosen
    const court = findCourt(notice.courtId.value)
    const { found, ignored } = await deps.read(async (trx) => ({
      found: await findCases(trx, work.firmId, notice),
      ignored: await findIgnored(trx, work.firmId, notice),
    }))
    const { matched, candidates } = found
    const domain = await senderDomain(work, ignored)
    const sentence = whyIgnored({ notice, matched, ignored, statuses: work.firm.ignoredCaseStatuses, domain })
    if (sentence) return { kind: 'ignore', sentence }
    const [first] = matched
    if (candidates.length > 0 && !first) {
      const count = candidates.length === 2 ? 'Two' : String(candidates.length)
      return {
        kind: 'review',
        sentence: `${count} cases have this number: choose one.`,
        result: { candidates: candidates.map(({ id }) => id) },
      }
    }
    if (!first)
      return {
        kind: 'review',
        sentence: asSentence(`No case has this number in ${court?.citation ?? notice.courtId.value}`),
      }
    const names = matched.map((entry) => entry.name).join(', ')
    return {
      kind: 'done',
      sentence: `Matched to ${names} by ${first.by}.`,
      result: { caseIds: matched.map(({ id }) => id) },
    }
  },
}

/** Read from the message only where an ignored case asks for it: decoding takes longer than everything else here. */
async function senderDomain(work: Work, ignored: readonly IgnoredDocket[]): Promise<string | undefined> {
  if (ignored.every(({ domain }) => domain === null)) return undefined
  const decoded = await work.message()
  return 'problem' in decoded ? undefined : decoded.message.from?.address.split('@').at(-1)?.toLowerCase()
}

/** The case that whoever entered the notice chose; one that is gone meanwhile is no choice any more. */
async function findChosen(
  trx: Trx,
  { firmId, origin: { entered } }: Work,
): Promise<Outcome<Results['match']> | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from cases where firm_id = ${firmId} and id = ${entered?.caseId ?? null}::uuid`.execute(trx)
  const [row] = rows
  if (!row || !entered) return undefined
  const sentence = `${row.name} was chosen by ${entered.by}.`
  return { kind: 'done', sentence, result: { caseIds: [row.id], chosenBy: entered.userId } }
}
