import type { Resource } from '@courtcrier/contract/resource.ts'
import { savedView } from '@courtcrier/contract/resources/saved-view.ts'
import { useQuery } from '@tanstack/react-query'
import { searchRows } from '../../session/api.ts'

const noViews = [] as const

/** The views of a table that one may see, by name; undefined until they are known. Without an answer there are none. */
export function useSavedViews(resource: Resource) {
  const { data, isError } = useQuery({
    queryKey: [savedView.name, 'of', resource.name],
    queryFn: ({ signal }) =>
      searchRows(savedView, { filters: [{ field: 'entity', in: [resource.name] }], max: 500 }, signal),
    select: ({ rows }) => rows,
    staleTime: 5 * 60_000,
  })
  return isError ? noViews : data
}
