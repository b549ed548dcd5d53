/** What is known about the availability of something outside this process: the database, a mailbox, a mail server. */
export interface Outage {
  /** Undefined while it works. */
  current: () => CurrentOutage | undefined
  /** Whether there is an outage, or one ended within this many milliseconds. */
  endedWithin: (ms: number) => boolean
  subscribe: (listener: OutageListener) => () => void
}

export interface CurrentOutage {
  /** When it was noticed, by `performance.now()`. */
  since: number
  /** The reason, for people; contains none of the connection's settings. */
  reason: string
  /** How often it failed, including the first time. */
  failures: number
}

export interface OutageListener {
  began?: (outage: CurrentOutage) => void
  ended?: (outage: CurrentOutage & { lastedMs: number }) => void
}

/** For code that detects an outage: `begin` and `end` may be called repeatedly. */
export interface OutageRecord extends Outage {
  begin: (reason: string) => void
  end: () => void
}

export function recordOutages(): OutageRecord {
  const listeners = new Set<OutageListener>()
  let current: CurrentOutage | undefined
  let endedAt = Number.NEGATIVE_INFINITY
  return {
    current: () => current,
    endedWithin: (ms) => current !== undefined || performance.now() - endedAt < ms,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    begin: (reason) => {
      if (current) {
        current.failures++
        return
      }
      current = { since: performance.now(), reason, failures: 1 }
      for (const { began } of listeners) began?.(current)
    },
    end: () => {
      if (!current) return
      const over = current
      current = undefined
      endedAt = performance.now()
      for (const { ended } of listeners) ended?.({ ...over, lastedMs: endedAt - over.since })
    },
  }
}
