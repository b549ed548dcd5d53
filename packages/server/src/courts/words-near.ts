/**
 * Whether behind some word of the first expression one of the second follows, with `within` characters between them at
 * most. Both are global. As one expression, `first.{0,60}second`, it would look ahead anew from every first word.
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
