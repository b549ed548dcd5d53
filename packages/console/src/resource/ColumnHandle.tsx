import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './table.module.css'
import { columnWidths, fittingWidth } from './table-layout.ts'

interface ColumnHandleProps {
  label: string
  width: number
  /** Called during a drag. */
  onDraw: (width: number) => void
  /** The final width; undefined restores the default. */
  onResize: (width: number | undefined) => void
}

/**
 * Shows a column's edge: dragged by pointer, moved by arrow keys; a double click or Enter restores the default width.
 */
export function ColumnHandle({ label, width, onDraw, onResize }: ColumnHandleProps) {
  const { t } = useTranslation()
  const start = useRef<{ x: number; width: number }>(undefined)
  const widthAt = (event: PointerEvent) => {
    const { x, width: before } = start.current ?? { x: event.clientX, width }
    return fittingWidth(before + event.clientX - x)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width: event.currentTarget.closest('th')?.offsetWidth ?? width }
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const isMoved = start.current !== undefined && Math.abs(event.clientX - start.current.x) > 2
    if (isMoved) onResize(widthAt(event))
    start.current = undefined
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = widthAfter(event.key, event.currentTarget.closest('th')?.offsetWidth ?? width)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onResize(next === 'own' ? undefined : fittingWidth(next))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is not a thematic break
    <span
      role="separator"
      tabIndex={0}
      className={classes.handle}
      aria-orientation="vertical"
      aria-label={t('table.resize', { field: label })}
      aria-valuenow={width}
      aria-valuemin={columnWidths.least}
      aria-valuemax={columnWidths.most}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => start.current && onDraw(widthAt(event))}
      onPointerUp={onPointerUp}
      onDoubleClick={() => onResize(undefined)}
      onKeyDown={onKeyDown}
    />
  )
}

function widthAfter(key: string, width: number): number | 'own' | undefined {
  if (key === 'ArrowLeft') return width - columnWidths.step
  if (key === 'ArrowRight') return width + columnWidths.step
  if (key === 'Home') return columnWidths.least
  if (key === 'End') return columnWidths.most
  return key === 'Enter' ? 'own' : undefined
}
