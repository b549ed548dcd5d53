/**
 * How well a record's texts match what was typed, smaller being better: 0 if one is equal, 1 if one starts with it, 2
 * if a word does, 3 if it appears anywhere, 4 if its words appear separately.
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

/** Folds text like the database does, closely enough for ranking. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
