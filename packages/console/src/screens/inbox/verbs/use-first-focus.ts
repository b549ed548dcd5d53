import { type RefObject, useEffect } from 'react'

/** Marks the dialog's content, which has focus until the likeliest answer is there to take it. */
export const fixRoot = { 'data-fix-root': true, tabIndex: -1 } as const

/** Focuses a part that was loaded after its dialog, unless the user has moved the focus in the meantime. */
export function useFirstFocus(root: RefObject<HTMLElement | null>, selector: string): void {
  useEffect(() => {
    if (document.activeElement?.matches('[data-fix-root]')) root.current?.querySelector<HTMLElement>(selector)?.focus()
  }, [root, selector])
}
