import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** A press becomes a drag after this many pixels; until then it is a click that sorts. */
const slack = 6

/**
 * Drags a column's header to another place, marking where it would go. By pointer only: the column menu does the same
 * by keyboard, and a finger scrolls the table.
 */
export function useColumnDrag(onMove: (step: number) => void) {
  const start = useRef<number>(undefined)
  const isDragged = useRef(false)
  const end = (head: HTMLElement) => {
    start.current = undefined
    for (const marked of headsBeside(head)) marked.removeAttribute('data-drop')
    head.removeAttribute('data-dragged')
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      isDragged.current = false
      const isEdge = event.target instanceof Element && event.target.closest('[role="separator"]')
      if (event.button === 0 && event.pointerType !== 'touch' && !isEdge) start.current = event.clientX
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start.current === undefined || (!isDragged.current && Math.abs(event.clientX - start.current) < slack)) return
      const head = event.currentTarget
      if (!isDragged.current) head.setPointerCapture(event.pointerId)
      isDragged.current = true
      head.setAttribute('data-dragged', '')
      mark(headsBeside(head), gapAt(event))
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const step = isDragged.current
        ? stepTo(gapAt(event), headsBeside(event.currentTarget).indexOf(event.currentTarget))
        : 0
      end(event.currentTarget)
      if (step !== 0) onMove(step)
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event.currentTarget),
    // The click that ends a drag doesn't count.
    onClickCapture: (event: MouseEvent) => {
      if (!isDragged.current) return
      isDragged.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

function headsBeside(head: HTMLElement): HTMLElement[] {
  return [...(head.parentElement?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])]
}

function gapAt({ clientX, currentTarget }: PointerEvent<HTMLElement>): number {
  return dropPlace(
    clientX,
    headsBeside(currentTarget).map((head) => head.getBoundingClientRect()),
  )
}

function mark(heads: readonly HTMLElement[], gap: number): void {
  for (const [place, head] of heads.entries()) {
    const side = place === gap ? 'before' : place === heads.length - 1 && gap === heads.length ? 'after' : undefined
    if (side) head.setAttribute('data-drop', side)
    else head.removeAttribute('data-drop')
  }
}

/** Returns where a dragged column is dropped: before the first other column whose middle is past the pointer. */
export function dropPlace(x: number, heads: readonly { left: number; width: number }[]): number {
  const place = heads.findIndex(({ left, width }) => x < left + width / 2)
  return place < 0 ? heads.length : place
}

/** Returns how many positions a column moves when dropped into this gap; the gaps next to it leave it in place. */
export function stepTo(gap: number, from: number): number {
  return gap > from ? gap - from - 1 : gap - from
}
