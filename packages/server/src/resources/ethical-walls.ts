import { firm } from '@courtcrier/contract/resources/firm.ts'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import type { Behaviour } from './behaviour.ts'
import { isNoTimekeeper } from './wall-reach.ts'

/**
 * A wall must be around something, and whoever may end up behind one must not move it. A save without a user
 * is refused too: nobody could say that it was not made by one with a timekeeper.
 */
export const ethicalWallBehaviour: Behaviour = {
  beforeSave: async (_, { values, current }) => {
    const { matterId, clientId } = { ...current, ...values }
    return matterId || clientId ? [] : [{ field: 'matterId', code: 'matter_or_client_required' }]
  },
  whyNotWritten: async (trx, writer) =>
    (await isNoTimekeeper(trx, writer)) ? undefined : 'Only users without a timekeeper may manage ethical walls.',
  // The firm says whether its walls are applied.
  afterSave: tellFirm,
  afterDelete: tellFirm,
}

async function tellFirm(trx: Trx, { firmId }: { firmId: number }): Promise<void> {
  await announce(trx, { firmId, entity: firm.name, ids: [String(firmId)] })
}
