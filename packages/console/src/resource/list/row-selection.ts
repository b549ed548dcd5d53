import type { SearchQuery } from '@courtcrier/contract/query.ts'
import type { RowSelection } from '@courtcrier/contract/selection.ts'

type Search = Pick<SearchQuery, 'filters' | 'freeText' | 'fold'>

/** A table's selection: single rows, or all that match a search except those unchecked. */
export type Selection =
  | { kind: 'ids'; ids: ReadonlySet<string> }
  | { kind: 'all'; search: Search; except: ReadonlySet<string>; total: number }

export const nothingSelected: Selection = { kind: 'ids', ids: new Set() }

/** Returns all rows that match the search, including other pages. */
export function everyMatch({ filters, freeText, fold }: Search, total: number): Selection {
  const search = { filters, freeText, ...(fold ? { fold } : {}) }
  return { kind: 'all', search, except: new Set(), total }
}

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'ids' ? selection.ids.has(id) : !selection.except.has(id)
}

export function countOf(selection: Selection): number {
  return selection.kind === 'ids' ? selection.ids.size : selection.total - selection.except.size
}

/** Returns the selection with these rows in it, or without them. */
export function withRows(selection: Selection, ids: readonly string[], isTicked: boolean): Selection {
  if (selection.kind === 'ids') return { kind: 'ids', ids: changed(selection.ids, ids, isTicked) }
  const next: Selection = { ...selection, except: changed(selection.except, ids, !isTicked) }
  return countOf(next) > 0 ? next : nothingSelected
}

/** Returns the rows between two of a page, both included, in either direction. */
export function between(ids: readonly string[], from: number, to: number): string[] {
  return ids.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1)
}

/** Returns the selection as the server takes it. */
export function rowSelectionOf(selection: Selection): RowSelection {
  if (selection.kind === 'ids') return { ids: [...selection.ids] }
  return { ...selection.search, except: [...selection.except], count: countOf(selection) }
}

function changed(known: ReadonlySet<string>, ids: readonly string[], isIn: boolean): ReadonlySet<string> {
  const next = new Set(known)
  for (const id of ids) {
    if (isIn) next.add(id)
    else next.delete(id)
  }
  return next
}
