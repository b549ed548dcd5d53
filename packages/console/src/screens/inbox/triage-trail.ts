import type { SearchParams } from '../../ui/search-params.ts'

/** Where the inbox continues after its open item was finished on another page. */
export interface Trail {
  itemId: string
  nextId: string | undefined
  /** The list's address. */
  search: SearchParams
}

let trail: Trail | undefined

/** Records it while an item opened from the list is open; undefined when none is. */
export function leaveTrail(next: Trail | undefined): void {
  trail = next
}

/** Returns where the inbox continues after this item; undefined if it wasn't opened from the list. */
export function trailAfter(itemId: string | undefined): Trail | undefined {
  return itemId !== undefined && trail?.itemId === itemId ? trail : undefined
}
