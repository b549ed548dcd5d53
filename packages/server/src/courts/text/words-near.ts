/**
 * Whether some match of the first expression is followed by one of the second, with at most `within` characters between
 * them. Both are global. As a single expression, `first.{0,60}second` would scan ahead again from every first match.
 */
export function areNear(text: string, first: RegExp, second: RegExp, within: number): boolean {
  const ends = text.matchAll(first).map((match) => match.index + match[0].length)
  let next = ends.next()
  let nearest = Number.NEGATIVE_INFINITY
  for (const { index } of text.matchAll(second)) {
    for (; !next.done && next.value <= index; next = ends.next()) nearest = next.value
    if (index - nearest <= within) return true
  }
  return false
}
