import { rehearseItem } from '@courtcrier/contract/calls/inbox.ts'
import type { Notice } from '@courtcrier/contract/notice.ts'
import { ask } from '../../../session/ask.ts'
import { evidenceOf, type Fact } from './evidence.ts'

/** The preview of an item with the current rules, next to its actual results. */
export interface Rehearsal {
  steps: readonly { stage: string; outcome: string; sentence: string }[]
  was: Made
  now: Made & { notice: Partial<Notice> | null }
}

/** The effects of the notice; null if processing ended before that step. */
interface Made {
  cases: readonly { id: string; name: string; case_number: string }[] | null
  recipients: readonly { email: string; reason: string }[] | null
  policies: readonly { id: string; name: string }[] | null
}

/** One value, as it was and as it would be. */
export interface Comparison {
  labelKey: string
  was?: string
  now?: string
}

export async function fetchRehearsal(id: string, signal?: AbortSignal): Promise<Rehearsal> {
  return (await ask(rehearseItem, { id }, { signal })) as Rehearsal
}

/** Compares all actual and previewed values, in the order of the panel. */
export function compareMade(notice: Partial<Notice>, { was, now }: Rehearsal): Comparison[] {
  return [
    ...compareNotices(notice, now.notice ?? {}),
    ...pairUp(caseFacts(was), caseFacts(now)),
    ...pairUp(addressFacts(was), addressFacts(now)),
    ...pairUp(policyFacts(was), policyFacts(now)),
  ]
}

/** Compares two readings of one message. */
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

/** Pairs equal values of one label wherever they are in the list; the rest are paired in order. */
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
