export interface HeldRows<Row> {
  rows: readonly Row[]
  /** Number of rows that arrived since and aren't shown yet. */
  arrivals: number
  /** Number of shown rows that no longer belong here. */
  departures: number
  /** Their IDs. */
  departedIds: ReadonlySet<unknown>
}

export interface RowFacts<Row> {
  cameAt: (row: Row) => string
  /** What makes it the same row; another record may take its place. */
  keyOf: (row: Row) => unknown
}

/**
 * Returns the rows to show while someone points at the list: the same ones in the same order, each with its current
 * values. New arrivals are only counted, because a row must not move from under the pointer.
 */
export function holdRows<Row extends { id?: unknown }>(
  shown: readonly Row[],
  fresh: readonly Row[],
  facts: RowFacts<Row>,
): HeldRows<Row> {
  if (shown.length === 0) return atRest(fresh)
  const { cameAt, keyOf } = facts
  const current = new Map(fresh.map((row) => [keyOf(row), row]))
  const known = new Set(shown.map(keyOf))
  const newest = shown.map(cameAt).toSorted().at(-1) ?? ''
  const gone = departed(shown, fresh, facts)
  return {
    rows: shown.map((row) => current.get(keyOf(row)) ?? row),
    // A row that moved up from the next page isn't new; one received since is.
    arrivals: fresh.filter((row) => !known.has(keyOf(row)) && cameAt(row) > newest).length,
    departures: gone.length,
    departedIds: new Set(gone.map(({ id }) => id)),
  }
}

/** Returns the rows of a list that no one points at. */
export function atRest<Row>(rows: readonly Row[]): HeldRows<Row> {
  return { rows, arrivals: 0, departures: 0, departedIds: new Set() }
}

interface Settling<Row> extends RowFacts<Row> {
  /** A restored row, shown even if it is newer than the others. */
  wantedId?: unknown
  /** Rows that left, but are in use. */
  keptIds?: ReadonlySet<unknown> | undefined
}

/**
 * Returns the rows to show once the user is done with some: without those that left, and with those that moved up or
 * were restored. New arrivals above still wait.
 */
export function settleRows<Row extends { id?: unknown }>(
  shown: readonly Row[],
  fresh: readonly Row[],
  { cameAt, keyOf, wantedId, keptIds }: Settling<Row>,
): readonly Row[] {
  const known = new Set(shown.map(keyOf))
  const newest = shown.map(cameAt).toSorted().at(-1) ?? ''
  const rows = fresh.filter((row) => known.has(keyOf(row)) || cameAt(row) <= newest || row.id === wantedId)
  const current = new Set(fresh.map(keyOf))
  const kept = shown.filter((row) => keptIds?.has(row.id) && !current.has(keyOf(row)))
  for (const row of kept) {
    const above = new Set(shown.slice(0, shown.indexOf(row)).map(keyOf))
    rows.splice(rows.findLastIndex((each) => above.has(keyOf(each))) + 1, 0, row)
  }
  // With nothing left to point at, nothing has to hold still.
  return rows.length > 0 ? rows : fresh
}

/**
 * Returns rows that are gone although they would fit on the fresh page; others only made room on a full one, and those
 * are its last ones.
 */
function departed<Row extends { id?: unknown }>(
  shown: readonly Row[],
  fresh: readonly Row[],
  { cameAt, keyOf }: RowFacts<Row>,
): Row[] {
  const current = new Set(fresh.map(keyOf))
  const times = fresh.map(cameAt).toSorted()
  const [oldest = '', newest = ''] = [times[0], times.at(-1)]
  const isShorter = fresh.length < shown.length
  const lastKept = shown.findLastIndex((row) => current.has(keyOf(row)))
  const fits = (row: Row, at: number) => isShorter || at < lastKept || (cameAt(row) >= oldest && cameAt(row) <= newest)
  return shown.filter((row, at) => !current.has(keyOf(row)) && fits(row, at))
}
