import type { KeyboardEvent, RefObject } from 'react'
import { stepAmong } from './step-among.ts'

interface ArrowKeysOptions {
  field: RefObject<HTMLInputElement | null>
  /** The element that contains the links. */
  list: RefObject<HTMLElement | null>
  /** Whether something was typed, so that Enter in the field opens the best match. */
  hasText: boolean
}

/** Returns the keys of the page: arrows move from the field into the links, among them and back; Enter opens. */
export function useArrowKeys({ field, list, hasText }: ArrowKeysOptions) {
  return (event: KeyboardEvent) => {
    const { key, nativeEvent } = event
    if (nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const isInField = event.target === field.current
    const target = isInField ? fromField(key, links, hasText) : fromLink(key, links, field.current)
    if (!target) return
    event.preventDefault()
    if (key === 'Enter') target.click()
    else target.focus()
  }
}

function fromField(key: string, [first]: readonly HTMLElement[], hasText: boolean): HTMLElement | undefined {
  return key === 'ArrowDown' || (key === 'Enter' && hasText) ? first : undefined
}

/** Enter on a link is the browser's own. */
function fromLink(key: string, links: readonly HTMLElement[], field: HTMLElement | null): HTMLElement | undefined {
  const from = links.findIndex((link) => link.matches(':focus'))
  if (from < 0 || !key.startsWith('Arrow')) return undefined
  const boxes = links.map((link) => link.getBoundingClientRect())
  const next = stepAmong(boxes, from, key)
  if (next !== undefined) return links[next]
  return key === 'ArrowUp' && field ? field : undefined
}
