import { type Ref, useImperativeHandle } from 'react'

/** Stands where a popup wants its target, and shows it a button that stands elsewhere. Draws nothing itself. */
export function AnchorTarget({ element, ref }: { element: HTMLElement | null; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element, [element])
  return null
}
