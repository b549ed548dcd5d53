import type { Role } from '@courtcrier/contract/access.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { type SavedView, savedView } from '@courtcrier/contract/resources/saved-view.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { searchRows } from '../session/api.ts'
import { useRole } from '../session/session-store.ts'
import { notify } from '../ui/notices.ts'
import { usePreference } from '../ui/preferences.ts'
import { type SearchParams, stringifySearch } from '../ui/search-params.ts'
import { changedState, type TableChange } from './table-change.ts'
import { hasSecondDate, pageSizes, readTableState, type TableState, type View } from './table-state.ts'
import { addressOf, isAwaitingViews, isStateChanged, viewPlaceOf } from './views/view-place.ts'

/** Manages the table's state in the page's address, and the open row. */
export function useTableState(resource: Resource) {
  const role = useRole()
  const navigate = useNavigate()
  const params = useSearch({ strict: false }) as SearchParams
  const [usualSize, setUsualSize] = usePreference<number>('pageSize', pageSizes[0])
  const known = useSavedViews(resource)
  const place = useMemo(() => viewPlaceOf(params, known, role), [params, known, role])
  const { view } = place
  const stateOf = useCallback(
    (shown: SearchParams) => readTableState({ size: String(usualSize), ...shown }, { resource, role }),
    [resource, role, usualSize],
  )
  const state = useMemo(() => stateOf(place.params), [place, stateOf])
  useEffect(() => {
    if (place.isMissing) notify({ color: 'warning', text: 'views.missing' })
  }, [place.isMissing])
  const isDateLeftOut = hasSecondDate(place.params, { resource, role })
  useEffect(() => {
    if (isDateLeftOut) notify({ color: 'warning', text: 'list.oneDateFilter' })
  }, [isDateLeftOut])
  const openId = typeof params.id === 'string' ? params.id : undefined
  // The rows to show aren't known yet.
  const isAwaiting = isAwaitingViews(params, known)
  // The same object until something changes, so that what shows the table's head isn't rendered for each key.
  return useMemo(() => {
    const go = goer(navigate, resource)
    const acts = actsOn({ state, stateOf, view, views: known ?? noViews, resource, role, go, setUsualSize })
    const open = (id: string | undefined) => void navigate({ to: resource.route, search: withOpen(id) })
    return { state, openId, open, isAwaiting, ...acts }
  }, [state, stateOf, view, known, resource, role, navigate, setUsualSize, openId, isAwaiting])
}

type Go = (search: (now: SearchParams) => SearchParams, options?: { replace?: boolean }) => void

function goer(navigate: ReturnType<typeof useNavigate>, resource: Resource): Go {
  return (search, options = {}) => {
    // The address at that time, since input arrives a moment later, and the page shows a change a moment after it.
    const from = (now: SearchParams): SearchParams => (now.id ? { ...search(now), id: now.id } : search(now))
    void navigate({ to: resource.route, search: from, replace: options.replace ?? false })
  }
}

interface Acting {
  state: TableState
  stateOf: (params: SearchParams) => TableState
  view: SavedView | undefined
  views: readonly SavedView[]
  resource: Resource
  role: Role
  go: Go
  setUsualSize: (size: number) => void
}

function actsOn({ state, stateOf, view, views, resource, role, go, setUsualSize }: Acting) {
  const changed = (now: SearchParams, change: TableChange) => {
    const place = viewPlaceOf(now, views, role)
    return addressOf(changedState(stateOf(place.params), change), { view: place.view, views, resource, role })
  }
  return {
    /** Typing replaces the address instead of adding to the history. */
    change: (change: TableChange, options: { replace?: boolean } = {}) => {
      if ('size' in change && change.size) setUsualSize(change.size)
      go((now) => changed(now, change), options)
    },
    /** Saved views of this table, and the current one, changed or not. */
    views,
    view,
    isStateChanged: view !== undefined && isStateChanged(state, view, { resource, role }),
    showView: ({ id }: SavedView) => go(() => ({ viewId: id })),
    showPlain: (name: View) => {
      const plain = readTableState({ view: name, size: String(state.size) }, { resource, role })
      go(() => addressOf(plain, { view: undefined, views, resource, role }))
    },
    /** Keeps the shown state, without the view's name. */
    leaveView: () => go(() => addressOf(state, { view: undefined, views: [], resource, role }), { replace: true }),
    /** Returns the address of the shown state, from its path on. */
    addressHere: () =>
      resource.route + stringifySearch(addressOf({ ...state, page: 0 }, { view, views, resource, role })),
  }
}

/** Returns the address with a record open, or none; for links, which then don't render again when the rest changes. */
export function withOpen(id: string | undefined): (search: SearchParams) => SearchParams {
  return ({ id: _, ...others }) => (id ? { ...others, id } : others)
}

const noViews: readonly SavedView[] = []

/** Returns a table's visible views, by name; undefined until loaded. None if loading fails. */
function useSavedViews(resource: Resource) {
  const { data, isError } = useQuery({
    queryKey: [savedView.name, 'of', resource.name],
    queryFn: ({ signal }) =>
      searchRows(savedView, { filters: [{ field: 'entity', in: [resource.name] }], max: 500 }, signal),
    select: ({ rows }) => rows,
    staleTime: 5 * 60_000,
  })
  return isError ? noViews : data
}
