import type { Message } from '../courts/message/message.ts'

/**
 * Whether a rule of the sender's mailbox sent the message on in their name, so that no one need have read what it quotes. A mailbox that the sender wrote to, and that passed their own message on unchanged, makes no difference.
 */
export function isForwardedByRule({ headers, to, cc }: Pick<Message, 'headers' | 'to' | 'cc'>): boolean {
  const values = (key: string) => headers.filter((each) => each.key === key).map(({ value }) => value.toLowerCase())
  // Exchange names each mailbox whose rule sent it on, to find loops.
  const passedBy = values('x-ms-exchange-inbox-rules-loop').flatMap((value) => value.split(/[\s,;<>]+/).filter(Boolean))
  const addressed = new Set([...to, ...cc].map(({ address }) => address.toLowerCase()))
  if (passedBy.length > 0) return passedBy.some((mailbox) => !addressed.has(mailbox))
  return (
    // RFC 3834, 5: a person's message has none, or "no".
    values('auto-submitted').some((value) => !/^\s*no\s*(?:[;(]|$)/.test(value)) ||
    [...values('autoforwarded'), ...values('x-ms-exchange-organization-autoforwarded')].some(
      (value) => value.trim() === 'true',
    ) ||
    values('x-ms-exchange-generated-message-source').some((value) => /mailbox rules agent/.test(value))
  )
}
