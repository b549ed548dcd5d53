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
  /**
   * Remembers that there is something at an address, so that it can be called whatever else its network calls: a
   * stranger can have the same provider call other addresses, and SNS gives a message up after a minute.
   */
  noteFound: (address: string) => void
}

interface RefusedCaller {
  network: string
  /** What is called, as it was sent. */
  address: string
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
  const found = new Set<string>()
  const counts = countByMinute(now)
  let unlogged = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  return {
    demand: (caller) => {
      if (caller.mailboxId === undefined && found.has(caller.address)) return
      const most = caller.mailboxId === undefined ? limits.unknown : limits.ofMailbox
      if (counts.now(keyOf(caller)) >= most) throw new ApiError('too_many_requests')
    },
    count: (caller) => {
      if (caller.mailboxId === undefined) found.delete(caller.address)
      counts.add(keyOf(caller))
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
    noteFound: (address) => {
      if (found.size < mostRemembered) found.add(address)
    },
  }
}

function countByMinute(now: () => number) {
  const counts = new Map<string, { since: number; count: number }>()
  const current = (key: string) => {
    const known = counts.get(key)
    return known && now() - known.since < minuteMs ? known : undefined
  }
  return {
    now: (key: string) => current(key)?.count ?? 0,
    add: (key: string) => {
      const known = current(key) ?? { since: now(), count: 0 }
      counts.delete(key)
      const [oldest] = counts.keys()
      if (counts.size >= mostRemembered && oldest !== undefined) counts.delete(oldest)
      counts.set(key, { ...known, count: known.count + 1 })
    },
  }
}

function keyOf({ network, mailboxId = '' }: Pick<RefusedCaller, 'network' | 'mailboxId'>): string {
  return `${mailboxId} ${network}`
}
