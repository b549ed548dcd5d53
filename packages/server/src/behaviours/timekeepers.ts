import type { Behaviour } from '../records/behaviour.ts'
import { touchedFields } from '../records/touch.ts'
import { isFreer } from './wall-reach.ts'

const addresses = ['email', 'additionalReceiptEmails']

/**
 * Email to a timekeeper passes the walls that the timekeeper passes, so a person behind a wall may not set its
 * addresses.
 */
export const timekeeperBehaviour: Behaviour = {
  whyBeyond: async (trx, touch) => {
    const { before, after, id } = touch
    const changed = touchedFields(touch).filter((key) => addresses.includes(key))
    const taken = before ? changed : changed.filter((key) => after?.[key] && String(after[key]) !== '')
    if (taken.length === 0 || !(await isFreer(trx, touch, id))) return []
    return taken.map((field) => ({ field, code: 'freed_of_wall' }))
  },
}
