import type { AnyRow } from '@courtcrier/contract/resource.ts'
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
    search: ({ freeText, offset, max }) => {
      const words = freeText
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '')
      const found = searchable().filter(({ text }) => words.every((word) => text.includes(word)))
      return { rows: found.slice(offset, offset + max).map(({ row }) => row), total: found.length }
    },
  },
}

let entries: readonly { text: string; row: AnyRow }[] | undefined

function searchable(): readonly { text: string; row: AnyRow }[] {
  entries ??= allCourts().map((court) => {
    const row = rowOfCourt(court)
    return { row, text: [court.id, court.name, court.citation, court.code].join(' ').toLowerCase() }
  })
  return entries
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
