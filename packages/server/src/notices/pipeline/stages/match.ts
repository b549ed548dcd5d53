import type { Notice } from '@courtcrier/contract/notice.ts'
import { asSentence } from '@courtcrier/lib/sentence.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../base/db/database.ts'
import { courtAndWider, numberingCourt } from '../../../courts/directory/directory.ts'
import { isDocketNumber } from '../../../courts/directory/docket-number.ts'
import { findShortName } from '../../../courts/directory/short-name.ts'
import { domainsFrom, findBelieved } from '../../../mail/believed.ts'
import { findAdditions } from '../../case-creation/keep-assigned.ts'
import { planCase } from '../../case-creation/plan-case.ts'
import type { Contradiction, Sureness } from '../../matching/contradictions.ts'
import { type CaseMatch, type CasesFound, findCases } from '../../matching/find-cases.ts'
import { findIgnored, type IgnoredDocket } from '../../matching/find-ignored.ts'
import { findLeftBehind } from '../find-left-behind.ts'
import { findStampDoubt } from '../find-stamp-doubt.ts'
import type { FoundMatch, MatchReview, Outcome, Results, Stage, StageDeps, Work } from '../stage.ts'
import { isProven } from '../trust-gate.ts'
import { whyIgnored } from '../why-ignored.ts'

/**
 * Finds the firm's case for the filing: by the court's own case ID, then by docket number. If there are several, none,
 * or only one that the notice contradicts, a person chooses, unless the firm ignores the case or one of its rules makes it.
 */
export const matchStage: Stage<'match'> = {
  name: 'match',
  run: async (work, deps) => {
    const notice = work.results.parse?.notice
    if (!notice) throw new Error('an item reached matching without its notice')
    const chosen = work.origin.entered?.caseId && (await deps.read((trx) => findChosen(trx, work, deps)))
    if (chosen) return chosen
    const { found, ignored } = await deps.read(async (trx) => ({
      found: await onlySeen(trx, deps, await findCases(trx, work.firmId, notice)),
      ignored: await findIgnoredInCourt(trx, work.firmId, notice),
    }))
    const { matched, candidates } = found
    const caseIds = [...matched, ...candidates].map(({ id }) => id)
    const left = await deps.read((trx) => findLeftBehind(trx, { ...work, caseIds }))
    if (left.length > 0) return askAboutFiling(found, left)
    const isInDoubt = matched.length > 0 && candidates.length > 0
    const domains = await senderDomains(work, ignored)
    const statuses = work.firm.ignoredCaseStatuses
    const why = isInDoubt ? undefined : whyIgnored({ notice, matched, ignored, statuses, domains })
    if (why) return { kind: 'ignore', ...why, caseIds: matched.map(({ id }) => id) }
    const stamped = await deps.read((trx) => findStampDoubt(trx, { work, notice, found }))
    if (stamped.doubt) return askAboutStamp(found, stamped.doubt)
    if (candidates.length > 0) return askWhich(found)
    if (matched.length === 0) return caseByRule(work, deps, notice)
    const added = await assignByRule(work, deps, { notice, matched })
    const renumbered = stamped.renumbered ? [stamped.renumbered] : []
    return {
      kind: 'done',
      sentence: [`Matched to ${matched.map(describeMatch).join(', ')}.`, ...renumbered, ...added].join(' '),
      result: { caseIds: matched.map(({ id }) => id), matches: matched.map(foundMatch) },
    }
  },
}

