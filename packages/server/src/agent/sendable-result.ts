import { type AgentResult, longestOfAnswer } from '@courtcrier/contract/calls/agent-work.ts'

/**
 * An answer in a form that the server takes, whatever a DMS said: refused as invalid, it would count as no answer. An
 * address that is too long is left out, because part of it leads nowhere.
 */
export function sendableResult({
  retryAfterMs,
  sentence,
  remark,
  link,
  steps,
  plans,
  ...rest
}: AgentResult): AgentResult {
  const pauseMs = retryAfterMs === undefined ? Number.NaN : Math.min(Math.ceil(retryAfterMs), longestPauseMs)
  return {
    ...rest,
    ...(Number.isNaN(pauseMs) ? {} : { retryAfterMs: Math.max(0, pauseMs) }),
    ...(sentence === undefined ? {} : { sentence: sendable(sentence) }),
    ...(remark === undefined ? {} : { remark: sendable(remark) }),
    ...(link === undefined || link.length > longestOfAnswer.link ? {} : { link: plain(link) }),
    ...(plans && { plans: plans.map((plan) => plan.map(sendableProperty)) }),
    ...(steps && { steps: steps.map((step) => ({ ...step, sentence: sendable(step.sentence) })) }),
  }
}

type Planned = NonNullable<AgentResult['plans']>[number][number]

function sendableProperty({ property, name, value, why }: Planned): Planned {
  const short = (text: string | null) => (text === null ? null : plain(text.slice(0, longestOfAnswer.property)))
  return {
    property: short(property),
    name: short(name),
    value: short(value) ?? '',
    why: why === null ? null : sendable(why),
  }
}

/** A DMS that asks for more, in milliseconds, is asked after this. */
const longestPauseMs = 24 * 3_600_000

/** Cut before it is made well-formed: the cut may divide a character. */
function sendable(text: string): string {
  return plain(text.slice(0, longestOfAnswer.sentence))
}

function plain(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
