import type { Resource } from '@courtcrier/contract/resource.ts'
import type { SavedView } from '@courtcrier/contract/resources/saved-view.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { type SearchParams, stringifySearch } from '../app/search-params.ts'
import { useRole } from '../session/session-store.ts'
import { notify } from '../ui/notices.ts'
import { usePreference } from '../ui/preferences.ts'
import { hasSecondDate, pageSizes, readTableState, type TableState, type View } from './table-state.ts'
import { useSavedViews } from './views/use-saved-views.ts'
import { addressOf, isAwaitingViews, isStateChanged, viewPlaceOf } from './views/view-place.ts'

/** The table's state in the page's address, how to change it, and which row is open. */
export function useTableState(resource: Resource) {
  const role = useRole()
  const navigate = useNavigate()
  const params = useSearch({ strict: false }) as SearchParams
  const [usualSize, setUsualSize] = usePreference<number>('pageSize', pageSizes[0])
  const known = useSavedViews(resource)
  const place = useMemo(() => viewPlaceOf(params, known, role), [params, known, role])
  const { view } = place
  const views = known ?? []
  const state = useMemo(
    () => readTableState({ size: String(usualSize), ...place.params }, { resource, role }),
    [place, resource, role, usualSize],
  )
  useEffect(() => {
    if (place.isMissing) notify({ color: 'warning', text: 'views.missing' })
  }, [place.isMissing])
  const isDateLeftOut = hasSecondDate(place.params, { resource, role })
  useEffect(() => {
    if (isDateLeftOut) notify({ color: 'warning', text: 'list.oneDateFilter' })
  }, [isDateLeftOut])
  const openId = typeof params.id === 'string' ? params.id : undefined

  /** Anything but turning the page begins at the first one; typing replaces the address instead of adding to the way back. */
  const change = (part: Partial<TableState>, options: { replace?: boolean } = {}) => {
    const next = { ...state, page: 0, ...part }
    if (part.size) setUsualSize(part.size)
    go(addressOf(next, { view, views, resource, role }), options)
  }
  const go = (search: SearchParams, options: { replace?: boolean } = {}) => {
    // The open record as it is by then: what is typed into the search box arrives a moment later.
    const keepOpen = ({ id }: SearchParams): SearchParams => (id ? { ...search, id } : search)
    void navigate({ to: resource.route, search: keepOpen, replace: options.replace ?? false })
  }
  const open = (id: string | undefined) => void navigate({ to: resource.route, search: withOpen(id) })
  return {
    state,
    change,
    openId,
    open,
    /** Saved views of this table, and the one that is shown, changed or not. */
    views,
    view,
    isStateChanged: view !== undefined && isStateChanged(state, view, { resource, role }),
    /** Which rows to show is not known yet. */
    isAwaiting: isAwaitingViews(params, known),
    showView: ({ id }: SavedView) => go({ viewId: id }),
    showPlain: (name: View) => {
      const plain = readTableState({ view: name, size: String(state.size) }, { resource, role })
      go(addressOf(plain, { view: undefined, views, resource, role }))
    },
    /** Goes on showing the same, without the name of a view. */
    leaveView: () => go(addressOf(state, { view: undefined, views: [], resource, role }), { replace: true }),
    /** The address of what is shown, from its path on. */
    addressHere: () =>
      resource.route + stringifySearch(addressOf({ ...state, page: 0 }, { view, views, resource, role })),
  }
}

/** The address with a record open, or none; for links, which then need no drawing anew when the rest changes. */
export function withOpen(id: string | undefined): (search: SearchParams) => SearchParams {
  return ({ id: _, ...others }) => (id ? { ...others, id } : others)
}
