/** How many emails the mail server gets at the same time. */
export const mostConnections = 8

/** On whose behalf an email is sent; Courtcrier's own have no firm. */
export interface Sender {
  firmId?: number
  /** A digest or report, for which no one is waiting. */
  isScheduled?: boolean
}

/** The limits on what is being sent at the same time. */
export interface ConnectionShares {
  /** Connections to the mail server. */
  most: number
  /** Of one firm: fewer, so that emails that the server doesn't answer leave some to other firms. */
  mostOfFirm: number
  /** Digests and reports of all firms, so that emails about filings don't wait for them. */
  mostScheduled: number
}

interface Sending extends Sender {
  begin: () => void
}

/**
 * Returns `run` as it is called for a sender: at once while the limits allow it, otherwise when others are done. Emails
 * about filings go before scheduled ones, and those of the firm that is sending least go first.
 */
export function shareConnections(shares: ConnectionShares): <T>(sender: Sender, run: () => Promise<T>) => Promise<T> {
  const waiting: Sending[] = []
  const running = new Set<Sending>()
  const proceed = () => {
    for (let next = nextOf(waiting, running, shares); next; next = nextOf(waiting, running, shares)) {
      waiting.splice(waiting.indexOf(next), 1)
      running.add(next)
      next.begin()
    }
  }
  return async (sender, run) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const sending = { ...sender, begin: resolve }
    waiting.push(sending)
    proceed()
    await promise
    try {
      return await run()
    } finally {
      running.delete(sending)
      proceed()
    }
  }
}

function nextOf(
  waiting: readonly Sending[],
  running: ReadonlySet<Sending>,
  { most, mostOfFirm, mostScheduled }: ConnectionShares,
): Sending | undefined {
  if (running.size >= most) return undefined
  const all = [...running]
  const scheduled = all.filter(({ isScheduled }) => isScheduled).length
  const ofFirm = (firmId: number | undefined) => all.filter((sending) => sending.firmId === firmId).length
  const may = ({ firmId, isScheduled }: Sending) =>
    ofFirm(firmId) < mostOfFirm && !(isScheduled && scheduled >= mostScheduled)
  const rank = ({ firmId, isScheduled }: Sending) => (isScheduled ? most : 0) + ofFirm(firmId)
  return waiting
    .filter(may)
    .reduce<Sending | undefined>((best, each) => (best && rank(best) <= rank(each) ? best : each), undefined)
}
