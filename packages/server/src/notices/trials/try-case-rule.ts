import type { NoticeTrial, Tried } from '@courtcrier/contract/calls/trials.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { jurisdiction } from '@courtcrier/contract/resources/jurisdiction.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import type { Way } from '@courtcrier/contract/ways.ts'
import type { Trx } from '../../base/db/database.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { type Assigning, planByRule } from '../case-creation/plan-case.ts'
import { type Extent, type LookBack, openTally } from './look-back.ts'
import { besideSteps, findWholeNotices, lookAtNotices, type PastNotice } from './past-notices.ts'

/** What it reveals of the firm's records. */
export const waysOfCaseRule: Way = [
  [jurisdiction, 'ecfxJurisdictionIds'],
  [timekeeper, 'email'],
  [timekeeper, 'status'],
  [client, 'name'],
  [matter, 'clientId'],
  [matter, 'status'],
]

/** Each docket takes several queries, so a transaction tries only some. */
const docketsAtOnce = 20

/** A case rule as it is tried. */
export type CaseRuleDraft = Assigning & { matterId: string | null }

/** What a rule would have done with past notices. */
export interface FoundByCaseRule extends NoticeTrial {
  /** How many dockets there was no time to try it on. */
  untried?: number
}

/**
 * What a rule would have done with past notices of cases the firm didn't have: one line for each docket, its first notice
 * that proves its sender, as the others would have found the case.
 */
export async function tryCaseRule(looking: LookBack<FoundByCaseRule>, rule: CaseRuleDraft): Promise<FoundByCaseRule> {
  const { scope, within } = looking
  const firsts: Firsts = new Map()
  const look = (notices: readonly PastNotice[]) => noteFirsts(firsts, notices)
  // Which notice is a docket's first is known in the end.
  const soFar = async (extent: Extent) => ({ ...extent, count: 0, caught: [], ...untriedOf(firsts.size) })
  const extent = extentOf(await lookAtNotices(looking, look, soFar))
  const dockets = [...firsts.values()]
  const tally = openTally<Omit<Tried, 'did'>>()
  const hasTime = looking.startTime()
  let tried = 0
  const answer = async () => {
    const caught = await within((trx) => besideSteps(trx, scope, { stage: 'match', tried: tally.shown() }))
    return { ...extent, count: tally.count(), caught, ...untriedOf(dockets.length - tried) }
  }
  while (tried < dockets.length && (tried === 0 || hasTime())) {
    const some = dockets.slice(tried, tried + docketsAtOnce)
    for (const { isCaught, ...each } of await within((trx) => tryDockets(trx, scope, { rule, dockets: some })))
      tally.add(each, isCaught)
    tried += some.length
    await looking.report?.(answer)
  }
  return answer()
}

function untriedOf(untried: number): Pick<FoundByCaseRule, 'untried'> {
  return untried > 0 ? { untried } : {}
}

function extentOf({ looked, left }: FoundByCaseRule): Extent {
  return { looked, ...(left && { left }) }
}

type First = Pick<PastNotice, 'id' | 'title' | 'at' | 'isProven'>

/** By their dockets. */
type Firsts = Map<string, First>

function noteFirsts(firsts: Firsts, notices: readonly PastNotice[]): void {
  for (const past of notices.filter(({ isOfNewCase }) => isOfNewCase)) {
    const docket = docketOf(past)
    const known = firsts.get(docket)
    const { id, title, at, isProven } = past
    if (isProven || !known?.isProven) firsts.set(docket, { id, title, at, isProven })
  }
}

async function tryDockets(
  trx: Trx,
  scope: SearchScope,
  { rule, dockets }: { rule: CaseRuleDraft; dockets: readonly First[] },
): Promise<readonly (Omit<Tried, 'did'> & { isCaught: boolean })[]> {
  const notices = await findWholeNotices(
    trx,
    scope,
    dockets.map(({ id }) => id),
  )
  const tried: (Omit<Tried, 'did'> & { isCaught: boolean })[] = []
  for (const { id, title, at, isProven } of dockets) {
    const notice = notices.get(id)
    const plan = notice && isProven ? await planByRule(trx, scope, { notice, rule }) : unproven
    tried.push({ id, title, at, would: plannedSentence(plan), isCaught: !('because' in plan) })
  }
  return tried
}

/** Says what becomes of a notice without a case by a rule. */
export function plannedSentence(plan: Awaited<ReturnType<typeof planByRule>>): string {
  return 'because' in plan ? `No case would be made, because ${plan.because}.` : madeSentence(plan.values)
}

export const unproven = { because: "the message doesn't prove its sender" }

function docketOf({ notice }: PastNotice): string {
  return JSON.stringify([notice.courtId.value, notice.cases.map(({ docketNumber }) => docketNumber.value)])
}

function madeSentence({ assignedTimekeepers: { length } }: { assignedTimekeepers: readonly string[] }): string {
  const who = length === 1 ? 'one timekeeper' : `${length} timekeepers`
  return `The case would be made and assigned to ${who}.`
}
