import { type PointerEvent as ReactPointerEvent, useRef, useState } from 'react'
import { moved, placeAt } from './level-order.ts'

/** Re-orders a list by the pointer: the order is shown while something is dragged, and handed on when it is let go. */
export function useDrag<T extends string>(items: readonly T[], onChange: (items: readonly T[]) => void) {
  const listRef = useRef<HTMLOListElement>(null)
  const [state, setState] = useState<{ dragged: T; items: readonly T[] }>()
  const grab = (dragged: T) => (event: ReactPointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    let order = items
    setState({ dragged, items: order })
    const move = ({ clientY }: PointerEvent) => {
      const rows = [...(listRef.current?.children ?? [])].map((row) => row.getBoundingClientRect())
      const to = placeAt(
        rows.map(({ top, height }) => top + height / 2),
        clientY,
      )
      order = moved(order, order.indexOf(dragged), to)
      setState({ dragged, items: order })
    }
    const end = ({ type }: Event) => {
      stop.abort()
      setState(undefined)
      if (type === 'pointerup' && order.join() !== items.join()) onChange(order)
    }
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', end, { signal })
    window.addEventListener('pointercancel', end, { signal })
  }
  return { listRef, grab, dragged: state?.dragged, items: state?.items ?? items }
}
