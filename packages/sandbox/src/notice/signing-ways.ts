/** Which headers a signature covers, and which changes of white space it allows. */
export interface SigningWay {
  /** `relaxed` or `simple`, for the headers and for the body. */
  canonicalization: string
  headers: readonly string[]
}

/** How courts sign, by their public notices: seldom every header that says how the body is read. */
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
  /** ACMS of the Second and Ninth Circuits in 2025. */
  acms: {
    canonicalization: 'relaxed/relaxed',
    headers: ['content-transfer-encoding', 'content-type', 'date', 'from', 'mime-version', 'subject', 'to', 'cc'],
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
