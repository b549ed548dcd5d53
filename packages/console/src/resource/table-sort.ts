import { pageLimits } from '@courtcrier/contract/page-limits.ts'
import type { SearchQuery } from '@courtcrier/contract/query.ts'

type Sort = SearchQuery['sort']

/** Sorts by this column alone; a second time reverses it. */
export function sortBy(sort: Sort, field: string): Sort {
  const [first] = sort
  return [{ field, isDescending: first?.field === field && !first.isDescending }]
}

/** Adds this column to the sort: ascending, then descending, then removed. At the limit nothing is added. */
export function sortAlsoBy(sort: Sort, field: string): Sort {
  const known = sort.find((entry) => entry.field === field)
  if (!known) return sort.length < pageLimits.sorts ? [...sort, { field, isDescending: false }] : sort
  if (known.isDescending) return sort.length > 1 ? sort.filter((entry) => entry !== known) : sortBy(sort, field)
  return sort.map((entry) => (entry === known ? { field, isDescending: true } : entry))
}

/** Returns each column once, and no more than the server accepts. */
export function cleanSort(sort: Sort): Sort {
  const seen = new Set<string>()
  const once = sort.filter(({ field }) => !seen.has(field) && seen.add(field))
  return once.slice(0, pageLimits.sorts)
}
