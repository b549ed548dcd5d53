import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { SearchParams } from '../../app/search-params.ts'
import { useTableState } from '../../resource/use-table-state.ts'
import { formerAddress } from './inbox-search.ts'

export interface InboxPlace {
  /** What the list shows, and how to change it. */
  table: ReturnType<typeof useTableState>
  /** The item that is open. */
  openId?: string
  /** The item was opened from the list, and not by its address. */
  isFromList: boolean
  open: (id: string) => void
  /** Opens the present item as a page of its own. */
  openAsPage: () => void
  close: () => void
}

interface ListState {
  fromInboxList?: boolean
}

/** Where in the inbox one is, kept in the address so that it can be sent to somebody and gone back to. */
export function useInboxPlace(): InboxPlace {
  const navigate = useNavigate()
  const { id: openId }: { id?: string } = useParams({ strict: false })
  const params = useSearch({ strict: false }) as SearchParams
  const table = useTableState(inboxItem)
  const state = useLocation({ select: (location) => location.state as ListState })
  const go = (to: string, options: { search?: SearchParams; state?: ListState; replace?: boolean } = {}) =>
    void navigate({
      to,
      search: options.search ?? params,
      state: (options.state ?? {}) as object,
      replace: options.replace,
      resetScroll: false,
    })
  const former = formerAddress(params)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address is a reason
  useEffect(() => {
    if (former) go(openId ? itemPath(openId) : listPath, { search: former, replace: true })
  }, [former === undefined])
  return {
    table,
    openId,
    isFromList: state.fromInboxList === true,
    // Stepping from item to item is one step back to the list.
    open: (id) => go(itemPath(id), { state: { fromInboxList: true }, replace: openId !== undefined }),
    openAsPage: () => openId && go(itemPath(openId)),
    close: () => go(listPath),
  }
}

const listPath = inboxItem.route

function itemPath(id: string): string {
  return `${listPath}/id/${encodeURIComponent(id)}`
}
