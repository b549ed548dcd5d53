import { Readable } from 'node:stream'

/**
 * How long the mail server may take for one email. A server that answers or takes a byte now and then is never silent
 * for long enough to end its connection.
 */
export interface SendLimits {
  /** To be ready for the email, to take it, and to answer after that. In milliseconds. */
  partMs: number
  /** In bytes a second: for what is sent of an email, the server gets as much longer as that takes at this rate. */
  leastRate: number
}

/** RFC 5321, 4.5.3.2 allows five minutes for the longest answer before an email. */
export const sendLimits: SendLimits = { partMs: 300_000, leastRate: 16_000 }

/**
 * How much of an email may still be in this machine when it is read to its end: an attachment that is read whole, which
 * is a third larger in an email, and what Linux buffers of a connection (net.ipv4.tcp_wmem).
 */
const bufferedBytes = 10_000_000

/** Watches the sending of one email. */
export interface SendWatch {
  /** Aborted when the server takes too long. */
  signal: AbortSignal
  /** Passes on the email, from the moment the server is ready for it. */
  follow: (email: Readable) => Readable
  /** What the server took too long for; undefined while it doesn't. */
  whyBrokenOff: () => string | undefined
  end: () => void
}

/** `whenRead` is called when the email is read to its end, before the end is sent. */
export function watchSending({ partMs, leastRate }: SendLimits, whenRead: () => void): SendWatch {
  const { allow, ...limit } = openLimit()
  const longer = (bytes: number) => (bytes / leastRate) * 1000
  async function* watched(email: Readable): AsyncGenerator<Buffer> {
    const began = performance.now()
    const lasted = () => performance.now() - began
    let bytes = 0
    const tooSlow = () => `took only ${Math.floor(bytes / 1000)} kB of the email in ${seconds(lasted())}`
    const allowMore = () => allow(Math.max(0, partMs + longer(bytes) - lasted()), tooSlow)
    allowMore()
    for await (const chunk of email) {
      yield chunk
      bytes += chunk.length
      allowMore()
    }
    whenRead()
    const ms = partMs + longer(Math.min(bytes, bufferedBytes))
    const unanswered = () =>
      `took longer than ${seconds(ms)} to answer once the whole email was on its way, so it may have been delivered`
    allow(ms, unanswered)
  }
  allow(partMs, () => `answers, but wasn't ready for the email after ${seconds(partMs)}`)
  return { ...limit, follow: (email) => Readable.from(watched(email), { objectMode: false }) }
}

/** A limit on what is going on, which replaces the one before it. */
function openLimit() {
  const abort = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let why: string | undefined
  let isOver = false
  return {
    signal: abort.signal,
    allow: (ms: number, problem: () => string) => {
      clearTimeout(timer)
      // An email whose connection ended is read a little further.
      if (isOver) return
      timer = setTimeout(() => {
        why = problem()
        abort.abort()
      }, ms)
    },
    whyBrokenOff: () => why,
    end: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`
}
