import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns the ref of a form. When its action fails, what matches the selector gets the focus, its content selected: what
 * is wrong can be typed again at once.
 */
export function useFailureFocus<Form extends HTMLElement>(
  failure: Error | undefined,
  selector: string,
): RefObject<Form | null> {
  const form = useRef<Form>(null)
  useEffect(() => {
    if (failure) focusFirst(form.current, selector)
  }, [failure, selector])
  return form
}

/** Focuses the first element that matches, and selects what is in it. */
function focusFirst(form: HTMLElement | null, selector: string): void {
  const found = form?.querySelector<HTMLElement>(selector)
  found?.focus()
  if (found instanceof HTMLInputElement) found.select()
}
