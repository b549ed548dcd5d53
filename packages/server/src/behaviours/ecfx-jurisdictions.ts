import type { Role } from '@courtcrier/contract/access.ts'
import type { Filter, RangeFilter, SearchQuery } from '@courtcrier/contract/query.ts'
import { type AnyRow, fieldAccess } from '@courtcrier/contract/resource.ts'
import { ecfxJurisdiction } from '@courtcrier/contract/resources/ecfx-jurisdiction.ts'
import { offsetAt } from '@courtcrier/lib/zoned-time.ts'
import { type Court, inBluebookForm } from '../courts/directory/court.ts'
import { allCourts, findCourt } from '../courts/directory/directory.ts'
import { shortCourtName } from '../courts/directory/short-name.ts'
import type { Behaviour } from '../records/behaviour.ts'

/** The court directory: the same rows for every firm, from the program itself. */
export const courtBehaviour: Behaviour = {
  label: {
    fields: ['name', 'citation'],
    of: ({ name, citation }) => String(citation ?? name),
  },
  source: {
    find: (id) => {
      const court = findCourt(id)
      return court && rowOfCourt(court)
    },
    search: (query, role) => {
      const keys = searchedKeys(role)
      const found = allRows().flatMap((row) => {
        const rank = query.filters.every((filter) => fulfills(row, filter))
          ? rankOf(row, keys, query.freeText)
          : undefined
        return rank === undefined ? [] : [{ row, rank }]
      })
      const [first] = query.sort
      // Only the default order is ranked: a user who sorts by a column wants exactly that order.
      const isRanked = query.freeText !== '' && first?.field === 'name' && !first.isDescending
      const sorted = found.toSorted((a, b) => (isRanked ? a.rank - b.rank : 0) || compareRows(a.row, b.row, query.sort))
      return {
        rows: sorted.slice(query.offset, query.offset + query.max).map(({ row }) => row),
        total: found.length,
      }
    },
  },
}

/** Many courts are known by their ID; the other searched fields are those of the definition. */
function searchedKeys(role: Role): readonly string[] {
  const keys = Object.entries(ecfxJurisdiction.fields).flatMap(([key, field]) => (field.search ? [key] : []))
  return ['id', ...keys].filter((key) => fieldAccess(ecfxJurisdiction, key, role) !== 'DENY')
}

/** Short names of a court; a court whose short name was typed is listed first. */
const shortKeys = ['id', 'abbreviation', 'citation']

/**
 * 0 for a court with exactly this name, 1 if every word is found, 2 if that court no longer sits, undefined if a word
 * is missing. Periods and spaces don't matter in a citation: "N.D. Cal.", "ND Cal" and "NDCal" are the same.
 */
function rankOf(row: AnyRow, keys: readonly string[], freeText: string): number | undefined {
  const words = inBluebookForm(freeText).toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return 0
  const letters = lettersOf(freeText)
  const short = keys.filter((key) => shortKeys.includes(key)).map((key) => lettersOf(String(row[key] ?? '')))
  if (letters !== '' && short.includes(letters)) return 0
  const own = keys.map((key) => String(row[key] ?? '').toLowerCase()).join(' ')
  const written = `${own} ${inBluebookForm(own)}`
  // Some courts have their county in the citation alone: "N.Y. Sup. Ct., Kings Cnty.".
  const text = /\bcnty\b/.test(written) ? `${written} county` : written
  const isFound =
    words.every((word) => text.includes(word)) || short.some((value) => letters && value.includes(letters))
  return isFound ? (row.isHistorical === true ? 2 : 1) : undefined
}

function lettersOf(text: string): string {
  return inBluebookForm(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function fulfills(row: AnyRow, filter: Filter): boolean {
  const value = row[filter.field]
  const text = value === null || value === undefined ? '' : String(value)
  if ('isEmpty' in filter) return (text === '') === filter.isEmpty
  if ('contains' in filter) return text.toLowerCase().includes(filter.contains.toLowerCase())
  if ('in' in filter) return filter.in.includes(text)
  return text !== '' && text >= (filter.from ?? text) && text <= (filter.to ?? text) && isInHour(text, filter)
}

function isInHour(text: string, { hour, zone }: RangeFilter): boolean {
  if (hour === undefined || zone === undefined) return true
  const at = Date.parse(text)
  return new Date(at + offsetAt(at, zone)).getUTCHours() === hour
}

const collator = new Intl.Collator('en', { numeric: true })

/** Compares as the database sorts: empty values last, ties broken by the ID. */
function compareRows(a: AnyRow, b: AnyRow, sort: SearchQuery['sort']): number {
  for (const { field, isDescending } of sort) {
    const [left, right] = [a[field] ?? '', b[field] ?? ''].map(String)
    if (left === right) continue
    if (left === '' || right === '') return left === '' ? 1 : -1
    return (isDescending ? -1 : 1) * collator.compare(left ?? '', right ?? '')
  }
  return collator.compare(String(a.id), String(b.id))
}

let rows: readonly AnyRow[] | undefined

function allRows(): readonly AnyRow[] {
  rows ??= allCourts().map(rowOfCourt)
  return rows
}

/** The directory has no history, so its rows are dated at the epoch. */
const epoch = new Date(0).toISOString()

function rowOfCourt(court: Court): AnyRow {
  return {
    id: court.id,
    createdAt: epoch,
    updatedAt: epoch,
    name: court.name,
    abbreviation: court.code || null,
    // A court that has none and no longer sits is only ever read about in full.
    citation: court.citation || (court.ended === undefined ? shortCourtName(court) : null),
    courtType: court.type,
    state: court.state || null,
    timeZone: court.timeZone,
    system: court.system,
    level: court.level,
    isHistorical: court.ended !== undefined,
    endedOn: court.ended ?? null,
    efilingSystem: court.efiling,
    parentId: court.parent ?? null,
  }
}
