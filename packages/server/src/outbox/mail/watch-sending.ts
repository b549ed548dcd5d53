import { Readable } from 'node:stream'
import { longestMs, type Pace } from '@courtcrier/lib/pace.ts'

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

/**
 * The server may take as long as the pace says to be ready for the email, to take it, and to answer after that.
 * `whenRead` is called when the email is read to its end, before the end is sent.
 */
export function watchSending(pace: Pace, whenRead: () => void): SendWatch {
  const { allow, ...limit } = openLimit()
  async function* watched(email: Readable): AsyncGenerator<Buffer> {
    const began = performance.now()
    const lasted = () => performance.now() - began
    let bytes = 0
    const tooSlow = () => `took only ${Math.floor(bytes / 1000)} kB of the email in ${seconds(lasted())}`
    const allowMore = () => allow(Math.max(0, longestMs(pace, bytes) - lasted()), tooSlow)
    allowMore()
    for await (const chunk of email) {
      yield chunk
      bytes += chunk.length
      allowMore()
    }
    whenRead()
    const ms = longestMs(pace, Math.min(bytes, bufferedBytes))
    const unanswered = () =>
      `took longer than ${seconds(ms)} to answer once the whole email was on its way, so it may have been delivered`
    allow(ms, unanswered)
  }
  allow(pace.partMs, () => `answers, but wasn't ready for the email after ${seconds(pace.partMs)}`)
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
