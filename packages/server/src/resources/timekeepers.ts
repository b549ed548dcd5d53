import type { Behaviour } from './behaviour.ts'
import { touchedFields } from './touch.ts'
import { isFreer } from './wall-reach.ts'

const addresses = ['email', 'additionalReceiptEmails']

/** What is mailed to a timekeeper goes through the walls that let the timekeeper through. */
export const timekeeperBehaviour: Behaviour = {
  whyBeyond: async (trx, touch) => {
    const { before, after, id } = touch
    const changed = touchedFields(touch).filter((key) => addresses.includes(key))
    const taken = before ? changed : changed.filter((key) => after?.[key] && String(after[key]) !== '')
    if (taken.length === 0 || !(await isFreer(trx, touch, id))) return []
    return taken.map((field) => ({ field, code: 'freed_of_wall' }))
  },
}