/** Has the firm's rule make the case; a person does where no rule applies, or where it would have to guess. */
async function caseByRule(work: Work, deps: StageDeps, notice: Notice): Promise<Outcome<Results['match']>> {
  const { firmId } = work
  const review = (rule = ''): Outcome<Results['match']> => ({
    kind: 'review',
    sentence: `${whyUnmatched(notice)} ${rule}`.trim(),
  })
  const plan = isProven(work) ? await deps.read((trx) => planCase(trx, { firmId, notice })) : undefined
  if (!plan) return review()
  const { name } = plan.rule
  if ('because' in plan) return review(`The rule "${name}" made none, because ${plan.because}.`)
  const { cases } = deps
  if (!cases) return review(`The rule "${name}" would make one.`)
  const made = await deps.read(async (trx) => {
    await cases.begin(trx, firmId)
    const now = await findCases(trx, firmId, notice)
    return now.matched.length + now.candidates.length > 0
      ? undefined
      : cases.create(trx, { firmId, itemId: work.itemId, courtId: notice.courtId.value, plan })
  })
  if (!made) return matchStage.run(work, deps)
  if ('refused' in made) return review(`The rule "${name}" made none, because it was refused: ${made.refused}`)
  return {
    kind: 'done',
    sentence: `The rule "${name}" made the case ${plan.values.name}, as the jurisdiction preference "${plan.preference.description}" says.`,
    result: { caseIds: [made.caseId], madeBy: plan.rule.id },
  }
}

/** Adds people to cases that rules made and keep in step with their notices. Returns what was added, as sentences. */
async function assignByRule(
  work: Work,
  { read, cases }: StageDeps,
  { notice, matched }: { notice: Notice; matched: readonly CaseMatch[] },
): Promise<readonly string[]> {
  if (!cases || !isProven(work)) return []
  const { firmId } = work
  const additions = await read((trx) => findAdditions(trx, { firmId, notice, caseIds: matched.map(({ id }) => id) }))
  for (const addition of additions) await read((trx) => cases.add(trx, firmId, addition))
  return additions.map(({ rule, people }) => {
    const who = people.length === 1 ? 'one more timekeeper' : `${people.length} more timekeepers`
    return `The rule "${rule.name}" assigned ${who}.`
  })
}

/** The cases a preview may find; the pipeline itself works for the firm, which sees every case. */
async function onlySeen(trx: Trx, { seenCases }: StageDeps, { matched, candidates }: CasesFound): Promise<CasesFound> {
  if (!seenCases) return { matched, candidates }
  const seen = await seenCases(
    trx,
    [...matched, ...candidates].map(({ id }) => id),
  )
  const isSeen = ({ id }: CaseMatch) => seen.has(id)
  return { matched: matched.filter(isSeen), candidates: candidates.filter(isSeen) }
}

function foundMatch({ id, sureness, courtCaseId }: CaseMatch): FoundMatch {
  return { caseId: id, sureness, ...(courtCaseId ? { courtCaseId } : {}) }
}

function describeMatch({ name, by, sureness }: CaseMatch): string {
  if ('otherNumber' in by)
    return `${name} by its other number ${by.otherNumber}: same court and party, and ${by.evidence ?? 'a person confirmed it'}`
  const found = 'caseId' in by ? `case ID ${by.caseId}` : `docket number ${by.docketNumber}`
  return `${name} by ${found}${surenessNotes[sureness]}`
}

const surenessNotes: Readonly<Record<Sureness, string>> = {
  certain: '',
  likely: ' (no party name to compare)',
  possible: ', although parts of the number are missing',
}

/** Asks which of several cases it is, or whether it is the one the notice contradicts, shown side by side. */
function askWhich({ matched, candidates }: CasesFound): Outcome<Results['match']> {
  const doubts = candidates.filter(({ contradictions }) => contradictions.length > 0)
  const result: MatchReview = {
    candidates: candidates.map(({ id }) => id),
    ...(doubts.length > 0 && {
      doubts: doubts.map(({ id, contradictions }) => ({ caseId: id, about: contradictions })),
    }),
    ...(matched.length > 0 && { matched: matched.map(({ id }) => id) }),
  }
  const [first] = candidates
  if (candidates.length === 1 && first) return { kind: 'review', sentence: whyDoubted(first), result }
  const count = candidates.length === 2 ? 'Two' : String(candidates.length)
  const sentence = candidates.every(({ by }) => 'otherNumber' in by)
    ? `No case has this number, but ${count.toLowerCase()} cases with the same party have another one. Choose one.`
    : `${count} cases have this number. Choose one.`
  return { kind: 'review', sentence, result }
}

