import { type EcfxJurisdiction, ecfxJurisdiction } from '@courtcrier/contract/resources/ecfx-jurisdiction.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { searchRows } from '../../session/api.ts'
import { isDenied } from '../../session/titles.ts'

/** A court's names: in a box of the list, in a line of text, and in full. */
export interface CourtName {
  label: string
  citation: string
  name: string
}

/** Returns the names of courts by ID. A court that is unknown, or hidden from this role, is shown by its ID. */
export function useCourtNames(
  ids: readonly (string | null | undefined)[],
): (id: string | null | undefined) => CourtName | undefined {
  const wanted = [...new Set(ids.filter((id): id is string => Boolean(id)))].sort()
  const { data } = useQuery({
    queryKey: ['ecfx_jurisdiction', 'names', wanted],
    queryFn: ({ signal }) =>
      searchRows(ecfxJurisdiction, { max: 200, filters: [{ field: 'id', in: wanted.slice(0, 200) }] }, signal),
    enabled: wanted.length > 0 && !isDenied(ecfxJurisdiction.name),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => {
    const names = new Map<string, CourtName>()
    const find = (id: string) => data?.rows.find((court) => court.id === id)
    // The same object each time, so that it doesn't make rows render again.
    return (id) => {
      if (!id) return undefined
      const name = names.get(id) ?? courtName(id, find(id))
      names.set(id, name)
      return name
    }
  }, [data])
}

function courtName(id: string, court: Partial<EcfxJurisdiction> | undefined): CourtName {
  const label = court?.citation || court?.abbreviation || id.toUpperCase()
  return { label, citation: label, name: court?.name || label }
}
