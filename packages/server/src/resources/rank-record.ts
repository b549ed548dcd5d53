/**
 * How well texts of a record fit what was typed, smaller being better: 0 when one of them is it, 1 when one begins
 * with it, 2 when a word does, 3 when it stands anywhere, 4 when its words stand apart.
 */
export function rankOf(texts: readonly (string | null)[], typed: string): number {
  const wanted = folded(typed)
  return Math.min(...texts.map((text) => rankOfText(folded(text ?? ''), wanted)))
}

function rankOfText(text: string, wanted: string): number {
  if (text === wanted) return 0
  if (text.startsWith(wanted)) return 1
  const at = text.indexOf(wanted)
  if (at < 0) return 4
  return /[^\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 2 : 3
}

/** As the database folds what is searched, near enough to rank by. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
