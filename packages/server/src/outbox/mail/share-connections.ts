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
  /** Of these, how many may be stuck for further ones to begin. */
  mostStuckOfDomain: number
  /** Of all firms to one domain: it may hang for each of them. */
  mostOfDomainInAll: number
  /** Digests and reports of all firms, so that emails about filings don't wait for them. */
  mostScheduled: number
  /**
   * In milliseconds: an email that has been under way for this long is stuck, and if all that another may use is, that
   * one is put off.
   */
  stuckMs: number
}

/** An email isn't sent now, because what it may use is stuck. */
export interface PutOff {
  waitMs: number
  /** Whether that is so of its domain alone, or of all that the firm, or everyone, may use of the mail server. */
  isOfDomain: boolean
}

/** Shares the connections to the mail server. */
export interface Connections {
  /**
   * Calls `run` at once while the limits allow it, otherwise when others are done, unless these are stuck. Emails about
   * filings go before scheduled ones, and those of the firm that is sending least go first.
   */
  share: <T>(email: Outgoing, run: () => Promise<T>) => Promise<T | PutOff>
  /** Whether an email would be put off, and for how long, in milliseconds. Tells each caller a later time. */
  putOff: (email: Outgoing) => PutOff | undefined
}

interface Sending extends Outgoing {
  /** When it began to wait, and then when it began to be sent, by `performance.now()`. */
  since: number
  begin: (putOff?: PutOff) => void
}

/** In milliseconds: the longest that an email is put off. */
const mostPutOff = 5 * 60_000
/** In milliseconds: a timer may be early by the other clock. */
const timerMs = 20

export function shareConnections(shares: ConnectionShares): Connections {
  const { waiting, running, proceed, putOff, look } = openLine(shares)
  return {
    putOff: (email) => putOff(email),
    share: async (email, run) => {
      const { promise, resolve } = Promise.withResolvers<PutOff | undefined>()
      const sending: Sending = { ...email, since: performance.now(), begin: resolve }
      waiting.push(sending)
      look()
      const found = await whenLong(promise, shares, look)
      if (found) return found
      try {
        return await whenLong(run(), shares, look)
      } finally {
        running.delete(sending)
        proceed()
      }
    },
  }
}

/** What waits and what is under way. `proceed` begins what may begin; `look` also puts off what would wait for too long. */
function openLine(shares: ConnectionShares) {
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
  const putOff = (email: Outgoing, since?: number) => {
    const stuck = findStuck([...running], { ...email, since }, shares)
    return stuck && { waitMs: book(email, stuck), isOfDomain: stuck.isOfDomain === true }
  }
  const look = () => {
    proceed()
    for (const each of [...waiting]) {
      const found = putOff(each, each.since)
      if (!found) continue
      waiting.splice(waiting.indexOf(each), 1)
      each.begin(found)
    }
  }
  return { waiting, running, proceed, putOff, look }
}

/** Calls `act` once this has taken long, unless it ends before. */
async function whenLong<T>(work: Promise<T>, { stuckMs }: ConnectionShares, act: () => void): Promise<T> {
  const timer = setTimeout(act, stuckMs + timerMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}

function isOld({ since }: { since: number }, stuckMs: number): boolean {
  return performance.now() - since >= stuckMs
}

/** Spreads the emails that are put off, so that a long backlog isn't tried again all at once. */
function openBookings({ stuckMs, mostOfDomain }: ConnectionShares): (email: Outgoing, stuck: Limit) => number {
  const bookings = new Map<string, number>()
  return ({ firmId, domain }, { isOfDomain }) => {
    const now = performance.now()
    for (const [key, until] of bookings) if (until < now) bookings.delete(key)
    const key = isOfDomain ? `${firmId} ${domain}` : String(firmId)
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
  mostStuck?: number
  isOfDomain?: true
}

function limitsOf(all: readonly Sending[], email: Outgoing, shares: ConnectionShares): readonly Limit[] {
  const { most, mostAside, mostOwn, mostOfFirm, mostOfDomainInAll, mostScheduled } = shares
  const { mostOfDomain, mostStuckOfDomain: mostStuck } = shares
  const isOwn = email.firmId === undefined
  const ofFirm = all.filter(({ firmId }) => firmId === email.firmId)
  const toDomain = all.filter(({ firmId, domain }) => firmId !== undefined && domain === email.domain)
  const alike = toDomain.filter(({ firmId }) => firmId === email.firmId)
  const isOfDomain = true
  const scheduled = all.filter(({ isScheduled }) => isScheduled)
  return [
    ...(isOwn ? [] : [{ group: alike, usual: mostOfDomain, most: mostOfDomain, mostStuck, isOfDomain } as const]),
    ...(isOwn ? [] : [{ group: toDomain, usual: mostOfDomainInAll, most: mostOfDomainInAll, isOfDomain } as const]),
    ...(email.isScheduled ? [{ group: scheduled, usual: mostScheduled, most: mostScheduled + mostAside / 2 }] : []),
    { group: ofFirm, usual: mostOfFirm, most: mostOfFirm + mostAside / 2 },
    { group: all, usual: most, most: most + mostAside - (isOwn ? 0 : mostOwn) },
  ]
}

function isReached({ group, usual, most, mostStuck = most }: Limit, { stuckMs }: ConnectionShares): boolean {
  const stuck = group.filter((each) => isOld(each, stuckMs)).length
  if (group.length >= most || stuck >= mostStuck) return true
  return group.length - stuck + Math.min(stuck, Math.floor(usual / 2)) >= usual
}

/**
 * Returns what an email may wait for too long: a limit reached by emails that are all stuck, or half of them if it has
 * waited as long itself. Courtcrier's own emails are never put off.
 */
function findStuck(
  all: readonly Sending[],
  email: Outgoing & { since?: number | undefined },
  shares: ConnectionShares,
): Limit | undefined {
  const { firmId, since } = email
  if (firmId === undefined) return undefined
  const hasWaited = since !== undefined && isOld({ since }, shares.stuckMs)
  return limitsOf(all, email, shares).find((limit) => {
    const stuck = limit.group.filter((each) => isOld(each, shares.stuckMs)).length
    return isReached(limit, shares) && stuck >= (hasWaited ? limit.group.length / 2 : limit.group.length)
  })
}
