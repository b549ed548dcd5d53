/** What a column needs, in pixels. */
export interface ColumnNeed {
  key: string
  /** The width at which nothing is cut off. */
  full: number
  /** The width that it keeps when the table is too wide: its header and its longest word fit. */
  least: number
  /** Whether it names the record: the last to become narrower. */
  isName?: boolean
}

/** Widths by column, in pixels. */
export type ColumnWidths = Readonly<Record<string, number>>

/**
 * Returns the columns' widths: what each needs if there is room. Otherwise the columns other than the name give up
 * width in proportion to what they can, then the name does. If that isn't enough, the table scrolls.
 */
export function fitColumns(needs: readonly ColumnNeed[], available: number): ColumnWidths {
  const excess = sum(needs.map(({ full }) => full)) - available
  const others = shareOf(
    needs.filter(({ isName }) => !isName),
    excess,
  )
  const name = shareOf(
    needs.filter(({ isName }) => isName),
    excess - others.given,
  )
  // Rounded down: a pixel too many would make the table scroll.
  const fit = ({ key, full, least, isName }: ColumnNeed) => [
    key,
    Math.floor(full - (full - least) * (isName ? name : others).share),
  ]
  return Object.fromEntries(needs.map(fit))
}

/** Returns the share of what they can give up that the columns give up, and how much that is. */
function shareOf(needs: readonly ColumnNeed[], excess: number): { share: number; given: number } {
  const spare = sum(needs.map(({ full, least }) => full - least))
  const share = excess > 0 && spare > 0 ? Math.min(1, excess / spare) : 0
  return { share, given: spare * share }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Returns the needs that cover both: rows that arrive while someone reads never make a column narrower. */
export function coverNeeds(before: readonly ColumnNeed[], now: readonly ColumnNeed[]): readonly ColumnNeed[] {
  const known = new Map(before.map((need) => [need.key, need]))
  return now.map((need) => {
    const { full = 0, least = 0 } = known.get(need.key) ?? {}
    return { ...need, full: Math.max(full, need.full), least: Math.max(least, need.least) }
  })
}
