import { type Ref, useImperativeHandle } from 'react'

/**
 * Moves the target of a popup to a button elsewhere. Placed where a popup expects its target; renders nothing itself.
 */
export function AnchorTarget({ element, ref }: { element: HTMLElement | null; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element, [element])
  return null
}
