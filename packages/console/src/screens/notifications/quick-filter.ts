import type { Role } from '@courtcrier/contract/access.ts'
import type { Filter } from '@courtcrier/contract/query.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { type TableState, viewKey, viewsOf } from '../../resource/table-state.ts'

/** The quick filters that other tables don't have, each with its filter. */
const ownFilters = {
  told: { field: 'told', in: ['true'] },
  notTold: { field: 'told', in: ['false'] },
  opened: { field: 'opened', in: ['true'] },
  notOpened: { field: 'opened', in: ['false'] },
} as const satisfies Record<string, Filter>
type OwnFilter = keyof typeof ownFilters
const ownNames = Object.keys(ownFilters) as OwnFilter[]

/** A quick filter that every table has, or one of the list's own. */
type QuickFilter = string

/** Returns the quick filters above the list, for a role: those of every table, then the list's own. */
export function quickNames(role: Role): readonly QuickFilter[] {
  return [...viewsOf(envelope, role), ...ownNames]
}

/** Returns the text key of a quick filter. */
export function quickKey(name: QuickFilter): string {
  return isOwn(name) ? `told.quick.${name}` : viewKey(name)
}

type Quick = Pick<TableState, 'view' | 'filters'>

/** Returns the quick choice for the state; undefined if it is custom. */
export function quickOf({ view, filters }: Quick): QuickFilter | undefined {
  const own = filters.filter(isQuick)
  if (own.length === 0) return view
  const [only] = own
  if (view !== 'all' || own.length > 1 || !only || !('in' in only)) return undefined
  return ownNames.find((name) => {
    const known: Filter = ownFilters[name]
    return known.field === only.field && 'in' in known && String(known.in) === String(only.in)
  })
}

/** Returns the state with another quick choice; all other filters stay. */
export function withQuick({ filters }: Pick<TableState, 'filters'>, name: QuickFilter): Quick {
  const others = filters.filter((filter) => !isQuick(filter))
  return isOwn(name) ? { view: 'all', filters: [...others, ownFilters[name]] } : { view: name, filters: others }
}

function isOwn(name: string): name is OwnFilter {
  return Object.hasOwn(ownFilters, name)
}

function isQuick({ field }: Filter): boolean {
  return field === 'told' || field === 'opened'
}
