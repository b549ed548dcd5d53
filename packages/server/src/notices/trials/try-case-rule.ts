import { client } from '@courtcrier/contract/resources/client.ts'
import { jurisdiction } from '@courtcrier/contract/resources/jurisdiction.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import type { Way } from '@courtcrier/contract/ways.ts'
import type { Trx } from '../../base/db/database.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { type Assigning, planByRule } from '../case-creation/plan-case.ts'
import { findPastNotices, type PastNotice } from './past-notices.ts'
import type { Tried } from './tried.ts'

/** What it reveals of the firm's records. */
export const waysOfCaseRule: Way = [
  [jurisdiction, 'ecfxJurisdictionIds'],
  [timekeeper, 'email'],
  [timekeeper, 'status'],
  [client, 'name'],
  [matter, 'clientId'],
  [matter, 'status'],
]

/** More dockets than this aren't tried: each takes several queries. */
const mostDockets = 200

/**
 * What a rule would have done with past notices of cases the firm didn't have: one line for each docket, its first notice
 * that proves its sender, as the others would have found the case.
 */
export async function tryCaseRule(
  trx: Trx,
  scope: SearchScope,
  rule: Assigning & { matterId: string | null },
): Promise<{ looked: number; caught: readonly Tried[] }> {
  const notices = await findPastNotices(trx, scope, 'match')
  const caught: Tried[] = []
  for (const { id, title, at, did, notice, isProven } of firstOfDockets(notices)) {
    const plan = isProven ? await planByRule(trx, scope, { notice, rule }) : unproven
    const would = 'because' in plan ? `No case would be made, because ${plan.because}.` : madeSentence(plan.values)
    caught.push({ id, title, at, did, would, isCaught: !('because' in plan) })
  }
  return { looked: notices.length, caught }
}

const unproven = { because: "the message doesn't prove its sender" }

function firstOfDockets(notices: readonly PastNotice[]): readonly PastNotice[] {
  const first = new Map<string, PastNotice>()
  for (const past of notices.filter(({ isOfNewCase }) => isOfNewCase)) {
    const docket = docketOf(past)
    if (past.isProven || !first.get(docket)?.isProven) first.set(docket, past)
  }
  return [...first.values()].slice(0, mostDockets)
}

function docketOf({ notice }: PastNotice): string {
  return JSON.stringify([notice.courtId.value, notice.cases.map(({ docketNumber }) => docketNumber.value)])
}

function madeSentence({ assignedTimekeepers: { length } }: { assignedTimekeepers: readonly string[] }): string {
  const who = length === 1 ? 'one timekeeper' : `${length} timekeepers`
  return `The case would be made and assigned to ${who}.`
}
