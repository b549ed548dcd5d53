import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { fieldLabel } from '../i18n/labels.ts'
import { needOf } from './column-needs.ts'
import { type ColumnNeed, type ColumnWidths, coverNeeds, fitColumns } from './column-widths.ts'
import { useFace } from './face.ts'
import { forgetMeasures, measureIn } from './measure-text.ts'
import type { TableLayout } from './table-layout.ts'
import type { TableState } from './table-state.ts'
import { usePageTitles } from './use-page-titles.ts'

interface ColumnWidthsOptions {
  resource: Resource
  layout: TableLayout
  rows: readonly AnyRow[]
  titleKey: string | undefined
  /** The state the rows belong to: with another page, order or filter, columns are measured anew. */
  shown: TableState
  scroller: RefObject<HTMLDivElement | null>
}

/** The column of checkboxes. */
const tickColumn = 52

/** Returns the columns' widths in pixels: those chosen by the user, and for the others what the rows need. */
export function useColumnWidths({
  resource,
  layout,
  rows,
  titleKey,
  shown,
  scroller,
}: ColumnWidthsOptions): ColumnWidths {
  const { columns: keys, widths, density } = layout
  const { available, fontsLoaded } = useRoom(scroller)
  const { cells } = useFace(resource)
  const titleOf = usePageTitles({ resource, keys, rows })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other fonts measure differently
  const measured = useMemo(() => {
    const family = scroller.current ? getComputedStyle(scroller.current).fontFamily : 'sans-serif'
    const measure = {
      head: measureIn(`600 12px ${family}`),
      cell: measureIn(`13.5px ${family}`),
      name: measureIn(`600 14px ${family}`),
    }
    return keys.map((key, index) =>
      needOf({
        ...{ resource, key, rows, titleOf, measure },
        label: fieldLabel(resource, key),
        isSorted: shown.sort.some(({ field }) => field === key),
        isName: key === titleKey,
        isLast: index === keys.length - 1,
        isOneLine: density === 'compact',
        hasOwnCell: cells?.[key] !== undefined,
      }),
    )
  }, [resource, keys, rows, titleOf, titleKey, shown, density, cells, fontsLoaded, available > 0])
  const needs = useCovered(measured, { shown, density })
  return useMemo(() => {
    const own = needs.map((need) => {
      const chosen = widths[need.key]
      return chosen === undefined ? need : { ...need, full: chosen, least: chosen }
    })
    return fitColumns(own, available - tickColumn)
  }, [needs, widths, available])
}

/** Returns needs that only grow while the same rows are shown: a live row must not make the columns jump. */
function useCovered(measured: readonly ColumnNeed[], place: Pick<ColumnWidthsOptions, 'shown'> & { density: string }) {
  const known = useRef({ ...place, needs: measured })
  const { shown, density, needs } = known.current
  const isSame = shown === place.shown && density === place.density
  const covered = useMemo(() => (isSame ? coverNeeds(needs, measured) : measured), [isSame, needs, measured])
  useEffect(() => {
    known.current = { shown: place.shown, density: place.density, needs: covered }
  }, [place.shown, place.density, covered])
  return covered
}

/** Returns the width the table may take, and a value that changes once the fonts are loaded. */
function useRoom(scroller: RefObject<HTMLDivElement | null>): { available: number; fontsLoaded: boolean } {
  const [available, setAvailable] = useState(0)
  const [fontsLoaded, setFontsLoaded] = useState(() => document.fonts?.status !== 'loading')
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    setAvailable(element.clientWidth)
    const observer = new ResizeObserver(() => setAvailable(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  useEffect(() => {
    if (fontsLoaded) return
    document.fonts.ready.then(() => {
      forgetMeasures()
      setFontsLoaded(true)
    })
  }, [fontsLoaded])
  return { available, fontsLoaded }
}
