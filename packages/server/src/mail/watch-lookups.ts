import type { DnsResolver } from './delivering-server.ts'
import { isAbsence, type Resolve } from './dns-gateway.ts'

/**
 * What one message may ask the DNS: ten times what a court's needs. A message's author chooses the names, and with 20
 * signatures, an SPF record and a chain of seals could have name servers asked hundreds of times.
 */
export const mostLookups = 60

export interface WatchedLookups {
  resolve: DnsResolver
  /** Whether a question had no answer. */
  hasTrouble: () => boolean
  /** Throws if the message asked for more; those questions weren't sent. */
  demandWithin: () => void
}

/** Counts the questions to the DNS about one message, and refuses them beyond `most`. */
export function watchLookups(resolve: Resolve, most: number): WatchedLookups {
  let count = 0
  let hasTrouble = false
  const tooMany = () => new Error(`it names more than ${most} records of the DNS`)
  return {
    hasTrouble: () => hasTrouble,
    demandWithin: () => {
      if (count > most) throw tooMany()
    },
    resolve: async (name, type) => {
      if (++count > most) throw tooMany()
      try {
        return (await resolve(name, type)) as string[][] | string[]
      } catch (error) {
        if (!isAbsence(error)) hasTrouble = true
        throw error
      }
    },
  }
}
