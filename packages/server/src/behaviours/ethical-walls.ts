import { firm } from '@courtcrier/contract/resources/firm.ts'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import type { Behaviour } from '../records/behaviour.ts'
import { isNoTimekeeper } from './wall-reach.ts'

/**
 * A wall must be around something, and someone who may end up behind one must not move it. A save without a user is
 * refused too: it might have been made by a user with a timekeeper.
 */
export const ethicalWallBehaviour: Behaviour = {
  // Every wall around a matter is itself behind the others around it, so that each write stamps them anew.
  takesTurns: true,
  beforeSave: async (_, { values, current }) => {
    const { matterId, clientId } = { ...current, ...values }
    if (matterId || clientId) return []
    return [{ field: 'matterId', code: 'matter_or_client_required', alsoReads: ['clientId'] }]
  },
  whyNotWritten: async (trx, writer) =>
    (await isNoTimekeeper(trx, writer)) ? undefined : 'Only users without a timekeeper may manage ethical walls.',
  // The firm's row says whether its walls are applied.
  afterSave: tellFirm,
  afterDelete: tellFirm,
}

async function tellFirm(trx: Trx, { firmId }: { firmId: number }): Promise<void> {
  await announce(trx, { firmId, entity: firm.name, ids: [String(firmId)] })
}
