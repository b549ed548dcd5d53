/** How many emails the mail server gets at the same time, with those that it doesn't answer. */
export const mostConnections = 16

/** How many of them an account of a firm has: Exchange Online allows three per mailbox. */
export const mostOfAccount = 3

/** On whose behalf an email is sent; Courtcrier's own have no firm. */
export interface Sender {
  firmId?: number
  /** A digest or report, for which no one is waiting. */
  isScheduled?: boolean
}

/** An email to be sent, with the domain of its recipient. */
export interface Outgoing extends Sender {
  domain: string
}

/**
 * The limits on what is being sent at the same time. An email that has been under way for long is stuck: the mail server
 * may not answer it before it is given up. Such emails use at most half of what a limit allows; others get connections
 * in place of the rest.
 */
export interface ConnectionShares {
  /** Connections to the mail server. */
  most: number
  /** Further ones, in place of those that are stuck. */
  mostAside: number
  /** How many of all these only Courtcrier's own emails get: whatever hangs, passwords can be reset. */
  mostOwn: number
  /** Of one firm: fewer, so that emails that the server doesn't answer leave some to other firms. */
  mostOfFirm: number
  /** Of one firm to one domain: fewer, so that they leave some to the firm's other emails. */
  mostOfDomain: number
  /** Of all firms to one domain: it may hang for each of them. */
  mostOfDomainInAll: number
  /** Digests and reports of all firms, so that emails about filings don't wait for them. */
  mostScheduled: number
  /**
   * In milliseconds: an email that has been under way for this long is stuck, and if all of a firm to a domain are,
   * further ones are put off.
   */
  stuckMs: number
}

/** An email isn't sent now, because those to the same domain are stuck. */
export interface PutOff {
  waitMs: number
}

/** Shares the connections to the mail server. */
export interface Connections {
  /**
   * Calls `run` at once while the limits allow it, otherwise when others are done, unless their domain is stuck. Emails
   * about filings go before scheduled ones, and those of the firm that is sending least go first.
   */
  share: <T>(email: Outgoing, run: () => Promise<T>) => Promise<T | PutOff>
  /** Whether an email would be put off, and for how long, in milliseconds. Tells each caller a later time. */
  putOff: (email: Outgoing) => PutOff | undefined
}

interface Sending extends Outgoing {
  /** By `performance.now()`; 0 while it waits. */
  since: number
  begin: (putOff?: PutOff) => void
}

/** In milliseconds: the longest that an email is put off. */
const mostPutOff = 5 * 60_000
/** In milliseconds: a timer may be early by the other clock. */
const timerMs = 20

export function shareConnections(shares: ConnectionShares): Connections {
  const waiting: Sending[] = []
  const running = new Set<Sending>()
  const book = openBookings(shares)
  const proceed = () => {
    for (let next = nextOf(waiting, running, shares); next; next = nextOf(waiting, running, shares)) {
      waiting.splice(waiting.indexOf(next), 1)
      running.add(next)
      next.since = performance.now()
      next.begin()
    }
  }
  const putOff = (email: Outgoing) => (isStuck(running, email, shares) ? { waitMs: book(email) } : undefined)
  const releaseStuck = () => {
    proceed()
    for (const each of waiting.filter((email) => isStuck(running, email, shares))) {
      waiting.splice(waiting.indexOf(each), 1)
      each.begin(putOff(each))
    }
  }
  return {
    putOff,
    share: async (email, run) => {
      const { promise, resolve } = Promise.withResolvers<PutOff | undefined>()
      const sending: Sending = { ...email, since: 0, begin: resolve }
      waiting.push(sending)
      releaseStuck()
      const found = await promise
      if (found) return found
      const timer = setTimeout(releaseStuck, shares.stuckMs + timerMs)
      try {
        return await run()
      } finally {
        clearTimeout(timer)
        running.delete(sending)
        proceed()
      }
    },
  }
}

/** Courtcrier's own emails are never put off. */
function isAlike(a: Outgoing, b: Outgoing): boolean {
  return a.firmId !== undefined && a.firmId === b.firmId && a.domain === b.domain
}

function isStuck(running: ReadonlySet<Sending>, email: Outgoing, { mostOfDomain, stuckMs }: ConnectionShares): boolean {
  const alike = [...running].filter((each) => isAlike(each, email))
  return alike.length >= mostOfDomain && alike.every((each) => isOld(each, stuckMs))
}

function isOld({ since }: Sending, stuckMs: number): boolean {
  return performance.now() - since >= stuckMs
}

/** Spreads the emails that are put off, so that a long backlog isn't tried again all at once. */
function openBookings({ stuckMs, mostOfDomain }: ConnectionShares): (email: Outgoing) => number {
  const bookings = new Map<string, number>()
  return ({ firmId, domain }) => {
    const now = performance.now()
    for (const [key, until] of bookings) if (until < now) bookings.delete(key)
    const key = `${firmId} ${domain}`
    const next = Math.max(bookings.get(key) ?? 0, now + stuckMs) + stuckMs / mostOfDomain
    bookings.set(key, Math.min(next, now + mostPutOff))
    return Math.round(Math.min(next, now + mostPutOff) - now)
  }
}

function nextOf(
  waiting: readonly Sending[],
  running: ReadonlySet<Sending>,
  shares: ConnectionShares,
): Sending | undefined {
  const all = [...running]
  const rank = ({ firmId, isScheduled }: Sending) =>
    (isScheduled ? mostConnections : 0) + all.filter((each) => each.firmId === firmId).length
  return waiting
    .filter((email) => !limitsOf(all, email, shares).some((limit) => isReached(limit, shares)))
    .reduce<Sending | undefined>((best, each) => (best && rank(best) <= rank(each) ? best : each), undefined)
}

/** What an email counts for, with what else is under way and counts for it. */
interface Limit {
  group: readonly Sending[]
  /** How many it may be if none is stuck. */
  usual: number
  /** How many it may be at most. */
  most: number
}

function limitsOf(all: readonly Sending[], email: Outgoing, shares: ConnectionShares): readonly Limit[] {
  const { most, mostAside, mostOwn, mostOfFirm, mostOfDomain, mostOfDomainInAll, mostScheduled } = shares
  const isOwn = email.firmId === undefined
  const ofFirm = all.filter(({ firmId }) => firmId === email.firmId)
  const toDomain = all.filter(({ firmId, domain }) => firmId !== undefined && domain === email.domain)
  const alike = ofFirm.filter((each) => isAlike(each, email))
  const scheduled = all.filter(({ isScheduled }) => isScheduled)
  return [
    { group: all, usual: most, most: most + mostAside - (isOwn ? 0 : mostOwn) },
    { group: ofFirm, usual: mostOfFirm, most: mostOfFirm + mostAside / 2 },
    ...(isOwn ? [] : [{ group: toDomain, usual: mostOfDomainInAll, most: mostOfDomainInAll }]),
    { group: alike, usual: mostOfDomain, most: mostOfDomain },
    ...(email.isScheduled ? [{ group: scheduled, usual: mostScheduled, most: mostScheduled + mostAside / 2 }] : []),
  ]
}

function isReached({ group, usual, most }: Limit, { stuckMs }: ConnectionShares): boolean {
  const stuck = group.filter((each) => isOld(each, stuckMs)).length
  return group.length >= most || group.length - stuck + Math.min(stuck, Math.floor(usual / 2)) >= usual
}
