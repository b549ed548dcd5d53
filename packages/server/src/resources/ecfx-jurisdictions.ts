import type { Role } from '@courtcrier/contract/access.ts'
import { type AnyRow, fieldAccess } from '@courtcrier/contract/resource.ts'
import { ecfxJurisdiction } from '@courtcrier/contract/resources/ecfx-jurisdiction.ts'
import type { Court } from '../courts/court.ts'
import { allCourts, findCourt } from '../courts/directory.ts'
import type { Behaviour } from './behaviour.ts'

/** The court directory: the same rows for every firm, from the program itself. */
export const courtBehaviour: Behaviour = {
  source: {
    find: (id) => {
      const court = findCourt(id)
      return court && rowOfCourt(court)
    },
    search: ({ freeText, offset, max }, role) => {
      const words = freeText
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '')
      const keys = searchedKeys(role)
      const found = allRows().filter((row) => {
        const text = keys
          .map((key) => row[key] ?? '')
          .join(' ')
          .toLowerCase()
        return words.every((word) => text.includes(word))
      })
      return { rows: found.slice(offset, offset + max), total: found.length }
    },
  },
}

/** The id is how people know many courts; the others are those the definition says. */
function searchedKeys(role: Role): readonly string[] {
  const keys = Object.entries(ecfxJurisdiction.fields).flatMap(([key, field]) => (field.search ? [key] : []))
  return ['id', ...keys].filter((key) => fieldAccess(ecfxJurisdiction, key, role) !== 'DENY')
}

let rows: readonly AnyRow[] | undefined

function allRows(): readonly AnyRow[] {
  rows ??= allCourts().map(rowOfCourt)
  return rows
}

/** The directory has no history; its rows bear the day the epoch began. */
const epoch = new Date(0).toISOString()

function rowOfCourt(court: Court): AnyRow {
  return {
    id: court.id,
    createdAt: epoch,
    updatedAt: epoch,
    name: court.name,
    abbreviation: court.code || null,
    citation: court.citation || null,
    courtType: court.type,
    state: court.state || null,
    timeZone: court.timeZone,
  }
}
