import type { Resource } from '@courtcrier/contract/resource.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { SearchParams } from '../app/search-params.ts'
import { useRole } from '../session/session-store.ts'
import { notify } from '../ui/notices.ts'
import { usePreference } from '../ui/preferences.ts'
import { hasSecondDate, pageSizes, readTableState, type TableState, writeTableState } from './table-state.ts'

/** The table's state in the page's address, how to change it, and which row is open. */
export function useTableState(resource: Resource) {
  const role = useRole()
  const navigate = useNavigate()
  const params = useSearch({ strict: false }) as SearchParams
  const [usualSize, setUsualSize] = usePreference<number>('pageSize', pageSizes[0])
  const state = useMemo(
    () => readTableState({ size: String(usualSize), ...params }, { resource, role }),
    [params, resource, role, usualSize],
  )
  const isDateLeftOut = hasSecondDate(params, { resource, role })
  useEffect(() => {
    if (isDateLeftOut) notify({ color: 'warning', text: 'list.oneDateFilter' })
  }, [isDateLeftOut])
  const openId = typeof params.id === 'string' ? params.id : undefined

  /** Anything but turning the page begins at the first one; typing replaces the address instead of adding to the way back. */
  const change = (part: Partial<TableState>, options: { replace?: boolean } = {}) => {
    const next = { ...state, page: 0, ...part }
    if (part.size) setUsualSize(part.size)
    const search = writeTableState(next, resource)
    // The open record as it is by then: what is typed into the search box arrives a moment later.
    const keepOpen = ({ id }: SearchParams): SearchParams => (id ? { ...search, id } : search)
    void navigate({ to: resource.route, search: keepOpen, replace: options.replace ?? false })
  }
  const open = (id: string | undefined) => void navigate({ to: resource.route, search: withOpen(id) })
  return { state, change, openId, open }
}

/** The address with a record open, or none; for links, which then need no drawing anew when the rest changes. */
export function withOpen(id: string | undefined): (search: SearchParams) => SearchParams {
  return ({ id: _, ...others }) => (id ? { ...others, id } : others)
}
