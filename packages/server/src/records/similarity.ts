import type { SimilarReason } from '@courtcrier/contract/similar.ts'

/** Whether two numbers are equal except for punctuation, case and leading zeros. */
export function compareNumbers(a: string, b: string): 'same' | 'compatible' | 'different' {
  return normalNumber(a) === normalNumber(b) ? 'same' : 'different'
}

/**
 * Whether two names are equal, or differ by a letter or two. `keys` are the names as the database compares them:
 * without case, punctuation and optional words. Names that differ in a digit are numbered, not misspelled.
 */
export function compareNames(a: string, b: string, keys: { a: string; b: string }): SimilarReason | undefined {
  if (!keys.a || !keys.b) return undefined
  if (a === b) return 'same_name'
  if (keys.a === keys.b) return 'near_name'
  if (keys.a.replace(/\D/g, '') !== keys.b.replace(/\D/g, '')) return undefined
  const shorter = Math.min(keys.a.length, keys.b.length)
  if (shorter < 5) return undefined
  return areWithin(keys.a, keys.b, shorter < 12 ? 1 : shorter < 24 ? 2 : 3) ? 'near_name' : undefined
}

function normalNumber(text: string): string {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((part) => part.replace(/(?<!\d)0+(?=\d)/g, ''))
    .filter((part) => part !== '')
    .join('-')
}

/** Whether at most this many letters must be inserted, removed, changed or swapped with the next. */
function areWithin(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false
  let [before, above]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= a.length; row++) {
    const line = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      line[column] = Math.min(
        at(above, column) + 1,
        at(line, column - 1) + 1,
        at(above, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    if (Math.min(...line) > most) return false
    before = above
    above = line
  }
  return at(above, b.length) <= most
}

function at(line: readonly number[] | undefined, column: number): number {
  return line?.[column] ?? Number.POSITIVE_INFINITY
}
