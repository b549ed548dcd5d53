import type { SigningWay } from './dkim.ts'

/**
 * How courts sign, by public notices of 2024 to 2026 in the tests of juriscraper and CourtListener: seldom every header
 * that says how the body is read. The server's tests sign by this table as well.
 */
export const signingWays = {
  /** CM/ECF from October 2024 to April 2025: 15 notices of bankruptcy courts and M.D. Fla. */
  cmecf2024: {
    canonicalization: 'simple/simple',
    headers: ['date', 'mime-version', 'from', 'to', 'message-id', 'subject', 'content-type', 'x-sbrs', 'x-remote-ip'],
  },
  /** CM/ECF since August 2025: D. Or. and Bankr. S.D. Ind. The type isn't covered. */
  cmecf2025: {
    canonicalization: 'relaxed/relaxed',
    headers: ['date', 'mime-version', 'from', 'to', 'message-id', 'subject'],
  },
  /** ACMS of the Second and Ninth Circuits, each header twice, so that none can be added. */
  acms: {
    canonicalization: 'relaxed/relaxed',
    headers: twice('content-transfer-encoding', 'content-type', 'date', 'from', 'mime-version', 'subject', 'to', 'cc'),
  },
  /** The Supreme Court, from Amazon SES. */
  scotus: {
    canonicalization: 'relaxed/simple',
    headers: [
      ...['from', 'to', 'subject', 'mime-version', 'content-type', 'content-transfer-encoding', 'message-id', 'date'],
    ],
  },
  /** The Texas courts of appeals, from Microsoft 365: base64, and the encoding isn't covered. */
  microsoft365: {
    canonicalization: 'relaxed/relaxed',
    headers: [
      ...['from', 'date', 'subject', 'message-id', 'content-type', 'mime-version', 'x-ms-exchange-senderadcheck'],
    ],
  },
  /** Mail servers that sign whatever says how a message is read. */
  whole: {
    canonicalization: 'relaxed/relaxed',
    headers: [
      ...['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type', 'content-transfer-encoding'],
    ],
  },
} as const satisfies Record<string, SigningWay>

export type SigningWayName = keyof typeof signingWays

function twice(...names: readonly string[]): string[] {
  return names.flatMap((name) => [name, name])
}
