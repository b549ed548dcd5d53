import { isAdmin } from '@courtcrier/contract/access.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { findForeignAddresses } from '../mail/own-domains.ts'
import type { Behaviour } from '../records/behaviour.ts'
import { type Touch, touchedFields } from '../records/touch.ts'
import { findStatusProblems } from './case-statuses.ts'
import { findSignOnProblems } from './sign-on-type.ts'
import { managesWalls } from './wall-reach.ts'

/**
 * No domain is both accepted and ignored. A firm receives mail only at its own domains. Addresses from before it had
 * domains may stay, though they receive nothing. The sentence is the same whether the address belongs to another firm or to no one.
 */
export const firmBehaviour: Behaviour = {
  beforeSave: async (trx, save) => {
    const { firmId, values, current } = save
    const before = listOf(current?.incomingEmailAddresses)
    const addresses = listOf(values.incomingEmailAddresses).filter((address) => !before.includes(address))
    const both = domainsInBoth({ ...current, ...values })
    const foreign = await findForeignAddresses(trx, { firmId, addresses })
    return [
      ...(await findStatusProblems(trx, save)),
      ...(await findSignOnProblems(trx, save)),
      ...(both.length > 0 ? [{ field: 'ignoredEmailDomains', code: `accepted_too:${both.join(', ')}` }] : []),
      ...foreign.map((address) => ({ field: 'incomingEmailAddresses', code: `foreign_address:${address}` })),
    ]
  },
  updateSentence: ({ internalWallsEnabled: walls }) => {
    if (walls === undefined) return 'The firm information was changed.'
    return walls ? 'Ethical walls were turned on.' : 'Ethical walls were turned off: they restrict no one.'
  },
  // Someone who could turn the walls off could get around all of them.
  whyBeyond: async (trx, touch) => {
    const ofAdministrators = whyNotAdministrator(touch)
    if (!touchedFields(touch).includes('internalWallsEnabled') || (await managesWalls(trx, touch)))
      return ofAdministrators
    return [...ofAdministrators, { field: 'internalWallsEnabled', code: 'walls_manager_only' }]
  },
}

/** How everyone signs in, and whose word about a message's sender is believed, is for administrators to decide. */
function whyNotAdministrator(touch: Touch): Problem[] {
  if (isAdmin(touch.writer.role)) return []
  const touched = touchedFields(touch)
  return ['signonType', 'trustedForwarders']
    .filter((field) => touched.includes(field))
    .map((field) => ({ field, code: 'administrators_only' }))
}

/** The accepted list admits what the other refuses: neither could be relied on. */
function domainsInBoth({ acceptedEmailDomains, ignoredEmailDomains }: AnyRow): readonly string[] {
  const accepted = listOf(acceptedEmailDomains).map((domain) => domain.toLowerCase())
  return listOf(ignoredEmailDomains).filter((domain) => accepted.includes(domain.toLowerCase()))
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
