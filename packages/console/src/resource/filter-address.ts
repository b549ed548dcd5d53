import { isDateKind } from '@courtcrier/contract/date-filters.ts'
import type { Field } from '@courtcrier/contract/fields/field.ts'
import { type Filter, isRangeFilter } from '@courtcrier/contract/query.ts'
import { endOfDay, startOfDay } from '../ui/format-time.ts'
import type { SearchParams } from '../ui/search-params.ts'
import { zoneShown } from '../ui/time-zone.ts'

/** The longest text of a range: two dates or two numbers, and an hour. */
const longestRange = 200

/**
 * Reads a field's filter: `f.status=Open&f.status=Closed`, `f.name=~smith`, `f.openDate=2026-01-01..2026-02-01`,
 * `f.judgeId=!` (empty), `!!` (not empty); `f.createdAt=2026-01-01..2026-02-01@16` matches records created between 4
 * and 5 PM.
 */
export function readFilter(key: string, params: SearchParams, field: Field): Filter[] {
  const values = [params[`f.${key}`] ?? []].flat()
  const [value] = values
  if (value === undefined) return []
  if (value === '!' || value === '!!') return [{ field: key, isEmpty: value === '!' }]
  if (value.startsWith('~')) return [{ field: key, contains: value.slice(1) }]
  if (!isDateKind(field) && field.kind !== 'number') return [{ field: key, in: values }]
  const range = /^([^.]*|-?[\d.]*?)\.\.([^@]*)(?:@([01]?\d|2[0-3]))?$/.exec(value.slice(0, longestRange))
  if (!range || (!range[1] && !range[2])) return []
  const hour = range[3] && field.kind === 'timestamp' ? { hour: Number(range[3]) } : {}
  return [{ field: key, ...(range[1] ? { from: range[1] } : {}), ...(range[2] ? { to: range[2] } : {}), ...hour }]
}

/** Returns a filter's parameters for the address, as `readFilter` reads them. */
export function writeFilter(filter: Filter): [string, string | string[]][] {
  const name = `f.${filter.field}`
  if ('in' in filter) return filter.in.length > 0 ? [[name, [...filter.in]]] : []
  if ('contains' in filter) return filter.contains ? [[name, `~${filter.contains}`]] : []
  if ('isEmpty' in filter) return [[name, filter.isEmpty ? '!' : '!!']]
  const hour = filter.hour === undefined ? '' : `@${filter.hour}`
  return filter.from || filter.to ? [[name, `${filter.from ?? ''}..${filter.to ?? ''}${hour}`]] : []
}

/**
 * Converts a filter of a timestamp: from the start of the first day to the end of the last, in the firm's time zone.
 */
export function momentFilter(filter: Filter, field: Field | undefined): Filter {
  if (field?.kind !== 'timestamp' || !isRangeFilter(filter)) return filter
  return {
    field: filter.field,
    ...(filter.from ? { from: startOfDay(filter.from) } : {}),
    ...(filter.to ? { to: endOfDay(filter.to) } : {}),
    ...(filter.hour === undefined ? {} : { hour: filter.hour, zone: zoneShown() }),
  }
}
