import { findCourt } from '../courts/directory/directory.ts'
import { shortCourtName } from '../courts/directory/short-name.ts'
import type { Behaviour } from '../records/behaviour.ts'

/** A jurisdiction named after its only court goes by that court's short name; other names are the firm's own words. */
export const jurisdictionBehaviour: Behaviour = {
  label: {
    fields: ['name', 'ecfxJurisdictionIds'],
    of: ({ name, ecfxJurisdictionIds: ids }) => {
      const [only, ...others] = Array.isArray(ids) ? ids : []
      const court = only !== undefined && others.length === 0 ? findCourt(String(only)) : undefined
      const isNamedAfterIt = court && plain(court.name) === plain(String(name ?? ''))
      return isNamedAfterIt ? shortCourtName(court) : String(name ?? '')
    },
  },
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}
