import type { Stage } from '../stage.ts'

/** Hands the recipients over; each becomes one delivery, unless the address was told of this filing before. */
export const deliverStage: Stage<'deliver'> = {
  name: 'deliver',
  run: async (work) => {
    const recipients = work.results.address?.recipients ?? []
    const names = recipients.map((recipient) => recipient.email).join(', ')
    return {
      kind: 'done',
      sentence: recipients.length > 0 ? `Told: ${names}.` : 'There is nobody to tell.',
      result: { planned: recipients },
    }
  },
}
