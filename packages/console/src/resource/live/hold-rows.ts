export interface HeldRows<Row> {
  rows: readonly Row[]
  /** How many came in since and wait to be shown. */
  arrivals: number
  /** How many of the shown no longer belong here. */
  departures: number
  /** Which those are. */
  departedIds: ReadonlySet<unknown>
}

/**
 * The rows to show while somebody points at the list: the same ones in the same order, each as it is now. What
 * arrived since is only counted, for a row must not move from under the pointer.
 */
export function holdRows<Row extends { id?: unknown }>(
  shown: readonly Row[],
  fresh: readonly Row[],
  cameAt: (row: Row) => string,
): HeldRows<Row> {
  const current = new Map(fresh.map((row) => [row.id, row]))
  const known = new Set(shown.map((row) => row.id))
  const newest = shown.map(cameAt).toSorted().at(-1) ?? ''
  const gone = departed(shown, fresh, cameAt)
  return {
    rows: shown.map((row) => current.get(row.id) ?? row),
    // A row that moved up from the next page is not new; one that was received since is.
    arrivals: fresh.filter((row) => !known.has(row.id) && cameAt(row) > newest).length,
    departures: gone.length,
    departedIds: new Set(gone.map(({ id }) => id)),
  }
}

/** Rows that are gone although they would stand among the fresh ones; the others only made room on a full page. */
function departed<Row extends { id?: unknown }>(
  shown: readonly Row[],
  fresh: readonly Row[],
  cameAt: (row: Row) => string,
): Row[] {
  const current = new Set(fresh.map((row) => row.id))
  const times = fresh.map(cameAt).toSorted()
  const [oldest = '', newest = ''] = [times[0], times.at(-1)]
  const isShorter = fresh.length < shown.length
  return shown.filter((row) => !current.has(row.id) && (isShorter || (cameAt(row) >= oldest && cameAt(row) <= newest)))
}
