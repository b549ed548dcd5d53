import type { FaultRates } from '../profile.ts'
import { makeRandom } from '../random.ts'
import type { LinkKey } from './ledger.ts'

export type Fault = 'none' | 'slow' | 'serverError' | 'cutOff' | 'busy'

/** Decides from the seed what goes wrong with which link; the transient faults happen once. */
export interface Faults {
  /** Whether somebody opened this link before its owner did. */
  isSpentBefore(filing: number, token: string): boolean
  /** What goes wrong with this request for a document: what the filing was made to show, else by chance. */
  next(key: LinkKey, planned?: Exclude<Fault, 'none'>): Fault
}

export function makeFaults(seed: string, rates: FaultRates): Faults {
  const happened = new Set<string>()
  return {
    isSpentBefore: (filing, token) => makeRandom(`${seed}/spent/${filing}/${token}`).chance(rates.spent),
    next: (key, planned) => {
      const id = `${key.courtDocumentId}/${key.token}`
      const fault = planned ?? chooseFault(makeRandom(`${seed}/fault/${id}`).next(), rates)
      if (fault === 'slow' || fault === 'none') return fault
      if (happened.has(id)) return 'none'
      happened.add(id)
      return fault
    },
  }
}

function chooseFault(fraction: number, rates: FaultRates): Fault {
  if (fraction < rates.slow) return 'slow'
  if (fraction < rates.slow + rates.serverError) return 'serverError'
  if (fraction < rates.slow + rates.serverError + rates.cutOff) return 'cutOff'
  return 'none'
}
