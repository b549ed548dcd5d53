import type { TableState } from './table-state.ts'

/** What changes of a table's state, or how to find it from the state at that time: the one shown may be older. */
export type TableChange = Partial<TableState> | ((now: TableState) => Partial<TableState>)

/** Returns the state after a change. Anything but paging returns to the first page. */
export function changedState(now: TableState, change: TableChange): TableState {
  return { ...now, page: 0, ...(typeof change === 'function' ? change(now) : change) }
}
