import type { ComponentProps, MouseEvent } from 'react'

type RootProps = ComponentProps<'button'> & { 'data-loading'?: boolean; 'data-disabled'?: boolean }

/**
 * The element of a button. While its action runs, Mantine disables it, which takes the focus from someone at a keyboard
 * and leaves a screen reader nowhere: it says that it is busy instead, and does nothing.
 */
export function steadyRoot({ disabled, ...props }: RootProps) {
  const isRunning = Boolean(props['data-loading']) && !props['data-disabled']
  if (!isRunning) return <button {...props} disabled={disabled} />
  return <button {...props} aria-disabled aria-busy onClick={ignore} />
}

/** Also keeps a form from being sent again. */
function ignore(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
