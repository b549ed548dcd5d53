import { findForeignAddresses } from '../firm/own-domains.ts'
import type { Behaviour } from './behaviour.ts'
import { touchedFields } from './touch.ts'
import { managesWalls } from './wall-reach.ts'

/**
 * A firm receives mail at its own domains only. What it had before it had domains may stay, though no mail comes by it.
 * The sentence is the same whether the address is another firm's or nobody's.
 */
export const firmBehaviour: Behaviour = {
  beforeSave: async (trx, { firmId, values, current }) => {
    const before = listOf(current?.incomingEmailAddresses)
    const addresses = listOf(values.incomingEmailAddresses).filter((address) => !before.includes(address))
    const foreign = await findForeignAddresses(trx, { firmId, addresses })
    return foreign.map((address) => ({ field: 'incomingEmailAddresses', code: `foreign_address:${address}` }))
  },
  // Whoever could turn the walls off would be held by none.
  whyBeyond: async (trx, touch) => {
    if (!touchedFields(touch).includes('internalWallsEnabled') || (await managesWalls(trx, touch))) return []
    return [{ field: 'internalWallsEnabled', code: 'walls_manager_only' }]
  },
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
