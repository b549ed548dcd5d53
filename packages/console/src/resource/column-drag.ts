/** The place a dragged column is put in: before the first of the others whose middle lies beyond the pointer. */
export function dropPlace(x: number, heads: readonly { left: number; width: number }[]): number {
  const place = heads.findIndex(({ left, width }) => x < left + width / 2)
  return place < 0 ? heads.length : place
}

/** By how many places a column moves that is put into this gap between columns: those beside it are where it is. */
export function stepTo(gap: number, from: number): number {
  return gap > from ? gap - from - 1 : gap - from
}
