import type { Resource } from '@courtcrier/contract/resource.ts'
import { useMemo } from 'react'
import { useRole } from '../session/session-store.ts'
import { usePreference } from '../ui/preferences.ts'
import { columnKeys } from './table-state.ts'

export interface Columns {
  /** All the role may see, in order. */
  all: readonly string[]
  shown: readonly string[]
  toggle: (key: string) => void
  reset: () => void
}

/** Which columns a person has chosen for a resource; the definition's at first. */
export function useColumns(resource: Resource): Columns {
  const role = useRole()
  const [chosen, setChosen] = usePreference<readonly string[] | null>(`columns.${resource.name}`, null)
  const all = useMemo(() => columnKeys(resource, role), [resource, role])
  const shown = useMemo(() => {
    const wanted = new Set(chosen ?? resource.list.columns)
    const kept = all.filter((key) => wanted.has(key))
    return kept.length > 0 ? kept : all.slice(0, 1)
  }, [all, chosen, resource])
  const toggle = (key: string) => setChosen(shown.includes(key) ? shown.filter((k) => k !== key) : [...shown, key])
  return { all, shown, toggle, reset: () => setChosen(null) }
}
