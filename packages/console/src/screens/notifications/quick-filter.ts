import type { Filter } from '@courtcrier/contract/query.ts'

/** The quick filters above the list, each with its filter. */
export const quickFilters = {
  all: undefined,
  told: { field: 'told', in: ['true'] },
  notTold: { field: 'told', in: ['false'] },
  opened: { field: 'opened', in: ['true'] },
  notOpened: { field: 'opened', in: ['false'] },
} as const satisfies Record<string, Filter | undefined>
export type QuickFilter = keyof typeof quickFilters
export const quickNames = Object.keys(quickFilters) as QuickFilter[]

/** Returns the quick choice for the filters; undefined if they are custom. */
export function quickOf(filters: readonly Filter[]): QuickFilter | undefined {
  const own = filters.filter(isQuick)
  if (own.length === 0) return 'all'
  const [only] = own
  if (own.length > 1 || !only || !('in' in only)) return undefined
  return quickNames.find((name) => {
    const known: Filter | undefined = quickFilters[name]
    return known && known.field === only.field && 'in' in known && String(known.in) === String(only.in)
  })
}

/** Returns the filters with another quick choice; all others stay. */
export function withQuick(filters: readonly Filter[], name: QuickFilter): Filter[] {
  const chosen: Filter | undefined = quickFilters[name]
  return [...filters.filter((filter) => !isQuick(filter)), ...(chosen ? [chosen] : [])]
}

function isQuick({ field }: Filter): boolean {
  return field === 'told' || field === 'opened'
}
