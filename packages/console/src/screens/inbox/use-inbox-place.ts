import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTableState } from '../../resource/use-table-state.ts'
import type { SearchParams } from '../../ui/search-params.ts'
import { formerAddress } from './inbox-search.ts'

export interface InboxPlace {
  /** The list's state, and how to change it. */
  table: ReturnType<typeof useTableState>
  /** The item that is open. */
  openId?: string
  /** The list's address. */
  search: SearchParams
  /** Whether the item was opened from the list, not by its address. */
  isFromList: boolean
  open: (id: string) => void
  /** Opens the current item as a separate page. */
  openAsPage: () => void
  close: () => void
}

interface ListState {
  fromInboxList?: boolean
}

/** Manages the position in the inbox, which is in the address so that it can be shared and returned to. */
export function useInboxPlace(): InboxPlace {
  const navigate = useNavigate()
  const { id: addressId }: { id?: string } = useParams({ strict: false })
  const [wanted, setWanted] = useState<{ id: string | undefined }>()
  const openId = wanted ? wanted.id : addressId
  const params = useSearch({ strict: false }) as SearchParams
  const table = useTableState(inboxItem)
  const state = useLocation({ select: (location) => location.state as ListState })
  const go = (to: string, options: { search?: SearchParams; state?: ListState; replace?: boolean } = {}) =>
    navigate({
      to,
      // Unchanged, as it is at that time: a filter may have been chosen that the page doesn't show yet.
      search: options.search ?? ((now: SearchParams) => now),
      state: (options.state ?? {}) as object,
      replace: options.replace,
      resetScroll: false,
    })
  // Shown before the address follows: the next key is about the item the user already sees.
  const show = (id: string | undefined, going: Promise<void>) => {
    const next = { id }
    setWanted(next)
    void going.finally(() => setWanted((latest) => (latest === next ? undefined : latest)))
  }
  const former = formerAddress(params)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address matters
  useEffect(() => {
    if (former) void go(addressId ? itemPath(addressId) : listPath, { search: former, replace: true })
  }, [former === undefined])
  return {
    table,
    openId,
    search: params,
    isFromList: wanted !== undefined || state.fromInboxList === true,
    // After moving from item to item, one step back returns to the list.
    open: (id) => show(id, go(itemPath(id), { state: { fromInboxList: true }, replace: openId !== undefined })),
    openAsPage: () => openId && void go(itemPath(openId)),
    close: () => show(undefined, go(listPath)),
  }
}

const listPath = inboxItem.route

function itemPath(id: string): string {
  return `${listPath}/id/${encodeURIComponent(id)}`
}
