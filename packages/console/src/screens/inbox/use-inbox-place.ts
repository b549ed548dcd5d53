import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { formatInboxSearch, type InboxSearch, readInboxSearch } from './inbox-search.ts'

export interface InboxPlace {
  search: InboxSearch
  /** The item that is open. */
  openId?: string
  /** The item was opened from the list, and not by its address. */
  isFromList: boolean
  setSearch: (change: Partial<InboxSearch>) => void
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
  const search = readInboxSearch(useSearch({ strict: false }))
  const state = useLocation({ select: (location) => location.state as ListState })
  const go = (to: string, options: { search?: InboxSearch; state?: ListState; replace?: boolean } = {}) =>
    void navigate({
      to,
      search: formatInboxSearch(options.search ?? search),
      state: (options.state ?? {}) as object,
      replace: options.replace,
      resetScroll: false,
    })
  return {
    search,
    openId,
    isFromList: state.fromInboxList === true,
    // Another search begins at its first page, unless it is the page that changes.
    setSearch: (change) =>
      go(listPath, {
        search: { ...search, page: 1, ...change },
        replace: 'freeText' in change && search.freeText !== '',
      }),
    // Stepping from item to item is one step back to the list.
    open: (id) => go(itemPath(id), { state: { fromInboxList: true }, replace: openId !== undefined }),
    openAsPage: () => openId && go(itemPath(openId)),
    close: () => go(listPath),
  }
}

const listPath = '/inbox-items'

function itemPath(id: string): string {
  return `${listPath}/id/${encodeURIComponent(id)}`
}
