import { domainOf } from '../courts/directory/look-alike.ts'
import type { Message } from '../courts/message/message.ts'
import type { CheckedMessage } from './sender-check.ts'

/**
 * Returns someone to whom a colleague wrote a message, if its signature says so and that they wrote it to no one at the
 * firm: who got it has it with the signature, and may have sent it here. Undefined if someone at the firm is among its
 * recipients, if it names none, or if the signature doesn't say.
 */
export async function findOtherReader(
  signed: Message | undefined,
  { message, origin, findInsider, receivesAt }: CheckedMessage,
): Promise<string | undefined> {
  if (!signed) return undefined
  const named = [...signed.to, ...signed.cc].map(({ address }) => address.toLowerCase()).filter((address) => address)
  if (named.length > mostRecipients) return undefined
  const own = domainOf(message.from?.address ?? '')
  const received = new Set(origin.recipients?.map((address) => address.toLowerCase()))
  // Colleagues write to their own firm most of the time, which then takes one question.
  for (const address of named.toSorted((one, other) => Number(domainOf(other) === own) - Number(domainOf(one) === own)))
    if (received.has(address) || (await findInsider(address)) || (await receivesAt(address))) return undefined
  return named[0]
}

/** Each takes a question to the database. */
const mostRecipients = 100
