import type { Resource } from '@courtcrier/contract/resource.ts'
import type { SavedView } from '@courtcrier/contract/resources/saved-view.ts'
import { useMemo, useState } from 'react'
import { useFirm } from '../session/firm.ts'
import { useRole, useSession } from '../session/session-store.ts'
import { usePreference } from '../ui/preferences.ts'
import { moveColumn, readLayout, resizeColumn, type TableLayout, toggleColumn } from './table-layout.ts'
import { columnKeys } from './table-state.ts'
import { isLayoutChanged, keptLayout } from './views/view-place.ts'

export type Arrangement = ReturnType<typeof useTableLayout>

/**
 * Manages the signed-in user's arrangement of the resource's table in this browser. A saved view has its own
 * arrangement; changes to that are saved for the view only.
 */
export function useTableLayout(resource: Resource, view?: SavedView) {
  const role = useRole()
  // Columns the firm doesn't subscribe to are absent.
  const { entitledFeatures } = useFirm()
  const userId = useSession()?.user.id ?? ''
  const [kept, keep] = usePreference<unknown>(`table.${userId}.${resource.name}${view ? `.${view.id}` : ''}`, null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns depend on the subscribed features
  const layout = useMemo(
    () => readLayout(kept ?? (view && keptLayout(view)), { resource, role }),
    [kept, view, resource, role, entitledFeatures],
  )
  // While a column is being resized, its width isn't saved: that would write for every pixel.
  const [drawn, setDrawn] = useState<{ key: string; width: number }>()
  const all = useMemo(() => {
    const others = columnKeys(resource, role).filter((key) => !layout.columns.includes(key))
    return [...layout.columns, ...others]
  }, [layout, resource, role])
  return {
    layout: drawn ? resizeColumn(layout, drawn.key, drawn.width) : layout,
    /** All columns the role may see, visible ones first. */
    all,
    isChanged: kept !== null && (!view || isLayoutChanged(layout, view, { resource, role })),
    toggle: (key: string) => keep(toggleColumn(layout, key)),
    move: (key: string, step: number) => keep(moveColumn(layout, key, step)),
    draw: (key: string, width: number) => setDrawn({ key, width }),
    resize: (key: string, width: number | undefined) => {
      setDrawn(undefined)
      keep(resizeColumn(layout, key, width))
    },
    change: (part: Partial<Pick<TableLayout, 'density' | 'isPinned'>>) => keep({ ...layout, ...part }),
    reset: () => keep(null),
  }
}
