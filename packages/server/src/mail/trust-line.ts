/** The columns of an item that show who vouches for its sender. */
export interface SenderColumns {
  trust: string | null
  senderFlag: string | null
  senderProof: string | null
  vouchedBy: string | null
}

/**
 * Who vouches for a notice's sender, stated in every email about it: `Sent by the court, signature intact`, `Forwarded
 * by jane@firm.example`, `Vouched for by Jane Roe; sender not verified`. Empty if the sender hasn't been checked.
 */
export function trustLineOf({ trust, senderFlag, senderProof, vouchedBy }: SenderColumns): string {
  const isProven = (trust === 'verified' || trust === 'forwarded') && !senderFlag
  if (isProven) return senderProof ?? (trust === 'verified' ? 'Sent by the court' : 'Forwarded')
  if (vouchedBy) return `Trusted by ${vouchedBy}; ${senderFlag ? 'flagged as a probable fake' : 'sender not verified'}`
  return trust === null ? '' : 'Sender not verified'
}