/** A person who sees both decides whether the filing is moved: another message may name it, from anyone. */
function askAboutFiling({ matched, candidates }: CasesFound, left: readonly string[]): Outcome<Results['match']> {
  const result: MatchReview = { candidates: [...[...matched, ...candidates].map(({ id }) => id), ...left] }
  const sentence =
    'Its filing is already in another case, behind an ethical wall. Read the notice, then choose the case.'
  return { kind: 'review', sentence, result }
}

/** The person who compares the document with the notice chooses the case, even if it is the one the notice names. */
function askAboutStamp({ matched, candidates }: CasesFound, stamped: string): Outcome<Results['match']> {
  const result: MatchReview = { candidates: [...matched, ...candidates].map(({ id }) => id), stamped }
  return { kind: 'review', sentence: `${stamped} Compare them, then choose the case.`, result }
}

/** The names stay out of the sentence: a reader may not be allowed to see the case. */
function whyDoubted({ contradictions, by }: CaseMatch): string {
  if ('otherNumber' in by) {
    const kind = /-mj-/i.test(by.otherNumber) ? "a magistrate judge's" : 'a criminal'
    return `No case has this number, but one with the same party has ${kind} number. Compare the two, then choose the case.`
  }
  const found = 'caseId' in by ? "A case has the court's case ID of this notice" : 'A case has this number'
  const reasons = contradictions.map((each) => doubtReasons[each]).join(' and ')
  return `${found}, but ${reasons}. Compare the two, then choose the case.`
}

const doubtReasons: Readonly<Record<Contradiction, string>> = {
  number: 'the docket numbers differ',
  name: 'the case names share no party',
  court: 'the courts differ',
}

function whyUnmatched({ courtId, cases }: Notice): string {
  const court = numberingCourt(courtId.value)
  const odd = cases.find(({ docketNumber }) => !isDocketNumber(docketNumber.value, court))
  if (odd)
    return `"${odd.docketNumber.value.slice(0, 80)}" isn't a docket number. Read the notice, then choose the case.`
  return asSentence(`No case has this number in ${findShortName(courtId.value) ?? courtId.value}`)
}

/** Looks in the notice's court and in the entry for all such courts of the state, where a firm may have its list. */
async function findIgnoredInCourt(trx: Trx, firmId: number, notice: Notice): Promise<IgnoredDocket[]> {
  const ignored: IgnoredDocket[] = []
  for (const value of courtAndWider(notice.courtId.value))
    ignored.push(...(await findIgnored(trx, firmId, { ...notice, courtId: { ...notice.courtId, value } })))
  return ignored
}

/** Read from the message only if an ignored case requires it: decoding takes longer than everything else here. */
async function senderDomains(work: Work, ignored: readonly IgnoredDocket[]): Promise<readonly string[]> {
  if (ignored.every(({ domain }) => domain === null)) return []
  const decoded = await work.message()
  const outer = 'problem' in decoded ? undefined : decoded.message.from?.address
  return domainsFrom(outer, findBelieved(work.results.authenticate))
}

/** Finds the case chosen in a manual entry. A case deleted meanwhile no longer counts. */
async function findChosen(
  trx: Trx,
  { firmId, origin: { entered } }: Work,
  { seenCases }: StageDeps,
): Promise<Outcome<Results['match']> | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from cases where firm_id = ${firmId} and id = ${entered?.caseId ?? null}::uuid`.execute(trx)
  const [row] = rows
  if (!row || !entered || (seenCases && !(await seenCases(trx, [row.id])).has(row.id))) return undefined
  const sentence = `${row.name} was chosen by ${entered.by}.`
  return { kind: 'done', sentence, result: { caseIds: [row.id], chosenBy: entered.userId } }
}
