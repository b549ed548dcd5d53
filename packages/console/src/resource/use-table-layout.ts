import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import type { SavedView } from '@courtcrier/contract/resources/saved-view.ts'
import { useMemo, useState } from 'react'
import { cellOf } from '../fields/cells.ts'
import { useFirm } from '../session/firm.ts'
import { useRole, useSession } from '../session/session-store.ts'
import { usePreference } from '../ui/preferences.ts'
import { moveColumn, readLayout, resizeColumn, type TableLayout, toggleColumn } from './table-layout.ts'
import { columnKeys } from './table-state.ts'
import { isLayoutChanged, keptLayout } from './views/view-place.ts'

export type Arrangement = ReturnType<typeof useTableLayout>

/**
 * How whoever is signed in has arranged the resource's table on this browser, and how to change it. A saved view comes
 * with an arrangement; what is changed of that is kept for the view alone.
 */
export function useTableLayout(resource: Resource, view?: SavedView) {
  const role = useRole()
  // Columns of what the firm has not booked are not there.
  const { entitledFeatures } = useFirm()
  const userId = useSession()?.user.id ?? ''
  const [kept, keep] = usePreference<unknown>(`table.${userId}.${resource.name}${view ? `.${view.id}` : ''}`, null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: which columns there are goes by the booked features
  const layout = useMemo(
    () => readLayout(kept ?? (view && keptLayout(view)), { resource, role }),
    [kept, view, resource, role, entitledFeatures],
  )
  // While a column is drawn wider it is not yet kept: that would write with every pixel.
  const [drawn, setDrawn] = useState<{ key: string; width: number }>()
  const all = useMemo(() => {
    const others = columnKeys(resource, role).filter((key) => !layout.columns.includes(key))
    return [...layout.columns, ...others]
  }, [layout, resource, role])
  return {
    layout: drawn ? resizeColumn(layout, drawn.key, drawn.width) : layout,
    /** All columns the role may see, those that are shown first. */
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

/** The column's width in pixels, as it was given one or as its kind of field has it. */
export function widthOf(resource: Resource, layout: TableLayout, key: string): number {
  const field = findField(resource, key)
  return layout.widths[key] ?? (field ? cellOf(field).width : 160)
}
