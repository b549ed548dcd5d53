import type { Notice } from '@courtcrier/contract/notice.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { apiGet } from '../../../session/api.ts'
import { evidenceOf, type Fact } from './evidence.ts'

/** What today's rules would make of an item, beside what was made of it. */
export interface Rehearsal {
  steps: readonly { stage: string; outcome: string; sentence: string }[]
  was: Made
  now: Made & { notice: Partial<Notice> | null }
}

/** What followed from the notice; null where it did not come to that. */
interface Made {
  cases: readonly { id: string; name: string; case_number: string }[] | null
  recipients: readonly { email: string; reason: string }[] | null
  policies: readonly { id: string; name: string }[] | null
}

/** One thing, as it was made and as it would be made. */
export interface Comparison {
  labelKey: string
  was?: string
  now?: string
}

export async function fetchRehearsal(id: string, signal?: AbortSignal): Promise<Rehearsal> {
  const answer = await apiGet<AnyRow>(`/api/v1/inbox/${encodeURIComponent(id)}/rehearsal`, { signal })
  return answer as unknown as Rehearsal
}

/** Everything that was made or would be made, in the order of the panel. */
export function compareMade(notice: Partial<Notice>, { was, now }: Rehearsal): Comparison[] {
  return [
    ...compareNotices(notice, now.notice ?? {}),
    ...pairUp(caseFacts(was), caseFacts(now)),
    ...pairUp(addressFacts(was), addressFacts(now)),
    ...pairUp(policyFacts(was), policyFacts(now)),
  ]
}

/** What two readings of one message say. */
export function compareNotices(was: Partial<Notice>, now: Partial<Notice>): Comparison[] {
  return pairUp(allFacts(was), allFacts(now))
}

type Value = Pick<Fact, 'labelKey' | 'value'>

function allFacts(notice: Partial<Notice>): Value[] {
  const { facts, docketText, documents, recipients } = evidenceOf(notice)
  return [...facts, ...(docketText ? [docketText] : []), ...documents, ...recipients]
}

function caseFacts({ cases }: Made): Value[] {
  return (cases ?? []).map((entry) => ({
    labelKey: 'inbox.again.matched',
    value: `${entry.name} ${entry.case_number}`,
  }))
}

function addressFacts({ recipients }: Made): Value[] {
  return (recipients ?? []).map(({ email, reason }) => ({ labelKey: 'inbox.again.told', value: `${email}. ${reason}` }))
}

function policyFacts({ policies }: Made): Value[] {
  return (policies ?? []).map(({ name }) => ({ labelKey: 'inbox.again.filed', value: name }))
}

/** Equal values of one label meet wherever they stand in the list; what is left is paired in order. */
function pairUp(was: readonly Value[], now: readonly Value[]): Comparison[] {
  const rest = [...now]
  const take = (found: (value: Value) => boolean) => {
    const at = rest.findIndex(found)
    return at < 0 ? undefined : rest.splice(at, 1)[0]
  }
  const same = was.map((one) => take((other) => other.labelKey === one.labelKey && other.value === one.value))
  const pairs = was.map((one, index) => {
    const other = same[index] ?? take(({ labelKey }) => labelKey === one.labelKey)
    return { labelKey: one.labelKey, was: one.value, ...(other && { now: other.value }) }
  })
  return [...pairs, ...rest.map(({ labelKey, value }) => ({ labelKey, now: value }))]
}
