/** The columns of an item that say who stands for its sender. */
export interface SenderColumns {
  trust: string | null
  senderFlag: string | null
  senderProof: string | null
  vouchedBy: string | null
}

/**
 * Who stands for the sender of a notice, as every mail about it says: `Sent by the court, signature intact`,
 * `Forwarded by jane@firm.example`, `Vouched for by Jane Roe; sender not verified`. Empty where nothing is known of a sender.
 */
export function trustLineOf({ trust, senderFlag, senderProof, vouchedBy }: SenderColumns): string {
  const isProven = (trust === 'verified' || trust === 'forwarded') && !senderFlag
  if (isProven) return senderProof ?? (trust === 'verified' ? 'Sent by the court' : 'Forwarded')
  if (vouchedBy)
    return `Vouched for by ${vouchedBy}; ${senderFlag ? 'flagged as a probable fake' : 'sender not verified'}`
  return trust === null ? '' : 'Sender not verified'
}
