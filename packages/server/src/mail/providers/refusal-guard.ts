import { ApiError } from '@courtcrier/contract/errors.ts'
import type { Services } from '../../base/services.ts'

/** Refused calls per minute from one network to addresses that there aren't, and to one mailbox: providers repeat theirs. */
export interface RefusalLimits {
  unknown: number
  ofMailbox: number
}

export interface RefusalGuard {
  /** Throws `too_many_requests` if the network had too many calls refused in the last minute. */
  demand: (caller: RefusedCaller) => void
  count: (caller: RefusedCaller) => void
}

interface RefusedCaller {
  network: string
  /** Absent if there is none at the address. */
  mailboxId?: string
}

const usualLimits: RefusalLimits = { unknown: 30, ofMailbox: 300 }
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const mostRemembered = 10_000

/** Counts refused calls, limits them by network, and logs at most once an hour how many there were. */
export function guardRefusals(
  { log, metrics }: Pick<Services, 'log' | 'metrics'>,
  { limits = usualLimits, now = () => performance.now() }: { limits?: RefusalLimits; now?: () => number } = {},
): RefusalGuard {
  const counts = new Map<string, { since: number; count: number }>()
  let unlogged = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  const countOf = (key: string) => {
    const known = counts.get(key)
    if (known && now() - known.since < minuteMs) return known
    counts.delete(key)
    const [oldest] = counts.keys()
    if (counts.size >= mostRemembered && oldest !== undefined) counts.delete(oldest)
    const fresh = { since: now(), count: 0 }
    counts.set(key, fresh)
    return fresh
  }
  return {
    demand: (caller) => {
      const most = caller.mailboxId === undefined ? limits.unknown : limits.ofMailbox
      if ((counts.has(keyOf(caller)) ? countOf(keyOf(caller)).count : 0) >= most)
        throw new ApiError('too_many_requests')
    },
    count: (caller) => {
      countOf(keyOf(caller)).count += 1
      metrics.messagesReceived.inc({ via: 'provider', answer: 'refused' })
      unlogged += 1
      if (now() - loggedAt < hourMs) return
      log.warn(
        { refused: unlogged, network: caller.network, mailbox: caller.mailboxId },
        'calls of mail providers were refused',
      )
      loggedAt = now()
      unlogged = 0
    },
  }
}

function keyOf({ network, mailboxId = '' }: RefusedCaller): string {
  return `${mailboxId} ${network}`
}
