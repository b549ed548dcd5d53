import type { BodyEncoding, BodyType } from '../message/signed-reading.ts'
import entries from './data/sending-habits.json' with { type: 'json' }

/** The types and encodings that a sender's notices always have. */
export interface SendingHabit {
  types: readonly BodyType[]
  encodings: readonly BodyEncoding[]
}

/** Returns the habit of the senders in a domain; undefined if none is known. Without one, the body itself decides. */
export function findSendingHabit(domain: string): SendingHabit | undefined {
  const name = domain.toLowerCase()
  const isWithin = (suffix: string) => name === suffix || name.endsWith(`.${suffix}`)
  const found = entries.find(({ domains }) => domains.some(isWithin))
  return found && { types: found.types as BodyType[], encodings: found.encodings as BodyEncoding[] }
}
