interface Counted {
  since: number
  count: number
}

/** Keys that there aren't, per minute and network: a program with a wrong one tries again, and a list of guesses is longer. */
const mostPerMinute = 60
const minuteMs = 60_000
const mostRemembered = 10_000

/** Counts keys that there aren't by the network they are sent from: each costs a look into the database. */
export function countUnknownKeys(now: () => Date) {
  const counts = new Map<string, Counted>()
  const current = (network: string): Counted | undefined => {
    const found = counts.get(network)
    return found && now().getTime() - found.since < minuteMs ? found : undefined
  }
  return {
    /** Whether so many came from the network within a minute that no more are looked up. */
    areTooMany: (network: string): boolean => (current(network)?.count ?? 0) >= mostPerMinute,
    add: (network: string): void => {
      const found = current(network)
      if (found) found.count += 1
      else {
        counts.delete(network)
        const [oldest] = counts.keys()
        if (counts.size >= mostRemembered && oldest !== undefined) counts.delete(oldest)
        counts.set(network, { since: now().getTime(), count: 1 })
      }
    },
  }
}
