import type { Filter } from '@courtcrier/contract/query.ts'

/** Another filter, or how the current one changes; it may have changed since it was shown. */
export type FilterChange = Filter | undefined | ((now: Filter | undefined) => Filter | undefined)

/** Returns the filter after a change. */
export function changedFilter(now: Filter | undefined, change: FilterChange): Filter | undefined {
  return typeof change === 'function' ? change(now) : change
}

/** Returns the values a filter allows. */
export function valuesIn(filter: Filter | undefined): readonly string[] {
  return filter && 'in' in filter ? filter.in : []
}

/**
 * Returns the change from the values shown to the chosen ones. It adds and removes the difference, so that what was
 * chosen just before, and isn't shown yet, stays.
 */
export function choosing(name: string, shown: readonly string[], chosen: readonly string[]): FilterChange {
  return (now) => {
    const current = valuesIn(now)
    const kept = current.filter((value) => chosen.includes(value) || !shown.includes(value))
    const added = chosen.filter((value) => !shown.includes(value) && !kept.includes(value))
    const values = [...kept, ...added]
    return values.length > 0 ? { field: name, in: values } : undefined
  }
}
