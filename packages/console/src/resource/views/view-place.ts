import type { Role } from '@courtcrier/contract/access.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import type { SavedView } from '@courtcrier/contract/resources/saved-view.ts'
import { parseSearch, type SearchParams, stringifySearch } from '../../app/search-params.ts'
import { readLayout, type TableLayout } from '../table-layout.ts'
import { pageSizes, readTableState, type TableState, writeTableState } from '../table-state.ts'

/** Whose eyes a view is seen with. */
interface Scope {
  resource: Resource
  role: Role
}

/** Where an address leads to. */
export interface ViewPlace {
  /** The saved view that is shown, changed or not. */
  view: SavedView | undefined
  /** What the table is to show, as an address without a view would say it. */
  params: SearchParams
  /** The address names a view that is not there, or not to be seen. */
  isMissing: boolean
}

/**
 * Reads which view an address is about. A view's id alone stands for the view as it was saved; what stands beside it
 * is shown in place of what was saved. An address that says nothing opens the view that is shown at first.
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

/** Whether the rows to show cannot be told before the views are known. */
export function isAwaitingViews(params: SearchParams, views: readonly SavedView[] | undefined): boolean {
  const { viewId: _, ...others } = params
  return views === undefined && Object.keys(withoutPlace(others)).length === 0
}

/** The address that shows a state, as a change of the view or without one. */
export function addressOf(
  state: TableState,
  { view, views, ...scope }: Scope & { view: SavedView | undefined; views: readonly SavedView[] },
): SearchParams {
  const search = writeTableState(state, scope.resource)
  const said = withoutPlace(search)
  // An address that said nothing more would stand for the view as it was saved, or for the one shown at first.
  const plain: SearchParams = Object.keys(said).length > 0 ? {} : { view: 'all' }
  if (!view) return firstViewOf(views, scope.role) ? { ...search, ...plain } : search
  if (isSame(said, savedParams(view, scope))) return { viewId: view.id, ...onlyPlace(search) }
  return { viewId: view.id, ...search, ...plain }
}

/** Whether a table shows something else than the view says. */
export function isStateChanged(state: TableState, view: SavedView, scope: Scope): boolean {
  return !isSame(withoutPlace(writeTableState(state, scope.resource)), savedParams(view, scope))
}

/** Whether a layout is another one than the view's. */
export function isLayoutChanged(layout: TableLayout, view: SavedView, scope: Scope): boolean {
  return layoutText(layout) !== layoutText(readLayout(keptLayout(view), scope))
}

/** A state and a layout as a view keeps them. How many rows a page has is everybody's own. */
export function savedParts(state: TableState, layout: TableLayout, resource: Resource) {
  const search = writeTableState({ ...state, page: 0, size: pageSizes[0] }, resource)
  return { state: stringifySearch(search).slice(1), layout: layoutText(layout) }
}

/** The layout as the view has it, still to be read; null when it says nothing of it. */
export function keptLayout(view: SavedView): unknown {
  try {
    return JSON.parse(view.layout ?? 'null')
  } catch {
    // Another version wrote something else: the usual layout is shown.
    return null
  }
}

/** The view that a table opens with: one's own before the role's before the firm's. */
export function firstViewOf(views: readonly SavedView[], role: Role): SavedView | undefined {
  const usual = views.filter((view) => view.isDefault && (view.audience !== 'role' || view.roleId === role.id))
  return ['self', 'role', 'firm'].flatMap((audience) => usual.filter((view) => view.audience === audience))[0]
}

function savedParams(view: SavedView, scope: Scope): SearchParams {
  return withoutPlace(writeTableState(readTableState(parseSearch(view.state ?? ''), scope), scope.resource))
}

/** Without what says where in the table one is and which record is open. */
function withoutPlace({ page: _page, size: _size, id: _id, ...said }: SearchParams): SearchParams {
  return said
}

function onlyPlace({ page, size }: SearchParams): SearchParams {
  return { ...(page ? { page } : {}), ...(size ? { size } : {}) }
}

function isSame(a: SearchParams, b: SearchParams): boolean {
  return canonical(a) === canonical(b)
}

/** The order of filters and of the values of one means nothing. */
function canonical(params: SearchParams): string {
  const entries = Object.entries(params).map(([name, value]) => [name, [value].flat().toSorted()])
  return JSON.stringify(entries.toSorted())
}

function layoutText({ columns, widths, density, isPinned }: TableLayout): string {
  const sorted = Object.fromEntries(Object.entries(widths).toSorted())
  return JSON.stringify({ columns, widths: sorted, density, isPinned })
}
