import type { Role } from '@courtcrier/contract/access.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import type { SavedView } from '@courtcrier/contract/resources/saved-view.ts'
import { parseSearch, type SearchParams, stringifySearch } from '../../ui/search-params.ts'
import { readLayout, type TableLayout } from '../table-layout.ts'
import { pageSizes, readTableState, type TableState, writeTableState } from '../table-state.ts'

/** The user and table a view is read for. */
interface Scope {
  resource: Resource
  role: Role
}

/** The view and state of an address. */
export interface ViewPlace {
  /** The current saved view, changed or not. */
  view: SavedView | undefined
  /** The state to show, as in an address without a view. */
  params: SearchParams
  /** Whether the address names a view that doesn't exist or isn't visible. */
  isMissing: boolean
}

/**
 * Reads the view from an address. A view's ID alone stands for the saved state; any state next to it replaces the saved
 * one. An empty address opens the default view.
 */
export function viewPlaceOf(params: SearchParams, views: readonly SavedView[] | undefined, role: Role): ViewPlace {
  const { viewId, ...others } = params
  const said = withoutPlace(others)
  const isSaid = Object.keys(said).length > 0
  const view =
    viewId === undefined
      ? isSaid
        ? undefined
        : firstViewOf(views ?? [], role)
      : views?.find(({ id }) => id === viewId)
  const isMissing = viewId !== undefined && views !== undefined && !view
  if (!view || isSaid) return { view, params: others, isMissing }
  return { view, params: { ...parseSearch(view.state ?? ''), ...others }, isMissing }
}

/** Returns whether the rows to show can't be determined before the views are loaded. */
export function isAwaitingViews(params: SearchParams, views: readonly SavedView[] | undefined): boolean {
  const { viewId: _, ...others } = params
  return views === undefined && Object.keys(withoutPlace(others)).length === 0
}

/** Returns the address that shows a state, with or without a view. */
export function addressOf(
  state: TableState,
  { view, views, ...scope }: Scope & { view: SavedView | undefined; views: readonly SavedView[] },
): SearchParams {
  const search = writeTableState(state, scope.resource)
  const said = withoutPlace(search)
  // Without a state, the address would stand for the saved view, or for the default one.
  const plain: SearchParams = Object.keys(said).length > 0 ? {} : { view: state.view }
  if (!view) return firstViewOf(views, scope.role) ? { ...search, ...plain } : search
  if (isSame(said, savedParams(view, scope))) return { viewId: view.id, ...onlyPlace(search) }
  return { viewId: view.id, ...search, ...plain }
}

/** Returns whether a table's state differs from the view's. */
export function isStateChanged(state: TableState, view: SavedView, scope: Scope): boolean {
  return !isSame(withoutPlace(writeTableState(state, scope.resource)), savedParams(view, scope))
}

/** Returns whether a layout differs from the view's. */
export function isLayoutChanged(layout: TableLayout, view: SavedView, scope: Scope): boolean {
  return layoutText(layout) !== layoutText(readLayout(keptLayout(view), scope))
}

/** Returns a state and a layout as stored in a view. The rows per page are each user's own. */
export function savedParts(state: TableState, layout: TableLayout, resource: Resource) {
  const search = writeTableState({ ...state, page: 0, size: pageSizes[0] }, resource)
  return { state: stringifySearch(search).slice(1), layout: layoutText(layout) }
}

/** Returns the view's stored layout, not yet read; null if it has none. */
export function keptLayout(view: SavedView): unknown {
  try {
    return JSON.parse(view.layout ?? 'null')
  } catch {
    // Another version wrote a different form: the default layout is shown.
    return null
  }
}

/** Returns a table's default view: the user's own before the role's before the firm's. */
export function firstViewOf(views: readonly SavedView[], role: Role): SavedView | undefined {
  const usual = views.filter((view) => view.isDefault && (view.audience !== 'role' || view.roleId === role.id))
  return ['self', 'role', 'firm'].flatMap((audience) => usual.filter((view) => view.audience === audience))[0]
}

function savedParams(view: SavedView, scope: Scope): SearchParams {
  return withoutPlace(writeTableState(readTableState(parseSearch(view.state ?? ''), scope), scope.resource))
}

/** Drops the page, its size and the open record. */
function withoutPlace({ page: _page, size: _size, id: _id, ...said }: SearchParams): SearchParams {
  return said
}

function onlyPlace({ page, size }: SearchParams): SearchParams {
  return { ...(page ? { page } : {}), ...(size ? { size } : {}) }
}

function isSame(a: SearchParams, b: SearchParams): boolean {
  return canonical(a) === canonical(b)
}

/** Normalizes the order of filters and of their values, which has no meaning. */
function canonical(params: SearchParams): string {
  const entries = Object.entries(params).map(([name, value]) => [name, [value].flat().toSorted()])
  return JSON.stringify(entries.toSorted())
}

function layoutText({ columns, widths, density, isPinned }: TableLayout): string {
  const sorted = Object.fromEntries(Object.entries(widths).toSorted())
  return JSON.stringify({ columns, widths: sorted, density, isPinned })
}
