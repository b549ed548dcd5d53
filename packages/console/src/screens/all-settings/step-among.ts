interface Box {
  left: number
  top: number
}

/**
 * Returns the index of the box an arrow key leads to: the next or previous one, or the nearest in the row below or
 * above. Undefined if there is none in that direction.
 */
export function stepAmong(boxes: readonly Box[], from: number, key: string): number | undefined {
  const here = boxes[from]
  if (!here) return undefined
  if (key === 'ArrowRight') return from + 1 < boxes.length ? from + 1 : undefined
  if (key === 'ArrowLeft') return from > 0 ? from - 1 : undefined
  const distances = boxes.map(({ top }) => (key === 'ArrowDown' ? top - here.top : here.top - top))
  const nearest = Math.min(...distances.filter((distance) => distance > 0))
  const row = boxes.flatMap((box, index) => (distances[index] === nearest ? [{ box, index }] : []))
  const aside = ({ left }: Box) => Math.abs(left - here.left)
  return row.toSorted((a, b) => aside(a.box) - aside(b.box))[0]?.index
}
