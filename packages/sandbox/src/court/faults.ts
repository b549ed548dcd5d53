import type { FaultRates } from '../profile.ts'
import { makeRandom } from '../random.ts'
import type { LinkKey } from './ledger.ts'

export type Fault = 'none' | 'slow' | 'serverError' | 'cutOff' | 'busy'

/** Decides from the seed what goes wrong with each link; transient faults happen once. */
export interface Faults {
  /** Whether someone opened this link before its owner. */
  isSpentBefore(filing: number, token: string): boolean
  /** Returns the fault for this request for a document: the filing's planned one, otherwise by chance. */
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
