/**
 * How long another server may take for one exchange. One that answers or takes a byte now and then is never silent for
 * long enough to end its connection.
 */
export interface Pace {
  /** For what doesn't depend on size: to be ready, and to answer. In milliseconds. */
  partMs: number
  /** In bytes a second: for what is sent and received, the server gets as much longer as that takes at this rate. */
  leastRate: number
}

/**
 * RFC 5321, 4.5.3.2 allows a mail server five minutes for the longest answer before an email. Amazon S3 may take minutes
 * to put an upload's parts together, and sends spaces until it has.
 */
export const usualPace: Pace = { partMs: 300_000, leastRate: 16_000 }

/** In milliseconds: how long an exchange with this many bytes may take. */
export function longestMs({ partMs, leastRate }: Pace, bytes: number): number {
  return partMs + (bytes / leastRate) * 1000
}
